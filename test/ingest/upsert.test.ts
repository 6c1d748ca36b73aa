import assert from 'node:assert/strict'
import { test } from 'node:test'
import { order } from '../support/objects.ts'
import { startServer } from '../support/server.ts'

test('an older push does not overwrite a newer one', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ id: 'o1', updatedAt: 2_000, status: 'shipped' })])
  const { results } = await api.push('orders', [order({ id: 'o1', updatedAt: 1_000, status: 'pending' })])
  assert.deepEqual(results, [{ id: 'o1', status: 'stale' }])
})
