import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextTurn } from '../../src/lib/gate.ts'
import { createHeartbeats } from '../../src/widget/heartbeats.ts'

test('waits of about the same time end together, each within its interval', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { wait } = createHeartbeats(1_000)
  const ended: string[] = []
  const begin = (name: string) => {
    const stop = wait(() => {
      ended.push(name)
      stop()
    })
    return stop
  }
  begin('first')
  t.mock.timers.tick(50)
  begin('with the first')
  const stopped = begin('stopped')
  t.mock.timers.tick(500)
  begin('later')
  stopped()
  t.mock.timers.tick(449)
  assert.deepEqual(ended, [])
  t.mock.timers.tick(1)
  assert.deepEqual(ended, ['first', 'with the first'])
  begin('again')
  t.mock.timers.tick(500)
  assert.deepEqual(ended, ['first', 'with the first', 'later'])
  t.mock.timers.tick(500)
  assert.equal(ended.at(-1), 'again')
})

test('a turn ends few of the waits that are due together, and none that was stopped', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { wait } = createHeartbeats(1_000)
  const ended: number[] = []
  const stops = Array.from({ length: 160 }, (_, index) => {
    const stop = wait(() => {
      ended.push(index)
      stop()
    })
    return stop
  })
  t.mock.timers.tick(1_000)
  assert.equal(ended.length, 64)
  stops[159]?.()
  const turns: number[] = []
  while (ended.length < 159) {
    await nextTurn()
    turns.push(ended.length)
  }
  assert.ok(
    turns.every((count, index) => count - (turns[index - 1] ?? 64) <= 64),
    turns.join(' '),
  )
  await nextTurn()
  assert.deepEqual(
    ended,
    Array.from({ length: 159 }, (_, index) => index),
  )
})
