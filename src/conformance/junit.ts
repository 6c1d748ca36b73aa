import { inertXml } from '../lib/inert.ts'
import type { Result } from './run.ts'

/** The results as JUnit XML, which continuous integration shows beside other tests. */
export function junitXml(url: string, results: Result[]): string {
  const count = (status: Result['status']) => results.filter((result) => result.status === status).length
  const seconds = (ms: number) => (ms / 1000).toFixed(3)
  const total = seconds(results.reduce((sum, { durationMs }) => sum + durationMs, 0))
  const totals = `tests="${results.length}" failures="${count('fail')}" errors="0" skipped="${count('skip')}" time="${total}"`
  const cases = results.map((result) => {
    const head = `<testcase classname="refund endpoint" name="${escaped(result.name)}" time="${seconds(result.durationMs)}"`
    const inside = detail(result)
    return inside === '' ? `    ${head}/>` : `    ${head}>\n      ${inside}\n    </testcase>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite name="${escaped(`refund endpoint ${url}`)}" ${totals}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function detail({ status, reason, why, mend }: Result): string {
  if (status === 'pass') return ''
  const message = `message="${escaped(reason ?? '')}"`
  return status === 'skip'
    ? `<skipped ${message}/>`
    : `<failure ${message}>${escaped(`${why}\nTo mend it: ${mend}`)}</failure>`
}

/** Characters that XML 1.0 can't hold, in whatever form. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** What a terminal obeys is a reference, as reports are shown there; so are line ends and tabs, which attributes would lose. */
function escaped(text: string): string {
  const escapedText = text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
  return inertXml(escapedText)
}
