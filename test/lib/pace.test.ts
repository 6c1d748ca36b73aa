import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPace } from '../../src/lib/pace.ts'

/** A pace with waits that end only when the test says so, and the names of the works that had their turn, in that order. */
function driven(maxWaiting = 10) {
  const waits: { ms: number; end: () => void }[] = []
  const pace = createPace({ maxWaiting, what: 'works', after: (ms, end) => waits.push({ ms, end }) })
  const begun: string[] = []
  const ends = new Map<string, (waitMs: number) => void>()
  const enter = async (name: string, tenant = 'a', signal = new AbortController().signal) => {
    ends.set(name, await pace.enter(tenant, signal))
    begun.push(name)
  }
  const settled = () => new Promise(setImmediate)
  return {
    begun,
    waits,
    enter,
    settled,
    end: async (name: string, waitMs: number) => {
      ends.get(name)?.(waitMs)
      await settled()
    },
    endWait: async () => {
      waits.shift()?.end()
      await settled()
    },
  }
}

test('the next work of a tenant begins after the wait that the one before it caused', async () => {
  const { begun, waits, enter, end, endWait } = driven()
  const all = Promise.all([enter('a1'), enter('a2'), enter('a3'), enter('b1', 'b')])
  await end('nobody', 0)
  assert.deepEqual(begun, ['a1', 'b1'])
  await end('a1', 500)
  await end('a1', 500)
  assert.deepEqual([begun, waits.map(({ ms }) => ms)], [['a1', 'b1'], [500]])
  await endWait()
  await end('a2', 0)
  await all
  assert.deepEqual(begun, ['a1', 'b1', 'a2', 'a3'])
})

test('a wait counts for a work that comes while nothing waits', async () => {
  const { begun, enter, end, endWait } = driven()
  await enter('a1')
  await end('a1', 500)
  const next = enter('a2')
  await end('nobody', 0)
  assert.deepEqual(begun, ['a1'])
  await endWait()
  await next
  await end('a2', 0)
  await enter('a3')
  assert.deepEqual(begun, ['a1', 'a2', 'a3'])
})

test('a full line refuses further works of its tenant alone', async () => {
  const { enter, end } = driven(1)
  await enter('a1')
  const waiting = enter('a2')
  await assert.rejects(enter('a3'), { code: 'SERVICE_UNAVAILABLE', reason: 'busy' })
  await enter('b1', 'b')
  await end('a1', 0)
  await waiting
})

test('a work that is given up leaves the line', async () => {
  const { begun, enter, end } = driven(1)
  const gone = new AbortController()
  await enter('a1')
  const given = assert.rejects(enter('a2', 'a', gone.signal), /gone/)
  gone.abort(new Error('gone'))
  await given
  await assert.rejects(enter('a2', 'a', gone.signal), /gone/)
  const next = enter('a3')
  await end('a1', 0)
  await next
  assert.deepEqual(begun, ['a1', 'a3'])
})
