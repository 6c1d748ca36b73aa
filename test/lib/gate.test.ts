import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGate } from '../../src/lib/gate.ts'

test('only so many are inside, and who waits comes in turn', async () => {
  const gate = createGate(2)
  const inside: string[] = []
  const enter = async (name: string) => {
    const leave = await gate.enter()
    inside.push(name)
    return leave
  }
  const [leaveA, leaveB] = await Promise.all([enter('a'), enter('b')])
  const waiting = [enter('c'), enter('d')]
  await new Promise(setImmediate)
  assert.deepEqual(inside, ['a', 'b'])
  leaveB?.()
  leaveB?.()
  await waiting[0]
  await new Promise(setImmediate)
  assert.deepEqual(inside, ['a', 'b', 'c'], 'leaving twice made two places')
  leaveA?.()
  const [leaveC, leaveD] = await Promise.all(waiting)
  for (const leave of [leaveC, leaveD]) leave?.()
  await Promise.all([enter('e'), enter('f')])
  assert.deepEqual(inside, ['a', 'b', 'c', 'd', 'e', 'f'])
})
