import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCron, startRecurring } from '../../src/jobs/recurring.ts'
import { testLog } from '../support/server.ts'

const cron = '0 0 1 1 *'

test('a task runs at the start unless it is declared not to, and a failure is logged', async () => {
  const log = testLog()
  const ran: string[] = []
  const task = (name: string, notAtStart?: boolean) => ({
    name,
    cron,
    ...(notAtStart ? { notAtStart } : {}),
    run: async () => {
      ran.push(name)
      throw new Error(`${name} failed`)
    },
  })
  const stop = startRecurring([task('first'), task('second', true)], log)
  await new Promise((resolve) => setImmediate(resolve))
  await stop()
  assert.deepEqual(ran, ['first'])
  assert.deepEqual(log.lines, [
    { level: 'error', message: 'A recurring task failed', fields: { task: 'first', error: 'first failed' } },
  ])
})

test('a task without times runs at the start', async () => {
  let ran = 0
  const run = async () => {
    ran++
  }
  const stop = startRecurring([{ name: 'once', run }], testLog())
  await stop()
  assert.equal(ran, 1)
})

test('a stop aborts running tasks, waits for them, and does not log it as a failure', async () => {
  const log = testLog()
  let ended = false
  const run = async (signal: AbortSignal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    ended = true
    signal.throwIfAborted()
  }
  const stop = startRecurring([{ name: 'long', cron, run }], log)
  await stop()
  assert.equal(ended, true)
  assert.deepEqual(log.lines, [])
})

test('a cron expression must be valid and have a next time', () => {
  for (const text of ['0 3 * * *', '*/5 * * * *', '@daily', '30 0 3 * * *']) assert.equal(isCron(text), true, text)
  for (const text of ['', 'daily', '0 3 * *', '0 25 * * *', '0 0 30 2 *']) assert.equal(isCron(text), false, text)
})
