import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Measured } from '../../scripts/soak/attack/measure.ts'
import { problems } from '../../scripts/soak/attack/verdict.ts'

/** A run in which nothing went wrong, but for what is given. */
const run = (changes: Partial<Measured> = {}): Measured => ({
  before: 4,
  settled: 4,
  p99: 250,
  worst: 1_000,
  failures: [],
  memory: { before: 160, peak: 599, after: 200 },
  ended: undefined,
  tallies: [],
  ...changes,
})

test('a run within the limits passes', () => {
  assert.deepEqual(problems('strangers', run()), [])
  assert.deepEqual(problems('shops', run({ p99: 999 })), [])
})

const harms: ['strangers' | 'shops', Partial<Measured>, string][] = [
  ['strangers', { p99: 251 }, 'push p99 251 ms, more than 250 ms'],
  ['shops', { worst: 1_001 }, 'a push took 1001 ms, more than 1000 ms'],
  ['strangers', { worst: Number.NaN }, 'no push was made'],
  ['strangers', { failures: ['503', '429'] }, '2 pushes failed, the first: 503'],
  ['strangers', { memory: { before: 160, peak: 600, after: 200 } }, '600 MB of memory, not below 600 MB'],
  ['shops', { memory: { before: 160, peak: 1_500, after: 200 } }, '1500 MB of memory, not below 1500 MB'],
  ['strangers', { settled: 11 }, '10 s after it the median push takes 11.0 ms, 4.0 ms before'],
  ['shops', { ended: 'SIGABRT' }, 'the server ended: SIGABRT'],
]
for (const [by, harm, problem] of harms)
  test(`${by} do harm when ${problem}`, () => assert.deepEqual(problems(by, run(harm)), [problem]))
