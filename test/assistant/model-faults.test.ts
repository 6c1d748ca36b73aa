import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerThroughFaults } from '../support/model-faults.ts'

/** `scripts/soak/model-faults.ts 2000` is the long form. */
const TURNS = 60

test('whatever a model does, the customer reads what the template says, and no money moves', async (t) => {
  const { worded, rejected } = await answerThroughFaults(t, TURNS)
  assert.ok(worded > 0 && rejected > 0, `${worded} worded, ${rejected} rejected`)
})
