import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Figures, figures } from '../../scripts/soak/attack/figures.ts'
import type { Measured } from '../../scripts/soak/attack/measure.ts'
import { problems, unfair } from '../../scripts/soak/attack/verdict.ts'

const calm: Figures = { calls: 160, median: 4, p99: 8, worst: 9, failed: 0, firstFailure: undefined }

/** A run in which nothing went wrong, but for what is given. */
function run(changes: Partial<Measured> = {}): Measured {
  return {
    pushes: { before: calm, during: calm, after: calm, settled: calm },
    bulk: calm,
    health: calm,
    memory: { before: 160, peak: 300, settled: 200 },
    diskMb: 5,
    ended: undefined,
    isCutShort: false,
    tallies: [],
    ...changes,
  }
}

const during = (changes: Partial<Figures>): Partial<Measured> => ({
  pushes: { before: calm, during: { ...calm, ...changes }, after: calm, settled: calm },
})

test('a run with the figures of its control passes', () => {
  assert.deepEqual(problems(run(), run(), 16), [])
  assert.deepEqual(unfair(run(), run()), [])
})

const harms: [Partial<Measured>, string][] = [
  [during({ p99: 16.1 }), 'push p99 16.1 ms, more than 16.0 ms (control 8.0 ms)'],
  [during({ failed: 2, firstFailure: '503' }), '2 of 160 pushes failed, the first: 503'],
  [during({ calls: 0 }), 'no pushes were made'],
  [{ bulk: { ...calm, worst: 43_000 } }, 'slowest bulk call 43000 ms, more than 250 ms (control 9.0 ms)'],
  [{ health: { ...calm, worst: 20_000 } }, '/healthz took 20000 ms, more than 2000 ms'],
  [
    { health: { ...calm, failed: 1, firstFailure: 'ECONNRESET' } },
    '1 of 160 calls of /healthz failed, the first: ECONNRESET',
  ],
  [{ memory: { before: 160, peak: 600, settled: 200 } }, 'memory reached 600 MB, not below 600 MB'],
  [{ memory: { before: 160, peak: 599, settled: 400 } }, '400 MB of memory after it, 160 MB before'],
  [
    { pushes: { before: calm, during: calm, after: calm, settled: { ...calm, median: 11 } } },
    'median push after it 11.0 ms, more than 10.0 ms (control 4.0 ms)',
  ],
  [
    { pushes: { before: calm, during: calm, after: { ...calm, failed: 1, firstFailure: '503' }, settled: calm } },
    '1 of 160 pushes after it failed, the first: 503',
  ],
  [{ diskMb: 144 }, 'the database grew by 139 MB more than without it, which may be 16 MB'],
  [{ ended: 'SIGABRT' }, 'the server ended: SIGABRT'],
  [{ isCutShort: true }, 'ended early: the server held more than 3000 MB'],
]
for (const [harm, problem] of harms)
  test(`an attack does harm when ${problem}`, () => assert.deepEqual(problems(run(harm), run(), 16), [problem]))

test('a push of a few milliseconds passes whatever the control took', () => {
  const control = run(during({ median: 0.5, p99: 1 }))
  assert.deepEqual(problems(run(during({ median: 3, p99: 10 })), control, undefined), [])
  assert.deepEqual(unfair(run(during({ median: 3 })), control), [])
  assert.deepEqual(unfair(run(during({ median: 3.1 })), control), [
    'median push 3.1 ms, more than 3.0 ms (control 0.5 ms)',
  ])
})

test('figures count the calls sent within a span of time', () => {
  const samples = Array.from({ length: 100 }, (_, index) => ({
    at: index,
    ms: index,
    failure: index === 50 ? '503' : undefined,
  }))
  const found = figures(samples, 0, 60)
  assert.deepEqual(found, { calls: 60, median: 30, p99: 59, worst: 59, failed: 1, firstFailure: '503' })
})
