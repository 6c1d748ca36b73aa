import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStuck, KINDS, simulate, simulatedCustomers } from '../support/dialogues.ts'

/** Of 200. */
const MOST_STUCK = 60

test('customers who do not get on reach a person before they hear one sentence three times', async (t) => {
  const customers = simulatedCustomers()
  for (const kind of KINDS) assert.equal(customers.filter((customer) => customer.kind === kind).length, 50)
  const dialogues = await simulate(t, customers)
  const stuck = dialogues.filter(isStuck).length
  assert.ok(stuck <= MOST_STUCK, `${stuck} of ${dialogues.length} dialogues`)
})
