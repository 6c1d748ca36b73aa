import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The rows of the tables of a document whose first column is headed `Fault`, by that column. */
function faultsOf(file: string): Map<string, string> {
  const faults = new Map<string, string>()
  let isTable = false
  for (const line of readFileSync(root + file, 'utf8').split('\n')) {
    const [, name = '', ...rest] = line.split(' | ').flatMap((cell, index) => (index === 0 ? cell.split('| ') : [cell]))
    if (name === 'Fault') isTable = true
    else if (!line.startsWith('|')) isTable = false
    else if (isTable && !line.startsWith('|-')) faults.set(name, rest.join(' | '))
  }
  return faults
}

test('every fault of docs/reliability.md has its tests in test/README.md, and all of them are there', () => {
  const faults = faultsOf('docs/reliability.md')
  const tested = faultsOf('test/README.md')
  assert.ok(faults.size > 30)
  assert.deepEqual([...tested.keys()], [...faults.keys()])
  for (const [fault, tests] of tested) {
    const files = tests.match(/\b(?:test|scripts)\/[\w./-]+\.(?:ts|sh)\b/g) ?? []
    assert.ok(files.length > 0, fault)
    for (const file of files) assert.ok(existsSync(root + file), file)
  }
})
