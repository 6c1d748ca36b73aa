// node scripts/soak/model-faults.ts [TURNS]: chats while the assistant's model fails at random, as often as you like. PROPERTY_SEED=7 tries
// other faults.
import { test } from 'node:test'
import { answerThroughFaults } from '../../test/support/model-faults.ts'

const turns = Number(process.argv[2] ?? 2_000)

test(`${turns} turns with a model that fails`, async (t) => {
  t.diagnostic(JSON.stringify(await answerThroughFaults(t, turns)))
})
