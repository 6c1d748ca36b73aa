import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../src/lib/time.ts'
import { closeConversation } from '../../src/refunds/end-waiting.ts'
import { order } from '../support/objects.ts'
import { type Api, owner, startServer } from '../support/server.ts'
import { type Page, startWidget } from '../support/widget.ts'

const say = (page: Page, text: string) => page.call('POST', '/messages', { json: { text } })
const welcome = async (page: Page) => (await page.call('GET', '/welcome')).body

/** Closes the conversation that a session is in now. */
async function close({ store, clock, workspaceId }: Api, page: Page): Promise<void> {
  const id = (await page.call('GET', '/conversation')).body.conversationId
  await store.write((tx) => closeConversation(tx, owner, { workspaceId, id, agentName: 'Ben' }, clock.now()))
}

test('a signed-in customer sees the open order that was placed last, and a guest none', async (t) => {
  const api = await startServer(t)
  const widget = await startWidget(api)
  const at = (days: number) => new Date(api.clock.now() - days * DAY_MS).toISOString()
  const placed = (id: string, status: string | undefined, days: number, customerId = 'c1') =>
    order({ id, number: `#${id}`, customerId, status, placedAt: at(days), updatedAt: at(0) })
  await api.push('orders', [
    placed('1', 'shipped', 9),
    placed('2', 'processing', 4),
    placed('3', 'delivered', 2),
    placed('4', 'cancelled', 1),
    placed('5', undefined, 1),
    placed('6', 'processing', 0, 'c2'),
  ])
  const shipment = { id: 'p1', orderId: '2', updatedAt: at(0), status: 'in_transit', carrier: 'DHL' }
  await api.push('shipments', [shipment])
  const shown = (await welcome(await widget.open('c1'))).order
  assert.equal(shown.number, '#2')
  assert.deepEqual(
    shown.parcels.map(({ carrier }: { carrier: string }) => carrier),
    ['DHL'],
  )
  assert.deepEqual(await welcome(await widget.open('c3')), { order: null, earlier: [] })
  assert.deepEqual(await welcome(await widget.open()), { order: null, earlier: [] })
})

test('earlier chats are listed, the newest first, each with what its customer wrote first', async (t) => {
  const api = await startServer(t)
  const widget = await startWidget(api)
  const [page, other] = [await widget.open('c1'), await widget.open('c2')]
  await say(other, 'A secret')
  for (let n = 1; n <= 12; n++) {
    await say(page, `Question ${n} ${'x'.repeat(300)}`)
    await say(page, 'And more')
    await close(api, page)
    api.clock.advance(DAY_MS / 24)
  }
  await page.call('POST', '/conversations')
  const { earlier } = await welcome(page)
  assert.deepEqual(
    earlier.map(({ text }: { text: string }) => text.slice(0, 11).trim()),
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `Question ${n}`),
  )
  assert.equal(earlier[0].text.length, 200)
  const older = (await page.call('GET', `/conversation?cursor=msg_${'z'.repeat(23)}`)).body.messages
  assert.equal(older.at(-2).id, earlier[0].firstMessageId)
  assert.equal((await fetch(`${api.baseUrl}/widget/welcome`)).status, 401)
  await api.store.write((tx) => tx.run('UPDATE widget_sessions SET by_link = 1'))
  assert.deepEqual(await welcome(page), { order: null, earlier: [] }, 'a mailed link opens one conversation')
})
