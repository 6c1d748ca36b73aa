import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { deleteWorkspace } from '../../src/access/delete-workspace.ts'
import { changeRole } from '../../src/access/memberships.ts'
import { getWorkspace } from '../../src/access/workspaces.ts'
import { hooks } from '../../src/serve/features.ts'
import { assertError, type Browser, signedIn } from '../support/console.ts'
import { startImporting } from '../support/importing.ts'
import { order } from '../support/objects.ts'
import { type Api, type ServerOptions, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { asIso, whole } from '../support/whole-objects.ts'

const owner = { name: 'test', origin: 'test', role: 'owner', isOperator: true } as const

test('what is exported and imported elsewhere is the same, with every field', async (t) => {
  const [from, to] = [await startServer(t), await startImporting(t)]
  const page = await signedIn(from, { role: 'admin' })
  for (const [type, object] of Object.entries(whole)) {
    const odd = { id: "'=1E5", updatedAt: asIso(0), custom: { '10': "=cmd|' /C calc'!A0", '9': 1.1 } }
    await from.push(type, [object(asIso), { id: ' x ', updatedAt: asIso(3) }, odd])
    const { status, text, headers } = await page.get(`/exports/data/${type}`)
    assert.equal(status, 200, text)
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.equal(headers.get('content-disposition'), `attachment; filename="${type}.csv"`)
    const { code, stderr } = await to.import([type, await to.file(`${type}.csv`, text)])
    assert.equal(code, 0, stderr)
    const [one, other] = [await from.call('GET', `/${type}`), await to.call('GET', `/${type}`)]
    assert.equal(one.body.data.length, 3)
    assert.deepEqual(other.body, one.body)
  }
})

test('an export has the filters of its list, and the log has who made it, without the values of the filters', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  await api.push('orders', [
    order({ id: 'o1', status: 'shipped', email: 'ada@example.com' }),
    order({ id: 'o2', status: 'pending', email: 'ada@example.com' }),
    order({ id: 'o3', status: 'shipped', email: 'ben@example.com' }),
  ])
  const { text } = await page.get('/exports/data/orders?status=shipped&email=ADA%40example.com')
  assert.deepEqual(idsIn(text), ['o1'])
  api.clock.advance(1_000)
  assert.deepEqual(idsIn((await page.get('/exports/data/products')).text), [])
  const { body } = await page.get('/audit?action=list')
  assert.deepEqual(
    body.data.map(({ actor, subject, details }: Record<string, unknown>) => ({ actor, subject, details })),
    [
      { actor: 'ada@shop.example', subject: 'products', details: { filters: [] } },
      { actor: 'ada@shop.example', subject: 'orders', details: { filters: ['email', 'status'] } },
    ],
  )
  assert.equal((await page.get('/exports/data/orders?status=lost')).status, 400)
})

test('an export has the order of its list, which is not a filter', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  const ids = ['o1', 'o2', 'o3']
  await api.push(
    'orders',
    ids.map((id) => order({ id })),
  )
  assert.deepEqual(idsIn((await page.get('/exports/data/orders?sort=oldest')).text), ids)
  assert.deepEqual(idsIn((await page.get('/exports/data/orders?sort=newest')).text), ids.toReversed())
  assert.equal((await page.get('/exports/refunds?sort=oldest&status=failed')).status, 200)
  const { body } = await page.get('/audit?action=list')
  const logged = body.data.map(({ details }: { details: { filters: string[] } }) => details.filters.join())
  assert.deepEqual(logged.toSorted(), ['', '', 'status'])
})

test('agents export chats alone, and no other page can start an export', async (t) => {
  const api = await startServer(t)
  const agent = await signedIn(api, { role: 'agent' })
  for (const path of ['data/orders', 'data/customers', 'refunds'])
    assert.equal((await agent.get(`/exports/${path}`)).status, 403, path)
  const { status, text } = await agent.get('/exports/chats?show=all')
  assert.equal(status, 200)
  assert.match(text, /^id,mode,customerId,name,/)
  const response = await fetch(addressOf(api, 'chats'), {
    headers: { cookie: agent.cookie ?? '', 'sec-fetch-site': 'cross-site' },
  })
  assert.equal(response.status, 403)
  assert.equal(
    (await fetch(addressOf(api, 'chats'), { method: 'HEAD', headers: { cookie: agent.cookie ?? '' } })).status,
    405,
  )
})

/** A server with orders of 12 MB, more than connections hold on their way. */
async function startLarge(
  t: TestContext,
  options: ServerOptions = {},
): Promise<{ api: Api; page: Browser & { memberId: string } }> {
  const api = await startServer(t, options)
  for (let part = 0; part < 16; part++)
    await api.push(
      'orders',
      Array.from({ length: 25 }, (_, n) => order({ id: `o${part}-${n}`, custom: { note: 'x'.repeat(30_000) } })),
    )
  return { api, page: await signedIn(api) }
}

const addressOf = ({ baseUrl }: Api, path: string) => `${baseUrl.replace('/api/v1', '/console/api')}/exports/${path}`
const idsIn = (csv: string) =>
  csv
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0])

/** An export whose client has read its beginning, and reads no more for now. */
async function begin(api: Api, page: Browser, path = 'data/orders') {
  const client = new AbortController()
  const response = await fetch(addressOf(api, path), { headers: { cookie: page.cookie ?? '' }, signal: client.signal })
  assert.equal(response.status, 200)
  const reader = response.body?.getReader()
  assert.ok(reader)
  await reader.read()
  const rest = async () => {
    let bytes = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return bytes
      bytes += value.length
    }
  }
  return { leave: () => client.abort(), rest }
}

test('two exports of a workspace are sent at a time; a client that leaves makes room', async (t) => {
  const { api, page } = await startLarge(t)
  const [first, second] = [await begin(api, page), await begin(api, page)]
  assertError(await page.get('/exports/data/orders'), 409, 'too_many_exports')
  first.leave()
  await until(async () => (await page.get('/exports/data/products')).status === 200)
  assert.ok((await second.rest()) > 11_000_000)
})

test('a client that stops reading loses its place', async (t) => {
  const { api, page } = await startLarge(t, { standstillMs: 400 })
  const [first, second] = [await begin(api, page), await begin(api, page)]
  await until(async () => (await page.get('/exports/data/products')).status === 200)
  first.leave()
  second.leave()
})

test('an export ends, and is seen to be cut off, when its member loses the role', async (t) => {
  const { api, page } = await startLarge(t)
  await signedIn(api, { email: 'other@shop.example' })
  const { rest } = await begin(api, page)
  const { workspaceId } = api
  await api.store.write((tx) =>
    changeRole(tx, owner, { workspaceId, memberId: page.memberId, role: 'agent' }, api.clock.now()),
  )
  await assert.rejects(rest())
})

test('an export ends when its workspace is deleted', async (t) => {
  const { api, page } = await startLarge(t)
  const { rest } = await begin(api, page)
  const { workspaceId } = api
  const { name } = await getWorkspace(api.store.read, workspaceId)
  const deleting = { workspaceId, name, force: true, onDeleting: hooks.onDeletingWorkspace }
  await api.store.write((tx) => deleteWorkspace(tx, owner, deleting, api.clock.now()))
  await assert.rejects(rest())
})

test('what changes while a file with the oldest first is sent is not in it twice', async (t) => {
  const { api, page } = await startLarge(t)
  const response = await fetch(addressOf(api, 'data/orders?sort=oldest'), { headers: { cookie: page.cookie ?? '' } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let csv = (await reader?.read())?.value ?? ''
  await api.push('orders', [order({ id: 'o0-0', updatedAt: api.clock.now() })])
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: '' }
    if (done) break
    csv += value
  }
  const ids = idsIn(csv)
  assert.deepEqual([ids.length, ids.filter((id) => id === 'o0-0').length], [400, 1])
})

test('no more of a list is read than its client reads', async (t) => {
  const { api, page } = await startLarge(t)
  const reads = t.mock.method(api.store.read, 'until').mock
  const { rest } = await begin(api, page)
  const begun = reads.callCount()
  await rest()
  assert.ok(begun < reads.callCount(), `${begun} of ${reads.callCount()}`)
})
