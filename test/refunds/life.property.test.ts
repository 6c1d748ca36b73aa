import { test } from 'node:test'
import { driveRefunds } from '../support/refund-lives.ts'

/** `scripts/soak/refunds.ts` runs more. */
const SEQUENCES = 800

/** It takes a quarter of a minute on a machine that has nothing else to do, and one on one core beside other tests. */
const timeout = 600_000

test('whatever happens, money moves at most once, as previewed and confirmed, and every refund ends', {
  timeout,
}, async (t) => {
  const seed = Number(process.env.REFUND_SEED ?? 20_260_301)
  t.diagnostic(`REFUND_SEED=${seed} runs the same sequences`)
  t.diagnostic(JSON.stringify(await driveRefunds(t, SEQUENCES, seed)))
})
