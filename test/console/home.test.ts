import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showHome } from '../../src/console/home.ts'
import { createConversation } from '../../src/conversations/conversations.ts'
import { testConnection } from '../../src/refunds/endpoint/test-connection.ts'
import { waitingRefunds } from '../../src/refunds/overview.ts'
import { type Browser, signedIn } from '../support/console.ts'
import { order } from '../support/objects.ts'
import { plansOf } from '../support/query-plans.ts'
import { type Api, owner, startServer } from '../support/server.ts'
import { startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

interface Step {
  name: string
  isDone: boolean
  at: string | null
  subject: string | null
}

const homeOf = async (page: Browser) => (await page.get('/home')).body
const stepsOf = async (page: Browser) => (await homeOf(page)).setup as Step[]
const done = async (page: Browser) => (await stepsOf(page)).filter(({ isDone }) => isDone).map(({ name }) => name)
const isDone = (page: Browser, step: string) => async () => (await done(page)).includes(step)

test('the checklist is judged by what has happened', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  const page = await signedIn(api)
  const at = new Date(api.clock.now()).toISOString()
  const push = async () => (await stepsOf(page)).find(({ name }) => name === 'push')
  await until(async () => (await push())?.at !== null)
  assert.deepEqual(await done(page), ['key', 'push'])
  assert.deepEqual(await push(), { name: 'push', isDone: true, at, subject: 'orders o1' })
  await api.call('POST', '/customers/bulk', { json: { data: [{ id: 'c1', updatedAt: 1_000 }] } })
  await until(isDone(page, 'import'))
  await testConnection(shop.services, owner, api.workspaceId)
  assert.ok(await isDone(page, 'endpoint')())
  api.clock.advance(1)
  await shop.set({ endpointUrl: `${shop.endpoint.url}?changed` })
  assert.ok(!(await isDone(page, 'endpoint')()))
  assert.equal((await homeOf(page)).endpoint.lastTest.isOutdated, true)
  await (await startWidget(api)).start({})
  assert.ok(!(await isDone(page, 'widget')()))
  await (await startWidget(api)).start({ pageUrl: 'https://shop.example/mugs?x=1' })
  assert.equal((await stepsOf(page)).find(({ name }) => name === 'widget')?.subject, 'https://shop.example')
  await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  assert.deepEqual(await done(page), ['key', 'push', 'import', 'widget', 'person'])
})

test('agents see no checklist, and operators alone see the backup', async (t) => {
  const api = await startServer(t)
  const agent = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  const owner = await signedIn(api)
  const operator = await signedIn(api, { email: 'chief@shop.example', isOperator: true })
  assert.deepEqual([(await homeOf(agent)).setup, (await homeOf(agent)).backup], [null, null])
  assert.equal((await homeOf(owner)).backup, null)
  assert.deepEqual((await homeOf(operator)).backup, { isPlanned: false, lastAt: null, failure: null })
  const names = async (page: Browser) => (await stepsOf(page)).map(({ name }) => name)
  assert.ok(!(await names(owner)).includes('backup') && (await names(operator)).includes('backup'))
})

/** Pushes an order, and waits until its counts are stored. */
async function pushed(api: Api, id: string): Promise<void> {
  await api.push('orders', [order({ id, updatedAt: api.clock.now() })])
  const at = api.clock.now()
  await until(async () => (await api.store.read.get('SELECT 1 FROM latest_pushes WHERE at = ?', at)) !== undefined)
}

test('pushes are silent when they pause for three times as long as usual, nights included', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  const orders = async () => (await homeOf(page)).pushes[0]
  for (let push = 0; push < 8; push++) {
    await pushed(api, `o${push}`)
    api.clock.advance(12 * HOUR_MS)
  }
  assert.deepEqual([(await orders()).usualGapMs, (await orders()).isSilent], [12 * HOUR_MS, false])
  api.clock.advance(24 * HOUR_MS)
  assert.equal((await orders()).isSilent, false)
  api.clock.advance(1)
  assert.equal((await orders()).isSilent, true)
  const { days } = await homeOf(page)
  assert.equal(days.length, 14)
  const counts = days.map((day: { objects: { type: string; count: number }[] }) => day.objects[2])
  assert.ok(counts.every(({ type }: { type: string }) => type === 'orders'))
  assert.deepEqual(
    counts.map(({ count }: { count: number }) => count).filter((count: number) => count > 0),
    [2, 2, 2, 2],
  )
})

test('what waits and what goes wrong is counted, and nothing of another day or workspace', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  const page = await signedIn(api)
  const other = await signedIn(api, { email: 'eve@shop.example', role: 'agent' })
  const insert = (id: string, status: string, currency: string, finishedAt: number | null) =>
    api.store.write((tx) =>
      tx.run(
        `INSERT INTO refunds (id, workspace_id, order_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at, finished_at)
         VALUES (?, ?, ?, 'other', '[]', 'execute', ?, 100, ?, 'agent', '', 1, ?)`,
        ...[id, api.workspaceId, id, status, currency, finishedAt],
      ),
    )
  const now = api.clock.now()
  for (const [id, currency] of Object.entries({ act_1: 'EUR', act_2: 'EUR', act_3: 'USD' }))
    await insert(id, 'awaiting_approval', currency, null)
  await insert('act_4', 'failed', 'EUR', now - 6 * DAY_MS)
  await insert('act_5', 'failed', 'EUR', now - 8 * DAY_MS)
  const since = [now - 60_000, now - 90_000]
  for (const [index, waitingSince] of [...since, now - HOUR_MS].entries())
    await api.store.write(async (tx) => {
      // The last one is a trial, for which nobody is called.
      const { id } = await createConversation(tx, { workspaceId: api.workspaceId, trial: index === since.length }, now)
      await tx.run(`UPDATE conversations SET mode = 'waiting', waiting_since = ? WHERE id = ?`, waitingSince, id)
    })
  for (const path of ['/orders', '/orders/bulk'])
    assert.equal((await api.call('POST', path, { json: { data: [{ id: 'x' }] } })).status, 400)
  assert.equal((await api.call('POST', '/backfills/none/close')).status, 409)
  await until(async () => (await homeOf(page)).refused.count === 2)
  const home = await homeOf(other)
  assert.deepEqual(home.refunds, {
    waiting: 3,
    oldestAt: null,
    sums: [
      { currency: 'EUR', amount: 200 },
      { currency: 'USD', amount: 100 },
    ],
    failedThisWeek: 1,
    failing: { count: 0, oldest: null },
  })
  assert.deepEqual(home.chats, { waiting: 2, oldestAt: new Date(now - 90_000).toISOString() })
  const listed = async (query: string) => {
    const { data, nextCursor } = (await page.get(`/refunds?limit=2&${query}`)).body
    return [data.map(({ id }: { id: string }) => id), nextCursor]
  }
  // Whoever has waited longest comes first.
  assert.deepEqual(await listed('tab=waiting'), [['act_1', 'act_2'], 'act_2'])
  assert.deepEqual(await listed('tab=waiting&cursor=act_2'), [['act_3'], null])
  assert.deepEqual(await listed('tab=all'), [['act_5', 'act_4'], 'act_4'])
  assert.deepEqual([home.refused.latest.type, home.refused.latest.status], ['orders', 400])
  assert.match(home.refused.latest.message, /updatedAt/)
  assert.equal(home.days.at(-1).refused, 2)
  assert.deepEqual([home.endpoint.isSetUp, home.endpoint.calls, home.endpoint.lastTest], [true, 0, null])
  await testConnection(shop.services, owner, api.workspaceId)
  assert.deepEqual((await homeOf(other)).endpoint, {
    isSetUp: true,
    lastTest: { at: new Date(now).toISOString(), isGood: true, isOutdated: false },
    testedAt: new Date(now).toISOString(),
    calls: 1,
    answered: 1,
  })
  api.clock.advance(DAY_MS)
  assert.equal((await homeOf(page)).refused.count, 0)
})

test('every query of Home finds its rows by an index', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api, { isOperator: true })
  assert.equal((await page.get('/home')).status, 200)
  const viewer = {
    workspaceId: api.workspaceId,
    role: 'owner',
    isOperator: true,
    backup: { lastAt: 0, failure: null },
  } as const
  const counts = { waiting: waitingRefunds }
  const plans = await plansOf(api.store.read, (reader) => showHome(reader, viewer, counts, api.clock.now()))
  assert.ok(plans.size > 12)
  // A part of a statement that was limited before may be read as a whole.
  for (const [sql, plan] of plans)
    for (const line of plan) assert.doesNotMatch(line, /^SCAN (?!running|CONSTANT|\(subquery)/, `${sql}\n${plan}`)
})
