import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { clientResources, clientTypes } from '../../scripts/client-types.ts'
import { consoleTypes } from '../../scripts/console-types.ts'
import { resources } from '../../src/objects/resources.ts'

const read = (file: string) => readFileSync(new URL(`../../src/client/${file}`, import.meta.url), 'utf8')
const committed = read('objects.ts')

test("the client's committed types and limits match the server's", () => {
  assert.equal(committed, clientTypes(), 'run npm run write:client-types and commit what it writes')
  assert.equal(read('resources.ts'), clientResources(), 'run npm run write:client-types and commit what it writes')
})

test('the committed types of the console are those of its routes', () => {
  const types = read('../console/pages/api-types.ts')
  assert.equal(types, consoleTypes(), 'run npm run write:client-types and commit what it writes')
})

test('every kind of object has a type with all its fields', () => {
  for (const { noun, example } of resources) {
    const title = noun.charAt(0).toUpperCase() + noun.slice(1)
    const [, body = ''] = new RegExp(`export interface ${title} {([\\s\\S]*?)\n}`).exec(committed) ?? []
    for (const field of Object.keys(example)) assert.match(body, new RegExp(`^ {2}${field}\\??:`, 'm'))
  }
})

test('a field has its description, its bounds, and null to clear it', () => {
  assert.match(
    committed,
    /\/\*\* Order number that the customer sees, such as `#1001`\. At most 2000 characters\. \*\/\n {2}number\?: string \| null \| undefined/,
  )
  assert.match(committed, / {2}status\?:\n {4}\| 'pending'\n/)
})
