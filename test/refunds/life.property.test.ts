import { test } from 'node:test'
import { driveRefunds } from '../support/refund-lives.ts'

/** `scripts/soak/refunds.ts` runs more. */
const SEQUENCES = 300

/** It takes some seconds on a machine that has nothing else to do, and a minute on one core beside other tests. */
const timeout = 600_000

test('whatever happens, money moves at most once, as previewed and confirmed, and every refund ends', {
  timeout,
}, async (t) => {
  const seed = Number(process.env.REFUND_SEED ?? 20_260_301)
  t.diagnostic(`REFUND_SEED=${seed} runs the same sequences`)
  t.diagnostic(JSON.stringify(await driveRefunds(t, SEQUENCES, seed)))
})
