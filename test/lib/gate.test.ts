import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGate, type GateOptions } from '../../src/lib/gate.ts'

/** A gate, and the names of those whom it let in, in that order. */
function watched(places: number, options?: GateOptions) {
  const gate = createGate(places, options)
  const inside: string[] = []
  const leave = new Map<string, () => void>()
  const enter = async (name: string, tenant = 'a') => {
    leave.set(name, await gate.enter(tenant))
    inside.push(name)
  }
  const settled = () => new Promise(setImmediate)
  /** Lets one go, and waits until the next ones are in. */
  const go = async (name: string) => {
    await settled()
    leave.get(name)?.()
    await settled()
  }
  return { enter, go, inside }
}

test('a gate admits a limited number at once, and the others in order', async () => {
  const { enter, go, inside } = watched(2)
  const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => enter(name)))
  await go('nobody')
  assert.deepEqual(inside, ['a', 'b'])
  await go('b')
  await go('b')
  assert.deepEqual(inside, ['a', 'b', 'c'], 'leaving twice made two places')
  await go('a')
  await all
  await Promise.all([go('c'), go('d')])
  await Promise.all([enter('e'), enter('f')])
  assert.deepEqual(inside, ['a', 'b', 'c', 'd', 'e', 'f'])
})

test('tenants take turns, however many calls of one tenant wait', async () => {
  const { enter, go, inside } = watched(1)
  const all = Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => enter(name, 'a')),
    ...['b1', 'b2'].map((name) => enter(name, 'b')),
    enter('c1', 'c'),
  ])
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await go(name)
  await all
  assert.deepEqual(inside, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('one tenant leaves places to the others', async () => {
  const { enter, go, inside } = watched(3, { perTenant: 2 })
  const waiting = ['a1', 'a2', 'a3', 'a4'].map((name) => enter(name, 'a'))
  await go('nobody')
  assert.deepEqual(inside, ['a1', 'a2'])
  await enter('b1', 'b')
  await go('b1')
  assert.deepEqual(inside, ['a1', 'a2', 'b1'], 'a place of the others went to who has two')
  await go('a2')
  await go('a1')
  await Promise.all(waiting)
  assert.deepEqual(inside, ['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('the queue of each tenant is limited separately', async () => {
  const { enter, go, inside } = watched(1, { maxWaiting: 2 })
  await enter('a1', 'a')
  const waiting = [enter('a2', 'a'), enter('a3', 'a'), enter('b1', 'b')]
  await assert.rejects(enter('a4', 'a'), { code: 'SERVICE_UNAVAILABLE', reason: 'busy' })
  for (const name of ['a1', 'a2', 'b1']) await go(name)
  await Promise.all(waiting)
  assert.deepEqual(inside, ['a1', 'a2', 'b1', 'a3'])
  await go('a3')
  await enter('a4', 'a')
})
