import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, type Limits, split } from '../../src/client/batches.ts'
import { fc } from '../support/properties.ts'

const limits: Limits = { objects: 5, bytes: 3_000, nested: { field: 'messages', max: 8 } }
const ticket = fc.record(
  {
    id: fc.string({ minLength: 1, maxLength: 3 }),
    subject: fc.oneof(fc.string(), fc.string({ unit: 'grapheme', maxLength: 200 }), fc.constant('ü'.repeat(1_200))),
    messages: fc.array(fc.constant({}), { maxLength: 10 }),
  },
  { noNullPrototype: true },
)

test('requests carry all objects in order and within every limit, unless one object alone is too large', () => {
  fc.assert(
    fc.property(fc.array(ticket, { maxLength: 40 }), (tickets) => {
      const bodies = [...split(tickets, limits)].map((batch) => bodyOf(batch, { backfillId: 'bf_1' }))
      const parsed = bodies.map((body) => JSON.parse(body) as { backfillId: string; data: typeof tickets })
      assert.deepEqual(
        parsed.flatMap(({ data }) => data),
        tickets,
      )
      for (const [index, { backfillId, data }] of parsed.entries()) {
        assert.equal(backfillId, 'bf_1')
        assert.ok(data.length <= 5)
        if (data.length === 1) continue
        assert.ok(Buffer.byteLength(bodies[index] ?? '') <= limits.bytes)
        assert.ok(data.flatMap(({ messages }) => messages).length <= 8)
      }
    }),
  )
})

test('small objects fill a request, also with characters of several bytes', () => {
  const batches = [
    ...split(Array(2_500).fill({ id: 'ü', note: '😀'.repeat(1_000) }), { objects: 1_000, bytes: 32 * 1024 * 1024 }),
  ]
  assert.deepEqual(
    batches.map(({ pieces }) => pieces.length),
    [1_000, 1_000, 500],
  )
})
