// node scripts/soak/pages.ts: every page of the console in every state, theme and width, in a real browser: axe-core finds nothing,
// nothing is wider than the screen, and the browser does not complain. With SCREENSHOTS=FOLDER each is also written there as a picture.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inviteMember } from '../../src/access/invites.ts'
import { changeModel } from '../../src/assistant/model/change-settings.ts'
import { addMessage } from '../../src/conversations/conversations.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { addNote } from '../../src/conversations/notes.ts'
import { startStorewire } from '../../src/dev/testing.ts'
import { openBackfill } from '../../src/objects/bulk/backfills.ts'
import { articles } from '../../src/objects/types/article.ts'
import { products } from '../../src/objects/types/product.ts'
import { shipments } from '../../src/objects/types/shipment.ts'
import { tickets } from '../../src/objects/types/ticket.ts'
import { approveRefund, confirmRefund } from '../../src/refunds/decisions.ts'
import { createSegment } from '../../src/segments/segments.ts'
import { noBrowser } from '../../test/support/browser.ts'
import { addMember } from '../../test/support/console.ts'
import { type ConsolePages, startPages, THEMES, WIDTHS } from '../../test/support/console-page.ts'
import { ORDER as DEV_ORDER, type DevShop, startDevShop } from '../../test/support/dev.ts'
import { failBatch } from '../../test/support/failed-batch.ts'
import { type Api, owner, startServer, testClock } from '../../test/support/server.ts'
import { AUTOMATIC, agent, customer, ORDER, startShop } from '../../test/support/shop.ts'
import { answers } from '../../test/support/store-endpoint.ts'

const folder = process.env.SCREENSHOTS
if (folder !== undefined) mkdirSync(folder, { recursive: true })

interface Place {
  name: string
  path: string
  /** Without it somebody is signed in. */
  isDoor?: boolean
  /** Details that are closed at first are opened. */
  isOpened?: boolean
}

/** Every address that has a page of its own. @param refundId a refund that waits @param chatId its chat */
const placesOf = (refundId?: string, chatId?: string): Place[] => [
  { name: 'sign-in', path: '/', isDoor: true },
  { name: 'setup-link', path: '/#setup=none', isDoor: true },
  { name: 'home', path: '/' },
  { name: 'refunds', path: '/refunds' },
  { name: 'refunds-done', path: '/refunds?tab=done' },
  ...(refundId === undefined ? [] : [{ name: 'refund', path: `/refunds/${refundId}` }]),
  { name: 'start-refund', path: '/refunds/start' },
  { name: 'chats', path: '/chats' },
  { name: 'chats-filtered', path: '/chats?show=closed&who=guests' },
  { name: 'try', path: '/try' },
  ...(chatId === undefined ? [] : [{ name: 'chat', path: `/chats/${chatId}` }]),
  { name: 'customers', path: '/data' },
  { name: 'orders', path: '/data/orders' },
  { name: 'orders-filtered', path: '/data/orders?status=cancelled&customerId=c1' },
  { name: 'products', path: '/data/products' },
  { name: 'order', path: '/data/orders/order-1' },
  { name: 'customer', path: '/data/customers/c2' },
  { name: 'ticket', path: '/data/tickets/t_77' },
  { name: 'pushes', path: '/pushes' },
  { name: 'calls', path: '/pushes?view=all' },
  { name: 'call', path: '/pushes/1' },
  { name: 'imports', path: '/imports' },
  { name: 'import-file', path: '/imports/new' },
  { name: 'segments', path: '/segments' },
  { name: 'write-article', path: '/articles/new' },
  { name: 'refund-settings', path: '/settings/refunds' },
  { name: 'widget-settings', path: '/settings/widget' },
  { name: 'assistant-settings', path: '/settings/assistant' },
  { name: 'system', path: '/system' },
  { name: 'audit', path: '/audit' },
  { name: 'keys', path: '/settings/keys' },
  { name: 'members', path: '/members' },
  { name: 'account', path: '/account' },
  { name: 'not-found', path: '/nothing' },
]

/** The page of `storewire dev`, which signs its developer in by itself. */
const devPlaces: Place[] = ['calls', 'refunds', 'deliveries', 'batches', 'rules', 'faults'].map((tab) => ({
  name: `dev-${tab}`,
  path: `/dev?view=${tab}`,
  isOpened: true,
}))

const LONG = `My parcel never came. ${'Donaudampfschifffahrtsgesellschaft'.repeat(4)}`

type State = 'empty' | 'full' | 'error'

/** A shop at work, with names that are long, and amounts in several currencies. @returns a refund that waits for an agent */
async function fillShop(t: TestContext): Promise<{ api: Api; refundId: string; chatId: string }> {
  const shop = await startShop(t, { clock: testClock(Date.now()) })
  const { api, endpoint } = shop
  const { store, workspaceId, clock, sealer, outbound } = api
  const change = { baseUrl: 'https://models.example/v1', model: 'm', apiKey: 'sk-model-0123456789' }
  const services = { sealer, policy: outbound.policy }
  await store.write((tx) => changeModel(tx, owner, { workspaceId, change }, services, clock.now()))
  const names = ['Ada Lovelace', 'Bartholomew Featherstonehaugh-Cholmondeley', '王小明', 'Zoë O’Brien']
  await api.push(
    'customers',
    names.map((name, index) => ({
      id: `c${index + 1}`,
      updatedAt: clock.now(),
      name,
      email: `c${index + 1}@shop.example`,
    })),
  )
  await api.push(
    'orders',
    ['EUR', 'JPY', 'USD', 'EUR'].map((currency, index) => ({
      ...ORDER,
      id: `order-${index + 1}`,
      number: `#100${index + 1}`,
      customerId: `c${index + 1}`,
      currency,
    })),
  )
  for (const { name, example } of [products, shipments, tickets, articles]) await api.push(name, [example])
  await failBatch(api, (await store.write((tx) => openBackfill(tx, workspaceId, 'orders-2025.csv', clock.now()))).id)
  const rule = { all: [{ field: 'totalSpent', op: '>=', value: 50_000, currency: 'EUR' } as const] }
  await store.write((tx) => createSegment(tx, { workspaceId, actor: owner, name: 'Good', rule }, clock.now()))
  await api.call('POST', '/orders', { json: { data: [{ id: 'bad', updatedAt: 'yesterday' }] } })
  await shop.set(AUTOMATIC)
  await shop.set({ rungs: { defect: 5, not_received: 0, return: 5, other: 5 } })
  const offer = async (index: number, kind: 'defect' | 'not_received') =>
    shop.offer({
      orderId: `order-${index}`,
      kind,
      conversationId: await shop.talk({ customerId: `c${index}` }),
    })
  endpoint.behave(answers({ ok: true, amount: 3_900, currency: 'EUR', note: 'Shipping costs are not refunded.' }))
  const done = await offer(1, 'defect')
  await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id: done.id }, clock.now()))
  api.wake()
  await shop.until(done.id, 'succeeded')
  for (const [index, currency] of [
    [2, 'JPY'],
    [3, 'USD'],
    [4, 'EUR'],
  ] as const) {
    endpoint.behave(answers({ ok: true, amount: 4_200, currency }))
    const { id } = await offer(index, 'not_received')
    await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, clock.now()))
    if (index === 4) await store.write((tx) => approveRefund(tx, agent, { workspaceId, id }, clock.now()))
  }
  const waiting = await store.read.get<{ id: string; chatId: string }>(
    'SELECT id, conversation_id AS "chatId" FROM refunds WHERE status = \'awaiting_approval\' LIMIT 1',
  )
  assert.ok(waiting)
  await addMember(api, { email: 'benjamin.featherstonehaugh@wool-and-company.example', role: 'agent' })
  await store.write((tx) =>
    inviteMember(tx, owner, { workspaceId, email: 'cleo@shop.example', role: 'agent' }, clock.now()),
  )
  const { chatId } = waiting
  const said = { workspaceId, id: chatId, agentName: 'Ben' }
  await store.write((tx) => addMessage(tx, chatId, { author: 'customer', text: LONG }, clock.now()))
  await store.write((tx) => reply(tx, agent, { ...said, text: 'I look into it.' }, clock.now()))
  await store.write((tx) => addNote(tx, agent, { ...said, text: LONG, authorName: 'Ben' }, clock.now()))
  return { api, refundId: waiting.id, chatId }
}

/** A developer's server at work, with a delivery that failed, one that was sent again, rules and faults. */
async function fillDev(t: TestContext): Promise<DevShop> {
  const shop = await startDevShop(t, { seedData: true })
  const { call, dev, push, refunds, clock } = shop
  const long = `${DEV_ORDER.id}-${'from-some-erp-'.repeat(4)}`
  await push('orders', [
    { ...DEV_ORDER, id: long },
    { ...DEV_ORDER, id: 'o3', currency: 'JPY' },
  ])
  await call('POST', '/orders', { json: { data: [{ id: 'o9', updatedAt: 'yesterday', items: [{}] }] } })
  await call('POST', '/products/bulk', { json: { data: [{ id: 'p1', updatedAt: 1 }] } })
  await call('GET', '/orders?limit=2')
  shop.shop.behave({ behaviour: 'error', times: 1 })
  const { id, deliveries } = await refunds.start({ order: 'o1', reason: 'not_received' })
  await refunds.confirm(id)
  await clock.advance('25s')
  await dev('POST', `/deliveries/${deliveries[0]?.id}/replay`)
  await refunds.start({ order: long, reason: 'defect' })
  shop.shop.behave({ behaviour: 'refuse', on: 'refund.preview', order: 'o3', code: 'too_late' })
  await assert.rejects(refunds.start({ order: 'o3', reason: 'other' }))
  shop.chaos({ fault: 500, route: 'POST /orders', next: 3 })
  shop.chaos({ fault: 'delay', delay: '2s', share: 0.25 })
  return shop
}

interface Shown {
  pages: ConsolePages
  api: Pick<Api, 'baseUrl'> | Api
  memberId?: string
  place: Place
  state: State
}

/** Responses of a server that is broken, except for those that let the page open. */
const breakServer = (page: Page) =>
  page.route(/\/console\/api\/(?!session|state|events)|\/dev\/view/, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      headers: { 'x-request-id': 'req_0VbaaJfV00007x0000Rb2mQvT9' },
      body: JSON.stringify({ code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'Something broke.', data: {} }),
    }),
  )

async function show({ pages, api, memberId, place, state }: Shown): Promise<void> {
  for (const width of WIDTHS) {
    const { page, complaints, strangers, checkAccess, leave } = await pages.open(api as Api, place.path, {
      width,
      ...(place.isDoor || memberId === undefined ? {} : { memberId }),
      ...(state === 'error' ? { prepare: breakServer } : {}),
    })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('.loading').waitFor({ state: 'detached' })
    if (place.isOpened)
      await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    // The page follows the theme as it does if somebody changes it: to load it again takes most of the time.
    for (const colorScheme of THEMES) {
      const what = [place.name, state, colorScheme, width].join('-')
      await page.emulateMedia({ colorScheme })
      if (folder !== undefined) await page.screenshot({ path: join(folder, `${what}.png`), fullPage: true })
      await checkAccess().catch((error: Error) => assert.fail(`${what}: ${error.message}`))
      assert.deepEqual(strangers, [], what)
      assert.deepEqual(
        complaints.filter((line) => !line.startsWith('Failed to load resource')),
        [],
        what,
      )
    }
    await leave()
  }
}

test('every page in every state, theme and width', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const full = await fillShop(t)
  const shops: Record<State, { api: Api; refundId?: string; chatId?: string }> = {
    empty: { api: await startServer(t, { clock: testClock(Date.now()) }) },
    full,
    error: full,
  }
  for (const [state, { api, refundId, chatId }] of Object.entries(shops) as [State, (typeof shops)[State]][]) {
    const memberId = await addMember(api, { email: `ada-${state}@shop.example`, isOperator: true })
    for (const place of placesOf(refundId, chatId))
      await t.test(`${place.name}, ${state}`, () => show({ pages, api, memberId, place, state }))
  }
  const fullDev = await fillDev(t)
  const emptyDev = await startStorewire()
  t.after(emptyDev.stop)
  for (const [state, api] of Object.entries({ empty: emptyDev, full: fullDev, error: fullDev }) as [State, DevShop][])
    for (const place of devPlaces) await t.test(`${place.name}, ${state}`, () => show({ pages, api, place, state }))
})
