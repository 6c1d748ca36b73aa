import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { deleteWorkspace, deleteWorkspaceRows } from '../../src/access/delete-workspace.ts'
import { changeWorkspace } from '../../src/access/workspaces.ts'
import { changeMode } from '../../src/conversations/modes.ts'
import { snooze } from '../../src/conversations/snooze.ts'
import { tagConversation } from '../../src/conversations/tags.ts'
import { toIso } from '../../src/lib/time.ts'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { indexedType } from '../../src/search/indexed-types.ts'
import { searchLag } from '../../src/search/lag.ts'
import { hooks, workspaceTables } from '../../src/serve/features.ts'
import { indexObjects } from '../../src/store/sqlite/text-index/write.ts'
import type { Reader } from '../../src/store/store.ts'
import { commandRunner } from '../support/commands.ts'
import { openEvents } from '../support/event-stream.ts'
import { storewire } from '../support/process.ts'
import { type Api, addWorkspace, client, owner, startServer, tempFolder } from '../support/server.ts'
import { AUTOMATIC, customer, type Shop, startShop } from '../support/shop.ts'
import { acceptsForLater, behavesWell, fails, hangs } from '../support/store-endpoint.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

const runCommand = commandRunner()

const HOUR_MS = 60 * 60_000

/** Tables that keep what is a member's own, whatever their workspaces. */
const OF_MEMBERS = ['members', 'member_networks', 'member_second_factors', 'member_recovery_codes']

/** Tables that keep nothing of a workspace beyond its own row. */
const OF_NO_WORKSPACE = [
  'workspaces',
  'jobs',
  'dev_clock',
  'readiness',
  'notices',
  'nightly_backups',
  'offsite_backups',
  'picture_settings',
  'mail_setup',
  'filter_fills',
  'search_fills',
  ...OF_MEMBERS,
]

/** How many rows of a workspace each table has, for those that have any. */
async function rowsOf(read: Reader, workspaceId: string): Promise<Record<string, number>> {
  const counts = await Promise.all(
    workspaceTables.map(async ({ table, of = 'workspace_id = ?' }) => {
      const row = await read.get<{ count: number }>(`SELECT count(*) AS count FROM ${table} WHERE ${of}`, workspaceId)
      return [table, row?.count ?? 0] as const
    }),
  )
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

/** The request log is written a moment after the responses: a job deletes what came last. */
async function tablesLeft(read: Reader, workspaceId: string): Promise<string[]> {
  return Object.keys(await rowsOf(read, workspaceId)).filter((table) => table !== 'request_log')
}

const run = async (api: Pick<Api, 'file'>, ...args: string[]) => {
  const { code, stdout, stderr } = await runCommand(['workspaces', ...args, '--db', api.file, '--json'])
  return { code, stderr, result: stdout === '' ? undefined : JSON.parse(stdout) }
}

/** A workspace with something in nearly every table. */
async function busyShop(shop: Shop): Promise<{ refund: string }> {
  const { api } = shop
  await shop.set(AUTOMATIC)
  const custom = { exact: 1.0, big: 12345678901234567890n.toString() }
  await api.push('customers', [{ id: 'c1', updatedAt: 1_000, name: 'Ada', email: 'ada@example.com', custom }])
  await api.push('tickets', [{ id: 't1', updatedAt: 1_000, customerId: 'c1', messages: [] }])
  const { body } = await api.call('POST', '/backfills', { json: { label: 'first' } })
  const data = Array.from({ length: 1_000 }, (_, index) => ({
    id: `p${index}`,
    updatedAt: 1_000,
    title: `Mug ${index}`,
  }))
  const bulk = await api.call('POST', '/products/bulk', { json: { data, backfillId: body.id } })
  await until(async () => (await api.call('GET', `/batches/${bulk.body.batchId}`)).body.status === 'done')
  const widget = await startWidget(api)
  const page = await widget.open('c1')
  await page.call('POST', '/messages', { json: { text: 'Where is my mug?' } })
  const { conversationId, workspaceId } = { ...page, ...api }
  await api.store.write(async (tx) => {
    const chat = { workspaceId, id: conversationId, agentName: 'Ann' }
    await changeMode(tx, owner, { ...chat, mode: 'human' }, api.clock.now())
    await tagConversation(tx, owner, { ...chat, add: ['vip'], remove: [] }, api.clock.now())
    await snooze(tx, owner, { ...chat, until: api.clock.now() + HOUR_MS }, api.clock.now())
  })
  shop.endpoint.behave(behavesWell)
  const { id } = await shop.offer({ conversationId })
  await api.store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, api.clock.now()))
  api.wake()
  await shop.until(id, 'succeeded')
  return { refund: id }
}

test('every table with rows of a workspace declares how they are deleted and exported', async (t) => {
  const { store } = await startServer(t)
  const tables = await store.read.all<{ name: string }>(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%'`,
  )
  assert.deepEqual(
    [...workspaceTables.map(({ table }) => table), ...OF_NO_WORKSPACE].sort(),
    tables.map(({ name }) => name).sort(),
  )
})

test('name, plan and test mark of a workspace are changed beside a running server, and audited', async (t) => {
  const api = await startServer(t)
  await addWorkspace(api.store, 'other', api.clock)
  const changed = await run(api, 'set', 'shop', '--plan', 'growth', '--test', 'on', '--name', 'Mugs & more')
  assert.deepEqual(changed.result, {
    id: api.workspaceId,
    name: 'Mugs & more',
    plan: 'growth',
    test: true,
    timeZone: 'UTC',
  })
  assert.equal((await run(api, 'set', api.workspaceId, '--test', 'off')).result.test, false)
  assert.equal((await run(api, 'set', api.workspaceId, '--time-zone', 'Asia/Tokyo')).result.timeZone, 'Asia/Tokyo')
  assert.match((await run(api, 'set', api.workspaceId, '--time-zone', 'Mars')).stderr, /no time zone Mars/)
  const entries = await api.store.read.all<{ details: string }>(
    `SELECT details FROM audit_log WHERE action = 'workspace.changed' AND workspace_id = ? ORDER BY at, id`,
    api.workspaceId,
  )
  assert.deepEqual(
    entries.map(({ details }) => JSON.parse(details)),
    [{ name: 'Mugs & more', plan: 'growth', test: true }, { test: false }, { timeZone: 'Asia/Tokyo' }],
  )
  assert.match(
    (await run(api, 'set', 'other', '--name', 'Mugs & more')).stderr,
    /workspace named Mugs & more already exists/,
  )
  assert.match((await run(api, 'set', 'other', '--name', ' ')).stderr, /1 to 255 characters/)
  assert.match((await run(api, 'set', 'other')).stderr, /Nothing to change: add --name, --plan, --test or --time-zone/)
  assert.match((await run(api, 'set', 'nobody', '--plan', 'scale')).stderr, /no workspace nobody\. Choose one of/)
  const admin = { ...owner, role: 'admin' as const }
  await assert.rejects(
    api.store.write((tx) => changeWorkspace(tx, admin, api.workspaceId, { plan: 'scale' }, 0)),
    { code: 'FORBIDDEN', reason: 'not_an_owner' },
  )
})

test('an export has everything except secrets, is readable by its user only, and can be imported again', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  const { refund } = await busyShop(shop)
  const folder = join(await tempFolder(t), 'export')
  const { result } = await run(api, 'export', 'shop', folder)
  const lines = async (name: string) =>
    (await readFile(join(folder, `${name}.ndjson`), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))

  const exported = workspaceTables.flatMap((table) => table.exported?.file ?? [])
  assert.deepEqual((await readdir(folder)).sort(), ['workspace', ...exported].map((file) => `${file}.ndjson`).sort())
  for (const { file, rows } of result.files) {
    assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600, file)
    assert.equal((await lines(file.replace('.ndjson', ''))).length, rows, file)
  }
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.equal((await lines('products')).length, 1_000, 'also of more than one page')
  assert.deepEqual(await lines('customers'), [(await api.call('GET', '/customers/c1')).body])
  assert.deepEqual((await lines('messages')).map(({ author, text }) => [author, text]).slice(0, 1), [
    ['customer', 'Where is my mug?'],
  ])
  const [{ assignee, snoozedUntil, closeReason }] = await lines('conversations')
  const until = toIso(api.clock.now() + HOUR_MS)
  assert.deepEqual([assignee, snoozedUntil, closeReason], [null, until, null])
  assert.deepEqual(
    (await lines('conversation-acts')).map(({ act, text, until }) => [act, text, until]),
    [
      ['tagged', 'vip', null],
      ['snoozed', null, until],
    ],
  )
  assert.deepEqual(
    (await lines('conversation-tags')).map(({ tag }) => tag),
    ['vip'],
  )
  const [{ id, amount, lines: refunded, status }] = await lines('refunds')
  assert.deepEqual([id, amount, refunded, status], [refund, 1_250, [], 'succeeded'])
  assert.ok((await lines('refund-moves')).every(({ refundId, at }) => refundId === refund && at.endsWith('Z')))
  assert.equal((await lines('refund-settings'))[0].endpointUrl, shop.endpoint.url)
  assert.ok((await lines('audit')).some(({ action }) => action === 'key.created'))

  const all = (await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))).join('')
  const secrets = await api.store.read.all<{ secret: string }>(
    `SELECT hash AS secret FROM api_keys UNION ALL SELECT secret FROM refund_settings UNION ALL SELECT secret FROM identity_secrets
     UNION ALL SELECT hash FROM widget_sessions`,
  )
  assert.ok(secrets.length >= 4)
  for (const secret of [api.key, ...secrets.map((row) => row.secret)]) assert.ok(!all.includes(secret))

  const { key, workspaceId } = await addWorkspace(api.store, 'copy', api.clock)
  for (const resource of ['customers', 'products', 'orders']) {
    const args = ['import', resource, join(folder, `${resource}.ndjson`), '--url', api.baseUrl]
    const { code, stderr } = await storewire(args, { env: { STOREWIRE_SECRET_KEY: key } })
    assert.equal(code, 0, stderr)
  }
  assert.equal((await rowsOf(api.store.read, workspaceId)).products, 1_000)
  const copied = await client(api.baseUrl, key).call('GET', '/customers/c1')
  assert.equal(copied.text, (await api.call('GET', '/customers/c1')).text)
})

test('an export replaces no file, and leaves no file if it fails', async (t) => {
  const api = await startServer(t)
  const parent = await tempFolder(t)
  assert.equal((await run(api, 'export', 'shop', join(parent, 'one'))).code, 0)
  assert.match((await run(api, 'export', 'shop', join(parent, 'one'))).stderr, /already exists. Name a folder/)
  assert.match((await run(api, 'export', 'nobody', join(parent, 'two'))).stderr, /no workspace nobody/)
  assert.match((await run(api, 'export', 'shop', join(parent, 'no', 'such'))).stderr, /the folder does not exist/)
  assert.deepEqual(await readdir(parent), ['one'])
})

test('a deleted workspace is gone beside a running server, and the others stay as they are', async (t) => {
  const shop = await startShop(t, { heartbeatMs: 100 })
  const { api } = shop
  const { store, workspaceId } = api
  await busyShop(shop)
  const widget = await startWidget(api)
  const page = await widget.open()
  const stream = await openEvents(t, api.baseUrl, page.token)
  const other = await addWorkspace(store, 'other', api.clock)
  const { call, push } = client(api.baseUrl, other.key)
  await push('orders', [{ id: 'o1', updatedAt: 1_000, total: 5 }])
  // The search index is filled by a job, which would change rows between two looks.
  await until(async () => (await searchLag(store.read, 0)).waiting === 0)
  const others = async () => ({
    ...(await rowsOf(store.read, other.workspaceId)),
    request_log: 0,
    daily_counts: 0,
    latest_pushes: 0,
    // Those that were read are deleted.
    changes: 0,
  })
  const before = await others()

  const { result, stderr } = await run(api, 'delete', 'shop', '--confirm', 'shop')
  assert.ok(result?.rows > 1_000, stderr)
  assert.deepEqual(await tablesLeft(store.read, workspaceId), ['audit_log'])
  assert.equal((await api.call('GET', '/ping')).status, 401)
  assert.equal((await page.call('GET', '/conversation')).status, 401)
  assert.equal((await widget.start()).status, 401)
  assert.equal(await stream.ended(), true)
  assert.deepEqual(await others(), before)
  assert.equal((await call('GET', '/orders/o1')).body.total, 5)
  assert.deepEqual(
    (await run(api, 'list')).result.map(({ name }: { name: string }) => name),
    ['other'],
  )
  assert.match((await run(api, 'delete', workspaceId, '--confirm', 'shop')).stderr, /no workspace org_/)
  assert.equal((await run(api, 'create', 'shop')).code, 0, 'its name is free')
  const [last] = await store.read.all<{ action: string; details: string }>(
    'SELECT action, details FROM audit_log WHERE workspace_id = ? ORDER BY rowid DESC LIMIT 1',
    workspaceId,
  )
  assert.deepEqual(
    [last?.action, JSON.parse(last?.details ?? '')],
    ['workspace.deleted', { name: 'shop', force: false }],
  )
})

test('a workspace is deleted only by its own name', async (t) => {
  const api = await startServer(t)
  assert.match(
    (await run(api, 'delete', 'shop')).stderr,
    /Confirm it with --confirm and the name of the workspace: shop\./,
  )
  const wrong = await run(api, 'delete', 'shop', '--confirm', 'Shop')
  assert.match(wrong.stderr, /is named shop\. Confirm the deletion with this name/)
  assert.equal((await api.call('GET', '/ping')).status, 200)
})

const deleteNow = ({ store, workspaceId, clock }: Api, force = false) =>
  store.write((tx) =>
    deleteWorkspace(
      tx,
      owner,
      { workspaceId, name: 'shop', force, onDeleting: hooks.onDeletingWorkspace },
      clock.now(),
    ),
  )

for (const [status, behaviour] of [
  ['executing', fails],
  ['pending', acceptsForLater],
] as const) {
  test(`while a refund is ${status} a workspace is deleted only with force, and the shop is not called again`, async (t) => {
    const shop = await startShop(t)
    const { api } = shop
    await shop.set(AUTOMATIC)
    const { id, workspaceId } = await shop.start()
    shop.endpoint.behave(behaviour)
    await api.store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, api.clock.now()))
    api.wake()
    await shop.tried(id, 1)
    const { stderr } = await run(api, 'delete', 'shop', '--confirm', 'shop')
    assert.match(stderr, /Refunds of this workspace are in progress: \d executing, \d pending\..*--force/s)
    assert.equal((await api.call('GET', '/ping')).status, 200)
    const calls = shop.endpoint.requests.length
    assert.equal((await run(api, 'delete', 'shop', '--confirm', 'shop', '--force')).code, 0)
    api.clock.advance(2 * HOUR_MS)
    api.wake()
    await until(async () => !(await api.store.read.get('SELECT 1 FROM jobs WHERE subject = ?', id)))
    assert.equal(shop.endpoint.requests.length, calls)
    assert.deepEqual(await tablesLeft(api.store.read, workspaceId), ['audit_log'])
  })
}

test('the search index of a deleted workspace stays empty, also for a push that was about to be indexed', async (t) => {
  const api = await startServer(t)
  await api.push('products', [{ id: 'p1', updatedAt: 1_000, title: 'Mug' }])
  assert.equal((await run(api, 'delete', 'shop', '--confirm', 'shop')).code, 0)
  const products = indexedType('products')
  assert.ok(products)
  const { statements, prepare } = indexObjects(products, api.workspaceId, ['p1'])
  await api.store.writeApart(statements, { prepare })
  assert.deepEqual(await tablesLeft(api.store.read, api.workspaceId), ['audit_log'])
})

test('a response of the shop that arrives after the deletion changes nothing', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  await shop.set(AUTOMATIC)
  const { id, workspaceId } = await shop.start()
  let answer = () => {}
  shop.endpoint.behave((...call) => {
    answer = () => void behavesWell(...call)
    return hangs(...call)
  })
  await api.store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, api.clock.now()))
  api.wake()
  await until(() => shop.endpoint.requests.length >= 2)
  assert.equal((await run(api, 'delete', 'shop', '--confirm', 'shop', '--force')).code, 0)
  answer()
  await api.outbound.close()
  await api.call('GET', '/ping')
  assert.deepEqual(await tablesLeft(api.store.read, workspaceId), ['audit_log'])
  assert.deepEqual(
    api.log.lines.filter(({ level }) => level === 'error'),
    [],
  )
})

test('a job deletes rows that the command did not reach or that were written meanwhile', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  const { store, workspaceId, clock } = api
  await busyShop(shop)
  await deleteNow(api)
  assert.ok(((await rowsOf(store.read, workspaceId)).products ?? 0) > 0)
  const gone = async () => {
    for (;;) {
      api.wake()
      // Gives the server a turn.
      await api.call('GET', '/ping')
      if ((await tablesLeft(store.read, workspaceId)).join() === 'audit_log') return
    }
  }
  clock.advance(60_000)
  await gone()
  // As a request does that was accepted before.
  await store.write((tx) =>
    tx.run(`INSERT INTO orders (workspace_id, id, updated_at, data) VALUES (?, 'late', 1, '{}')`, workspaceId),
  )
  clock.advance(HOUR_MS)
  await gone()
  await until(async () => !(await store.read.get('SELECT 1 FROM jobs WHERE subject = ?', workspaceId)))
})

test('a row that is written between its table and that it refers to is deleted, too', async (t) => {
  const shop = await startShop(t)
  const { store, workspaceId } = shop.api
  await busyShop(shop)
  const chat = await store.read.get<{ id: string }>('SELECT id FROM conversations WHERE workspace_id = ?', workspaceId)
  await deleteNow(shop.api)
  const tables = workspaceTables.filter(({ isKept }) => !isKept)
  let left = tables.findIndex(({ table }) => table === 'messages')
  let written: Promise<unknown> | undefined
  const onRows = () => {
    if (left-- !== 0) return
    const late = `INSERT INTO messages (id, conversation_id, author, text, sent_at) VALUES ('msg_late', ?, 'customer', 'late', 1)`
    written = store.write((tx) => tx.run(late, chat?.id ?? ''))
  }
  await deleteWorkspaceRows(store, tables, workspaceId, { onRows })
  await written
  assert.deepEqual(await tablesLeft(store.read, workspaceId), ['audit_log'])
})

test('the history of a refund is deleted only together with its workspace', async (t) => {
  const shop = await startShop(t)
  const { refund } = await busyShop(shop)
  const remove = () => shop.api.store.write((tx) => tx.run('DELETE FROM refund_moves WHERE refund_id = ?', refund))
  await assert.rejects(remove(), /append-only/)
  await deleteNow(shop.api)
  assert.ok((await remove()).changes > 0)
})
