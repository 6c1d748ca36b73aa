import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAgentTag } from '../../src/ingest/agent-tags.ts'
import { customer } from '../support/objects.ts'
import { type Api, startServer } from '../support/server.ts'

const tagsOf = async (api: Api) => (await api.call('GET', '/customers/c1')).body.tags

test("a push replaces the API's tags and keeps those that agents added", async (t) => {
  const api = await startServer(t)
  let updatedAt = 1
  const push = (fields: object) => api.push('customers', [customer({ updatedAt: updatedAt++, ...fields })])
  await push({ tags: ['vip', 'wholesale'] })
  await api.store.write((tx) =>
    addAgentTag(tx, { workspaceId: api.workspaceId, customerId: 'c1', tag: 'patient', agent: 'ada' }, api.clock.now()),
  )
  assert.deepEqual(await tagsOf(api), ['vip', 'wholesale', 'patient'])
  await push({ tags: ['retail', 'patient'] })
  assert.deepEqual(await tagsOf(api), ['retail', 'patient'])
  await push({ name: 'Ada' })
  assert.deepEqual(await tagsOf(api), ['retail', 'patient'])
  await push({ tags: [] })
  assert.deepEqual(await tagsOf(api), ['patient'])
  await push({ tags: ['x'] })
  await push({ tags: null })
  assert.deepEqual(await tagsOf(api), ['patient'])
})

test("erasing a customer erases the agents' tags too", async (t) => {
  const api = await startServer(t)
  await api.push('customers', [customer()])
  await api.store.write((tx) =>
    addAgentTag(tx, { workspaceId: api.workspaceId, customerId: 'c1', tag: 'patient', agent: 'ada' }, api.clock.now()),
  )
  await api.call('DELETE', '/customers/c1')
  await api.push('customers', [customer()])
  assert.equal(await tagsOf(api), undefined)
})
