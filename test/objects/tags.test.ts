import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '../../src/access/actor.ts'
import { addAgentTag } from '../../src/objects/agent-tags.ts'
import { tagCustomer, untagCustomer } from '../../src/objects/tag-customer.ts'
import { customer } from '../support/objects.ts'
import { type Api, addWorkspace, client, owner, startServer } from '../support/server.ts'

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

const addTag = (api: Api, tag: string, workspaceId = api.workspaceId) =>
  api.store.write((tx) => addAgentTag(tx, { workspaceId, customerId: 'c1', tag, agent: 'ada' }, api.clock.now()))

test('an empty array and null remove the tags of the API where agents added none', async (t) => {
  const api = await startServer(t)
  await api.push('customers', [customer({ updatedAt: 1, tags: ['vip'] })])
  await api.push('customers', [customer({ updatedAt: 2, tags: [] })])
  assert.deepEqual(await tagsOf(api), [])
  await api.push('customers', [customer({ updatedAt: 3, tags: ['vip'] })])
  await api.push('customers', [customer({ updatedAt: 4, tags: null })])
  assert.equal(await tagsOf(api), undefined)
})

test('agents may tag a customer who has no tags, and lists show it too', async (t) => {
  const api = await startServer(t)
  await api.push('customers', [customer({ id: 'c0' }), customer()])
  await addTag(api, 'patient')
  assert.deepEqual(await tagsOf(api), ['patient'])
  const { data } = (await api.call('GET', '/customers')).body
  assert.deepEqual(
    data.map(({ id, tags }: { id: string; tags?: string[] }) => [id, tags]),
    [
      ['c1', ['patient']],
      ['c0', undefined],
    ],
  )
})

test("a tag given by both is shown once, and stays if the API's is removed", async (t) => {
  const api = await startServer(t)
  await api.push('customers', [customer({ updatedAt: 1, tags: ['vip', 'loud'] })])
  await addTag(api, 'vip')
  await addTag(api, 'vip')
  assert.deepEqual(await tagsOf(api), ['vip', 'loud'])
  await api.push('customers', [customer({ updatedAt: 2, tags: [] })])
  assert.deepEqual(await tagsOf(api), ['vip'])
})

test("agents' tags are shown in the order in which they were added, after those of the API", async (t) => {
  const api = await startServer(t)
  await api.push('customers', [customer({ tags: ['m'] })])
  for (const tag of ['z', 'a', 'k']) {
    await addTag(api, tag)
    api.clock.advance(1_000)
  }
  assert.deepEqual(await tagsOf(api), ['m', 'z', 'a', 'k'])
})

test('a stale push changes no tags', async (t) => {
  const api = await startServer(t)
  await api.push('customers', [customer({ updatedAt: 2, tags: ['vip'] })])
  await addTag(api, 'patient')
  for (const tags of [[], null, ['other']]) await api.push('customers', [customer({ updatedAt: 2, tags })])
  assert.deepEqual(await tagsOf(api), ['vip', 'patient'])
})

test("another workspace's agents cannot tag this one's customers", async (t) => {
  const api = await startServer(t)
  const other = await addWorkspace(api.store, 'other', api.clock)
  await api.push('customers', [customer({ tags: ['vip'] })])
  await client(api.baseUrl, other.key).push('customers', [customer()])
  await addTag(api, 'theirs', other.workspaceId)
  assert.deepEqual(await tagsOf(api), ['vip'])
  assert.equal((await client(api.baseUrl, other.key).call('DELETE', '/customers/c1')).status, 204)
  await addTag(api, 'ours')
  assert.deepEqual(await tagsOf(api), ['vip', 'ours'])
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

test('people of the workspace add and remove tags of existing customers, and both are in the audit log', async (t) => {
  const api = await startServer(t)
  const { workspaceId, store, clock } = api
  await api.push('customers', [customer({ tags: ['vip'] })])
  const change = (act: typeof tagCustomer, tag: string, id = 'c1', actor: Actor = owner) =>
    store.write((tx) => act(tx, actor, { workspaceId, id, tag }, clock.now()))
  assert.deepEqual((await change(tagCustomer, 'patient')).tags, ['vip', 'patient'])
  assert.deepEqual((await change(tagCustomer, 'patient')).tags, ['vip', 'patient'])
  assert.deepEqual(await tagsOf(api), ['vip', 'patient'])
  assert.deepEqual((await change(untagCustomer, 'patient')).tags, ['vip'])
  const reasonOf = (changed: Promise<unknown>) => changed.catch(({ reason }) => reason)
  assert.equal(await reasonOf(change(untagCustomer, 'patient')), 'no_such_tag')
  assert.equal(await reasonOf(change(untagCustomer, 'vip')), 'tag_of_the_shop')
  assert.equal(await reasonOf(change(tagCustomer, '')), 'invalid_tag')
  assert.equal(await reasonOf(change(tagCustomer, 'x'.repeat(256))), 'invalid_tag')
  for (const act of [tagCustomer, untagCustomer]) {
    assert.equal(await reasonOf(change(act, 'patient', 'c2')), 'no_such_object')
    assert.equal(await reasonOf(change(act, 'patient', 'c1', { ...owner, role: null })), 'not_an_agent')
  }
  assert.deepEqual(await tagsOf(api), ['vip'])
  const rows = await store.read.all<{ action: string; target: string; details: string }>(
    `SELECT action, target, details FROM audit_log WHERE action LIKE 'customer.%' ORDER BY rowid`,
  )
  assert.deepEqual(
    rows.map(({ action, target, details }) => [action, target, details]),
    [
      ['customer.tag_added', 'c1', '{}'],
      ['customer.tag_removed', 'c1', '{}'],
    ],
  )
})

test('a customer has at most 250 tags', async (t) => {
  const api = await startServer(t)
  const { workspaceId, store, clock } = api
  await api.push('customers', [customer({ tags: Array.from({ length: 249 }, (_, index) => `t${index}`) })])
  const add = (tag: string) => store.write((tx) => tagCustomer(tx, owner, { workspaceId, id: 'c1', tag }, clock.now()))
  await add('last')
  await add('last')
  await add('t1')
  await assert.rejects(add('one more'), { reason: 'too_many_tags' })
})
