import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packChunks, unpackChunk } from '../../src/objects/bulk/chunks.ts'
import { prepare } from '../../src/objects/prepare.ts'
import type { PushedObject } from '../../src/objects/resource.ts'
import { orders } from '../../src/objects/types/order.ts'
import { fc } from '../support/properties.ts'

const pushed: fc.Arbitrary<PushedObject> = fc.record({
  id: fc.string({ minLength: 1 }),
  updatedAt: fc.integer(),
  number: fc.option(fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed())),
  email: fc.constantFrom(null, 'ann@example.com', undefined),
  custom: fc.constantFrom('{"a\\nb": 1}', null),
})

test('chunks have the objects of a batch in order, ready for their table', () => {
  fc.assert(
    fc.property(fc.array(pushed, { maxLength: 250 }), (objects) => {
      const unpacked = packChunks(orders, objects).flatMap((chunk) => unpackChunk(orders, chunk))
      assert.deepEqual(
        unpacked,
        objects.map((object) => prepare(orders, object)),
      )
    }),
  )
})

test('a chunk holds at most 100 objects and, of large ones, fewer', () => {
  const counts = (size: number, length: number) =>
    packChunks(
      orders,
      Array.from({ length }, (_, index) => ({ id: `o${index}`, updatedAt: 1, custom: 'x'.repeat(size) })),
    ).map((chunk) => unpackChunk(orders, chunk).length)
  assert.deepEqual(counts(1, 250), [100, 100, 50])
  assert.deepEqual(counts(100_000, 5), [2, 2, 1])
  assert.deepEqual(counts(1_000_000, 2), [1, 1])
})

test('chunks stored as text by an earlier version are read, too', () => {
  const object = { id: 'o1', updatedAt: 1, number: '1', email: null }
  assert.deepEqual(unpackChunk(orders, JSON.stringify([object])), [prepare(orders, { ...object })])
})
