import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('every row of the table of faults names tests or scripts, and all of them are there', () => {
  const text = readFileSync(`${root}docs/reliability.md`, 'utf8')
  const rows = text.split('\n').filter((line) => /^\| (?!Fault|Run)/.test(line))
  assert.ok(rows.length > 20)
  for (const row of rows) {
    const files = row.match(/\b(?:test|scripts)\/[\w./-]+\.(?:ts|sh)\b/g) ?? []
    assert.ok(files.length > 0, row)
    for (const file of files) assert.ok(existsSync(root + file), file)
  }
})
