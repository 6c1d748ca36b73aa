import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('every bound of the table in docs/bounds.md names its test, and all of them are there', () => {
  const text = readFileSync(`${root}docs/bounds.md`, 'utf8')
  const rows = text.split('\n').filter((line) => /^\| (?!Who)/.test(line))
  assert.ok(rows.length > 15)
  for (const row of rows) {
    const [bound = '', tests = ''] = row.split(' | ').slice(-2)
    assert.ok(tests.includes('test') || tests.includes('scripts/') || bound === 'nothing', row)
  }
  assert.doesNotMatch(text, /test: \?/)
  for (const file of text.match(/\b(?:test|scripts)\/[\w./-]+\.ts\b/g) ?? []) assert.ok(existsSync(root + file), file)
})
