// node scripts/soak/refunds.ts [SEQUENCES] [SEED]: the property test of refunds with a number of
// sequences of your choice.
import { test } from 'node:test'
import { driveRefunds } from '../../test/support/refund-lives.ts'

const [sequences = '20000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2)

test(`${sequences} sequences of refunds with seed ${seed}`, async (t) => {
  t.diagnostic(JSON.stringify(await driveRefunds(t, Number(sequences), Number(seed))))
})
