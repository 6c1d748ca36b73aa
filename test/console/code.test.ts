import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../src/console/pages', import.meta.url))
const files = globSync('**/*.{ts,tsx}', { cwd: folder }).toSorted()
/** The code that people write: the types of the routes are written by a program. */
const code = files
  .filter((name) => name !== 'api-types.ts')
  .map((name) => ({ name, lines: readFileSync(join(folder, name), 'utf8').trimEnd().split('\n') }))

/** The lines that match, as `file:number: line`. */
function found(pattern: RegExp, among = code): string[] {
  return among.flatMap(({ name, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : [])),
  )
}

test('no part of the pages is longer than 150 lines', () => {
  assert.ok(code.length > 50)
  assert.deepEqual(
    code.filter(({ lines }) => lines.length > 150).map(({ name }) => name),
    [],
  )
})

test('pages never make markup, code or frames of a text', () => {
  const makers =
    /dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|createContextualFragment|DOMParser|document\.write|srcdoc|\beval\(|new Function|setTimeout\(\s*['"`]|javascript:|<iframe|<script/
  // The frames are documents of this server, and of no origin.
  const panel = /^(?:try\/frame|widget-settings\/preview)\.tsx:\d+: return <iframe [^>]*sandbox=\{SANDBOX\} \/>$/
  assert.deepEqual(
    found(makers).filter((line) => !panel.test(line)),
    [],
  )
  assert.equal(
    found(makers, [{ name: 'x', lines: ['node.innerHTML = name', '<p dangerouslySetInnerHTML={x} />'] }]).length,
    2,
  )
})

test('every text of the pages is in texts/', () => {
  const pages = code.filter(({ name }) => !name.startsWith('texts/'))
  // Text between tags, in an attribute that people read, or a sentence in a string.
  const texts =
    />[^<>{}=]*[A-Za-z]{2,}[^<>{}]*<\/|\b(label|title|hint|placeholder|aria-label|alt)="[A-Za-z]|['"`][A-Z][a-z]+ [a-z]+/
  assert.deepEqual(found(texts, pages), [])
  for (const line of ['<h2>Keys</h2>', '<input aria-label="Name" />', "toast('The key is revoked.')"])
    assert.equal(found(texts, [{ name: 'x', lines: [line] }]).length, 1, line)
})
