import { inertXml } from './escape.ts'

/** One test case of a report. */
export interface JunitCase {
  name: string
  status: 'pass' | 'fail' | 'skip'
  /** Why it failed or was skipped; null if it passed. */
  reason: string | null
  /** More about a failure. */
  detail?: string
  durationMs: number
}

/** A report as JUnit XML, for continuous integration. @param className the class of all cases */
export function junitReport(suite: string, className: string, cases: JunitCase[]): string {
  const count = (status: JunitCase['status']) => cases.filter((one) => one.status === status).length
  const seconds = (ms: number) => (ms / 1000).toFixed(3)
  const total = seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0))
  const totals = `tests="${cases.length}" failures="${count('fail')}" errors="0" skipped="${count('skip')}" time="${total}"`
  const lines = cases.map((one) => {
    const head = `<testcase classname="${escaped(className)}" name="${escaped(one.name)}" time="${seconds(one.durationMs)}"`
    const inside = detail(one)
    return inside === '' ? `    ${head}/>` : `    ${head}>\n      ${inside}\n    </testcase>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite name="${escaped(suite)}" ${totals}>`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function detail({ status, reason, detail = '' }: JunitCase): string {
  if (status === 'pass') return ''
  const message = `message="${escaped(reason ?? '')}"`
  return status === 'skip' ? `<skipped ${message}/>` : `<failure ${message}>${escaped(detail)}</failure>`
}

/** Characters that XML 1.0 cannot hold, even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes text for XML. Control characters become references, since reports are shown in terminals; so do line breaks and tabs, which attributes would lose. */
function escaped(text: string): string {
  const escapedText = text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
  return inertXml(escapedText)
}
