import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  claimJobs,
  discardJob,
  enqueue,
  type Job,
  type JobHandler,
  listJobs,
  postponeJob,
  retryJob,
} from '../../src/jobs/jobs.ts'
import { startScheduler } from '../../src/jobs/scheduler.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { tempFolder, testClock, testLog } from '../support/server.ts'
import { until } from '../support/until.ts'

type Run = JobHandler['run']

async function table(
  t: TestContext,
  {
    concurrency = 1,
    perLane = null,
    retries = [1_000, 2_000],
  }: { concurrency?: number; perLane?: number | null; retries?: number[] } = {},
) {
  const store = await openStore(join(await tempFolder(t), 'jobs.db'), { create: true })
  const clock = testClock(1_000_000)
  const log = testLog()
  const events: string[] = []
  const state: { run: Run } = { run: async ({ subject }) => void events.push(`run ${subject}`) }
  const handler: JobHandler = {
    kind: 'test',
    concurrency,
    perLane,
    run: (job, end, signal) => state.run(job, end, signal),
    retryAfter: ({ attempts }) => retries[attempts - 1] ?? null,
    giveUp: async (_tx, { subject }, message) => void events.push(`give up ${subject}: ${message}`),
    revive: async (_tx, { subject }) => void events.push(`revive ${subject}`),
  }
  const start = () => {
    const scheduler = startScheduler({ store, clock, log, handlers: [handler] })
    t.after(() => scheduler.stop())
    return scheduler
  }
  t.after(() => store.close())
  const add = (subject: string, fields: { lane?: string; dueAt?: number } = {}) =>
    store.write((tx) => enqueue(tx, { kind: 'test', subject, ...fields }, clock.now()))
  return { store, clock, log, events, state, handler, start, add, jobs: () => listJobs(store.read) }
}

const none = (jobs: () => Promise<Job[]>) => until(async () => (await jobs()).length === 0)

test('jobs run once each, in their order, as soon as the commit that added them wakes the scheduler', async (t) => {
  const { add, start, jobs, events } = await table(t)
  const scheduler = start()
  for (const subject of ['a', 'b', 'c']) await add(subject)
  scheduler.wake()
  await none(jobs)
  assert.deepEqual(events, ['run a', 'run b', 'run c'])
})

test('a job without a wake-up is found by the poll', async (t) => {
  const { add, start, jobs, events } = await table(t)
  start()
  await until(() => true)
  await add('from another process')
  await none(jobs)
  assert.deepEqual(events, ['run from another process'])
})

test('a failed job is retried when its handler says, and is dead after its last attempt', async (t) => {
  const { add, start, jobs, events, state, clock } = await table(t)
  state.run = async ({ subject, attempts }) => {
    events.push(`try ${attempts} at ${clock.now()}`)
    throw new Error(`${subject} will not`)
  }
  await add('a')
  const scheduler = start()
  for (const [attempt, wait] of [
    [1, 1_000],
    [2, 2_000],
  ] as const) {
    await until(async () => (await jobs())[0]?.attempts === attempt && (await jobs())[0]?.leaseUntil === null)
    clock.advance(wait - 1)
    scheduler.wake()
    await until(() => true)
    assert.equal((await jobs())[0]?.attempts, attempt)
    clock.advance(1)
    scheduler.wake()
  }
  await until(async () => (await jobs())[0]?.status === 'dead')
  assert.deepEqual(events, ['try 1 at 1000000', 'try 2 at 1001000', 'try 3 at 1003000', 'give up a: a will not'])
  assert.equal((await jobs())[0]?.lastError, 'a will not')
})

test('one job of a lane runs at a time, and other lanes continue', async (t) => {
  const { add, start, jobs, events, state } = await table(t, { concurrency: 3 })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  state.run = async ({ subject }) => {
    events.push(`begin ${subject}`)
    if (subject === 'slow') await held
    events.push(`end ${subject}`)
  }
  await add('slow', { lane: 'x' })
  await add('next', { lane: 'x' })
  await add('other', { lane: 'y' })
  await add('free')
  start()
  await until(() => events.includes('end free') && events.includes('end other'))
  assert.ok(!events.includes('begin next'))
  release()
  await none(jobs)
  assert.ok(events.indexOf('end slow') < events.indexOf('begin next'))
})

test('a job that waits for its retry holds up its lane, so that order is kept', async (t) => {
  const { add, start, jobs, events, state, clock } = await table(t)
  state.run = async ({ subject, attempts }) => {
    events.push(subject)
    if (subject === 'first' && attempts === 1) throw new Error('not yet')
  }
  await add('first', { lane: 'x' })
  await add('second', { lane: 'x' })
  const scheduler = start()
  await until(async () => (await jobs())[0]?.lastError === 'not yet')
  assert.deepEqual(events, ['first'])
  clock.advance(1_000)
  scheduler.wake()
  await none(jobs)
  assert.deepEqual(events, ['first', 'first', 'second'])
})

test('a job that a crash left claimed runs again at the next start', async (t) => {
  const { add, start, jobs, events, store } = await table(t)
  await add('a')
  await store.write((tx) => tx.run('UPDATE jobs SET attempts = 1, lease_until = 99999999'))
  start()
  await none(jobs)
  assert.deepEqual(events, ['run a'])
})

test('a stopping scheduler finishes running jobs and starts none', async (t) => {
  const { add, start, jobs, events, state } = await table(t)
  let release = () => {}
  state.run = async ({ subject }) => {
    events.push(`begin ${subject}`)
    await new Promise<void>((resolve) => {
      release = resolve
    })
    events.push(`end ${subject}`)
  }
  await add('a')
  await add('b')
  const scheduler = start()
  await until(() => events.length === 1)
  const stopped = scheduler.stop()
  release()
  await stopped
  assert.equal(scheduler.isAlive(), false)
  assert.deepEqual(events, ['begin a', 'end a'])
  assert.deepEqual(
    (await jobs()).map(({ subject }) => subject),
    ['b'],
  )
})

test('a long job pauses when the scheduler stops, and continues after the next start with all its attempts', async (t) => {
  const { add, start, events, state, jobs } = await table(t)
  let steps = 0
  let isLast = false
  state.run = async ({ subject, attempts }, _end, signal) => {
    for (; !isLast; steps++) {
      signal.throwIfAborted()
      await new Promise((resolve) => setImmediate(resolve))
    }
    events.push(`end ${subject}, attempt ${attempts}`)
  }
  await add('a')
  const first = start()
  await until(() => steps > 5)
  await first.stop()
  assert.deepEqual(events, [])
  const [job] = await jobs()
  assert.deepEqual([job?.attempts, job?.leaseUntil, job?.lastError], [0, null, null])
  isLast = true
  start()
  await none(jobs)
  assert.deepEqual(events, ['end a, attempt 1'])
})

test('an operator retries a dead job with all its attempts, and discards one permanently', async (t) => {
  const { add, jobs, events, handler, store, clock } = await table(t)
  await add('a')
  await add('b')
  const [a, b] = await jobs()
  await store.write((tx) => tx.run("UPDATE jobs SET status = 'dead', attempts = 3 WHERE id = ?", a?.id ?? ''))
  await store.write((tx) => retryJob(tx, [handler], a?.id ?? '', clock.now()))
  assert.deepEqual(
    (await jobs()).map(({ status, attempts }) => [status, attempts]),
    [
      ['waiting', 0],
      ['waiting', 0],
    ],
  )
  await store.write((tx) => discardJob(tx, [handler], b?.id ?? '', clock.now()))
  assert.deepEqual(events, ['revive a', 'give up b: Discarded by an operator.'])
  await store.write((tx) => tx.run('UPDATE jobs SET lease_until = ?', clock.now() + 1))
  await assert.rejects(
    store.write((tx) => discardJob(tx, [handler], a?.id ?? '', clock.now())),
    { code: 'CONFLICT' },
  )
  await assert.rejects(
    store.write((tx) => retryJob(tx, [handler], 'job_none', clock.now())),
    { code: 'NOT_FOUND' },
  )
})

const HOUR_MS = 60 * 60_000

test('when the clock is set back an hour, waiting jobs run on time, once', async (t) => {
  const { add, start, jobs, events, state, clock } = await table(t)
  clock.advance(10 * HOUR_MS)
  let release = () => {}
  state.run = async ({ subject, attempts }) => {
    events.push(`${subject} ${attempts}`)
    if (subject === 'running')
      await new Promise<void>((resolve) => {
        release = resolve
      })
    if (subject === 'fails' && attempts === 1) throw new Error('not yet')
  }
  for (const subject of ['fails', 'running', 'waiting']) await add(subject)
  const scheduler = start()
  await until(() => events.includes('running 1'))
  clock.advance(-HOUR_MS)
  scheduler.wake()
  await until(() => true)
  release()
  await until(async () => (await jobs()).length === 1)
  assert.deepEqual(events, ['fails 1', 'running 1', 'waiting 1'])

  // The retry of the one that failed comes as long after the failure as it would have.
  const [retry] = await jobs()
  assert.equal((retry?.dueAt ?? 0) - clock.now(), 1_000)
  clock.advance(1_000)
  scheduler.wake()
  await none(jobs)
  assert.deepEqual(events, ['fails 1', 'running 1', 'waiting 1', 'fails 2'])
})

test('jobs that were made before the clock was set back are not stuck when the server starts after it', async (t) => {
  const { add, start, jobs, events, clock } = await table(t)
  clock.advance(10 * HOUR_MS)
  await add('a')
  clock.advance(-HOUR_MS)
  await add('b')
  start()
  await none(jobs)
  assert.deepEqual(events, ['run b', 'run a'])
})

test("a run's result is written until that succeeds, and the run is not repeated", async (t) => {
  const { add, start, jobs, events, state } = await table(t)
  let isFull = true
  state.run = async ({ subject }, end) => {
    events.push(`run ${subject}`)
    await end(async () => {
      if (isFull) {
        isFull = false
        throw new Error('the disk is full')
      }
      events.push(`written ${subject}`)
      return undefined
    })
  }
  await add('a')
  start()
  await none(jobs)
  assert.deepEqual(events, ['run a', 'written a'])
})

test('a run may ask to be repeated, which is not a failure', async (t) => {
  const { add, start, jobs, events, state, clock } = await table(t, { retries: [] })
  state.run = async ({ subject, attempts }, end) => {
    events.push(`run ${attempts} of ${subject}`)
    await end(async () => (attempts === 1 ? { waitMs: 5_000, reason: 'too early' } : undefined))
  }
  await add('a')
  const scheduler = start()
  await until(async () => (await jobs())[0]?.dueAt === clock.now() + 5_000)
  assert.deepEqual([(await jobs())[0]?.leaseUntil, (await jobs())[0]?.lastError], [null, 'too early'])
  clock.advance(5_000)
  scheduler.wake()
  await none(jobs)
  assert.deepEqual(events, ['run 1 of a', 'run 2 of a'])
})

test('a job that ends in the transaction that claims others is not claimed again', async (t) => {
  const { store, add, jobs, clock, handler } = await table(t)
  await add('a')
  await store.write(async (tx) => {
    const now = clock.now()
    const claim = { ...handler, leaseUntil: now + 60_000 }
    const [job] = await claimJobs(tx, { ...claim, running: [] }, now)
    await postponeJob(tx, job?.id ?? '', now + 20_000, 'later')
    await claimJobs(tx, { ...claim, running: [job?.id ?? ''] }, now)
  })
  assert.equal((await jobs())[0]?.leaseUntil, null)
})
