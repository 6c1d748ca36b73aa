import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStuck, KINDS, simulate, simulatedCustomers } from '../support/dialogues.ts'

test('customers who do not get on reach a person before they hear one sentence three times', async (t) => {
  const customers = simulatedCustomers()
  for (const kind of KINDS) assert.equal(customers.filter((customer) => customer.kind === kind).length, 50)
  const dialogues = await simulate(t, customers)
  assert.equal(dialogues.length, 200)
  const stuck = dialogues
    .filter(isStuck)
    .map(({ customer, turns }) => ({ customer, said: turns.map(({ said }) => said) }))
  assert.deepEqual(stuck, [])
})
