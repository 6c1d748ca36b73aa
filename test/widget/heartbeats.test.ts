import assert from 'node:assert/strict'
import { test } from 'node:test'
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
