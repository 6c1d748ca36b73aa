import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { parse } from '../../src/lib/json.ts'
import { csvHeading, csvOf } from '../../src/objects/csv.ts'
import type { ShownObject } from '../../src/objects/find/read.ts'
import { prepare, present } from '../../src/objects/prepare.ts'
import type { PushedObject, Resource } from '../../src/objects/resource.ts'
import { resources } from '../../src/objects/resources.ts'
import { anyObject } from '../support/any-object.ts'
import { fc } from '../support/properties.ts'
import { readRows } from '../support/reading-rows.ts'
import { asIso, whole } from '../support/whole-objects.ts'

/** An object as a push of it is stored. */
function stored({ schema }: Resource, text: string): PushedObject {
  return v.parse(schema, parse(text, 'custom'))
}

/** A stored object as the API shows it. */
function shown(resource: Resource, object: PushedObject): ShownObject {
  const { id, updatedAt, data } = prepare(resource, { ...object })
  return { id, updatedAt: new Date(updatedAt).toISOString(), ...(present(resource.schema, JSON.parse(data)) as object) }
}

/** What an import reads of the CSV file of objects. */
async function read(resource: Resource, objects: PushedObject[]) {
  const csv = csvHeading(resource) + objects.map((object) => csvOf(resource, shown(resource, object))).join('')
  const { rows, warnings } = await readRows('export.csv', csv, { type: resource.name, chunk: 7 })
  return { csv, rows, warnings }
}

for (const resource of resources) {
  const { name, schema } = resource

  test(`${name} of any texts come back from their CSV file as they were`, async () => {
    const objects = fc.uniqueArray(anyObject(schema), { minLength: 1, maxLength: 4, selector: ({ id }) => id })
    await fc.assert(
      fc.asyncProperty(objects, async (given) => {
        const pushed = given.map((object) => stored(resource, JSON.stringify(object)))
        const { csv, rows, warnings } = await read(resource, pushed)
        assert.deepEqual(warnings, [], csv)
        assert.deepEqual(
          rows.map(({ issues }) => issues),
          pushed.map(() => []),
          csv,
        )
        assert.deepEqual(
          rows.map(({ text }) => stored(resource, text)),
          pushed,
          csv,
        )
      }),
      { numRuns: 40 },
    )
  })

  test(`every field of ${name} is in the CSV file`, async () => {
    const pushed = stored(resource, JSON.stringify(whole[name]?.(asIso)))
    const { rows } = await read(resource, [pushed])
    assert.deepEqual(stored(resource, rows[0]?.text ?? ''), pushed)
  })
}

test('a spreadsheet runs nothing of a CSV file: texts that begin like a formula have an apostrophe before them', async () => {
  const [orders] = resources.filter(({ name }) => name === 'orders') as [Resource]
  await fc.assert(
    fc.asyncProperty(anyObject(orders.schema), async (given) => {
      const { csv } = await read(orders, [stored(orders, JSON.stringify(given))])
      for (const cell of cellsOf(csv.slice(csvHeading(orders).length))) assert.doesNotMatch(cell, /^[=+\-@\t\r]/)
    }),
    { numRuns: 50 },
  )
})

/** The cells of a CSV record, read the plain way. */
function cellsOf(record: string): string[] {
  return [...record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\n\r]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  )
}

test('the largest ticket comes back: in a CSV file it is longer than on its way in', async () => {
  const tickets = resources.find(({ name }) => name === 'tickets') as Resource
  const message = { createdAt: '2026-03-01T09:30:00Z', author: { type: 'agent' }, body: '"'.repeat(1_900) }
  const messages = Array.from({ length: 2_000 }, (_, index) => ({ id: `m${index}`, ...message }))
  const pushed = stored(tickets, JSON.stringify({ id: 't1', updatedAt: 1, messages }))
  const csv = csvHeading(tickets) + csvOf(tickets, shown(tickets, pushed))
  assert.ok(JSON.stringify(pushed).length < tickets.maxBytes && csv.length > 1.3 * tickets.maxBytes)
  const { rows } = await readRows('export.csv', csv, { type: 'tickets' })
  assert.deepEqual(stored(tickets, rows[0]?.text ?? ''), pushed)
})
