import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { SAMPLE_ENDPOINT } from '../../src/sample-shop/refund-endpoint.ts'
import { addMember, assertError, browserOf } from '../support/console.ts'
import { type Api, owner, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

test('an operator loads the sample shop into a test workspace of its own: objects, refunds, chats, and a chat window', async (t) => {
  const api = await startServer(t)
  const page = await browserOf(api, await addMember(api, { isOperator: true }))
  assert.deepEqual((await page.get('/sample-shop')).body, { workspaceId: null, isHere: false })
  const { status, body, text } = await page.post('/sample-shop/load')
  assert.equal(status, 200, text)
  const { workspace, role, workspaces } = body
  assert.deepEqual([workspace.name, workspace.test, workspace.sample, role], ['Sample shop', true, true, 'owner'])
  assert.equal(workspaces.length, 2)
  assert.deepEqual((await page.get('/sample-shop')).body, { workspaceId: workspace.id, isHere: true })
  for (const [table, count] of Object.entries({
    orders: 500,
    tickets: 80,
    articles: 22,
    refunds: 38,
    conversations: 642,
  })) {
    const sql = `SELECT count(*) AS count FROM ${table} WHERE workspace_id = ?`
    assert.equal((await api.store.read.get<{ count: number }>(sql, workspace.id))?.count, count, table)
    // A shop's own workspace never holds sample data.
    assert.equal((await api.store.read.get<{ count: number }>(sql, api.workspaceId))?.count, 0, table)
  }
  const { data: refunds } = (await page.get('/refunds')).body
  const statuses = (refunds as { status: string }[]).map((refund) => refund.status)
  assert.deepEqual([...new Set(statuses)].toSorted(), ['awaiting_approval', 'declined', 'rejected', 'succeeded'])
  assert.equal(statuses.filter((one) => one === 'awaiting_approval').length, 1)
  const { key, origins } = (await page.get('/settings/widget/access')).body
  assert.match(key.key, /^pk_/)
  assert.deepEqual(origins, [new URL(api.baseUrl).origin])
  assert.equal((await page.get('/settings/assistant')).body.enabled, true)
})

test('the assistant answers the chats of the sample shop at once, and leaves two of them to people', async (t) => {
  const api = await startServer(t)
  const page = await browserOf(api, await addMember(api, { isOperator: true }))
  await page.post('/sample-shop/load')
  await until(async () => (await answeredChats(api)) === 5)
  assert.equal((await page.get('/home')).body.chats.waiting, 2)
})

async function answeredChats({ store }: Api): Promise<number | undefined> {
  // Those of the year before are closed.
  const sql = `SELECT count(DISTINCT conversation_id) AS count FROM messages JOIN conversations ON conversations.id = conversation_id
    WHERE author = 'assistant' AND mode <> 'closed'`
  return (await store.read.get<{ count: number }>(sql))?.count
}

test('refunds of the sample shop are decided on, and made by no server', async (t) => {
  const api = await startServer(t)
  const page = await browserOf(api, await addMember(api, { isOperator: true }))
  await page.post('/sample-shop/load')
  const { data } = (await page.get('/refunds')).body
  const { id, amount, currency } = data.find((refund: { status: string }) => refund.status === 'awaiting_approval')
  const approved = await page.post(`/refunds/${id}/approve`, { amount, currency })
  assert.equal(approved.status, 200, approved.text)
  await until(async () => (await page.get(`/refunds/${id}`)).body.refund.status === 'succeeded')
  assert.equal((await page.post('/settings/refunds/test-connection')).body.ok, true)
})

test('the endpoint of the sample shop answers no other workspace', async (t) => {
  const api = await startServer(t)
  const page = await browserOf(api, await addMember(api, { isOperator: true }))
  await page.post('/settings/refunds', { endpointUrl: SAMPLE_ENDPOINT })
  await page.post('/settings/refunds/secret')
  const { ok, answer } = (await page.post('/settings/refunds/test-connection')).body
  assert.deepEqual([ok, answer], [false, null])
})

test('there is one sample shop an installation, which every operator can open', async (t) => {
  const api = await startServer(t)
  const ada = await browserOf(api, await addMember(api, { isOperator: true }))
  const ben = await browserOf(api, await addMember(api, { email: 'ben@shop.example', role: 'agent', isOperator: true }))
  const first = (await ada.post('/sample-shop/load')).body
  const second = (await ben.post('/sample-shop/load')).body
  assert.equal(second.workspace.id, first.workspace.id)
  assert.equal(second.role, 'owner')
  assert.equal((await ada.post('/sample-shop/load')).body.workspaces.length, 2)
  const { count } = (await api.store.read.get<{ count: number }>('SELECT count(*) AS count FROM workspaces')) ?? {}
  assert.equal(count, 2)
})

test('a workspace of the shop that has the name is left alone', async (t) => {
  const api = await startServer(t)
  const page = await browserOf(api, await addMember(api, { isOperator: true }))
  const own = { name: 'Sample shop', plan: 'scale', test: false } as const
  await api.store.write((tx) => createWorkspace(tx, owner, own, api.clock.now()))
  assertError(await page.post('/sample-shop/load'), 409, 'name_taken')
  assertError(await page.post('/sample-shop/remove'), 404, 'no_sample_shop')
})

test('an operator removes the sample shop and stays signed in, in a workspace of the shop', async (t) => {
  const api = await startServer(t)
  const memberId = await addMember(api, { isOperator: true })
  const page = await browserOf(api, memberId)
  const { workspace } = (await page.post('/sample-shop/load')).body
  const removed = await page.post('/sample-shop/remove')
  assert.equal(removed.status, 200, removed.text)
  assert.deepEqual([removed.body.workspace.id, removed.body.workspace.sample], [api.workspaceId, false])
  assert.equal((await page.get('/session')).body.workspaces.length, 1)
  const audited = await api.store.read.all<{ actor: string }>(
    `SELECT actor FROM audit_log WHERE workspace_id = ? AND action = 'workspace.deleted'`,
    workspace.id,
  )
  assert.deepEqual(audited, [{ actor: 'ada@shop.example' }])
  assertError(await page.post('/sample-shop/remove'), 404, 'no_sample_shop')
  // It can be loaded again.
  assert.notEqual((await page.post('/sample-shop/load')).body.workspace.id, workspace.id)
})

test('an operator who is a member of the sample shop alone does not remove it, and their account with it', async (t) => {
  const api = await startServer(t)
  const page = await browserOf(api, await addMember(api, { isOperator: true }))
  await page.post('/sample-shop/load')
  await api.store.write((tx) => tx.run('DELETE FROM memberships WHERE workspace_id = ?', api.workspaceId))
  assertError(await page.post('/sample-shop/remove'), 409, 'only_workspace')
  assert.equal((await page.get('/session')).status, 200)
})
