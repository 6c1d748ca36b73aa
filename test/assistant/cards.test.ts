import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listMessages } from '../../src/conversations/conversations.ts'
import { addPictureHost } from '../../src/objects/picture-hosts.ts'
import { type Chats, startChats } from '../support/chats.ts'
import { product } from '../support/objects.ts'
import { owner } from '../support/server.ts'
import { AUTOMATIC } from '../support/shop.ts'

const cardsOf = async ({ api }: Chats, id: string) =>
  (await listMessages(api.store.read, id)).findLast(({ author }) => author === 'assistant')?.cards ?? null

test('an answer about an order has its card; a guest’s card has no more than guests may see', async (t) => {
  const chats = await startChats(t)
  const updatedAt = '2026-02-28T10:00:00Z'
  await chats.api.push('orders', [
    { id: 'o1', updatedAt, number: '#1001', status: 'shipped', email: 'ada@example.com' },
  ])
  await chats.api.push('shipments', [
    {
      ...{ id: 's1', orderId: 'o1', updatedAt, status: 'in_transit', carrier: 'DHL', trackingNumber: 'T1' },
      ...{ trackingUrl: 'https://dhl.example/T1', estimatedDeliveryAt: '2026-03-03T00:00:00Z' },
    },
  ])
  const parcel = {
    ...{ status: 'in_transit', carrier: 'DHL', expectedAt: '2026-03-03T00:00:00.000Z', expectedUntil: null },
    ...{ deliveredAt: null, url: 'https://dhl.example/T1' },
  }
  const steps = (placedAt: string | null) => [
    { step: 'placed', isDone: true, at: placedAt },
    { step: 'shipped', isDone: true, at: null },
    { step: 'delivered', isDone: false, at: null },
  ]
  const own = await chats.open('c1')
  await chats.say(own, 'Where is my order?')
  const order = { number: '#1001', status: 'shipped', titles: ['2 × Mug', 'Pot'] }
  assert.deepEqual(await cardsOf(chats, own), [
    { type: 'order', order: { ...order, steps: steps('2026-02-20T10:00:00.000Z'), parcels: [parcel] } },
  ])

  const guest = await chats.open()
  await chats.say(guest, 'Where is order #1001? ada@example.com')
  assert.deepEqual(await cardsOf(chats, guest), [
    {
      type: 'order',
      order: { ...order, titles: ['Mug', 'Pot'], steps: steps(null), parcels: [{ ...parcel, url: null }] },
    },
  ])
  await chats.say(guest, 'thanks')
  assert.equal(await cardsOf(chats, guest), null)
})

test('an answer about products has a card of up to six, with the lowest price and the options', async (t) => {
  const chats = await startChats(t)
  const sizes = ['S', 'M'].map((size, index) => ({
    ...{ id: size, price: 3_900 + 100 * index, currency: 'EUR', inStock: true, stock: 2, options: { Size: size } },
  }))
  const [imageUrl, url] = ['https://cdn.example/hoodie.jpg', 'https://shop.example/hoodie']
  await chats.api.push('products', [
    product({ id: 'p1', title: 'Red Hoodie', imageUrl, url, variants: sizes }),
    ...Array.from({ length: 8 }, (_, index) => product({ id: `m${index}`, title: `Teapot ${index}` })),
  ])
  const { store, workspaceId, clock } = chats.api
  const shown = async () => {
    const [card] = (await cardsOf(chats, guest)) ?? []
    return card?.type === 'products' ? card.products : []
  }
  const guest = await chats.open()
  await chats.say(guest, 'Is the red hoodie in stock?')
  const hoodie = {
    ...{ id: 'p1', title: 'Red Hoodie', picture: null, url, price: 3_900, currency: 'EUR', hasOtherPrices: true },
    ...{ availability: 'low', options: ['S', 'M'] },
  }
  assert.deepEqual(await shown(), [hoodie])
  // Of a host that is listed.
  await store.write((tx) => addPictureHost(tx, owner, { workspaceId, host: 'cdn.example' }, clock.now()))
  await chats.say(guest, 'What does the red hoodie cost?')
  assert.deepEqual(await shown(), [{ ...hoodie, picture: imageUrl }])
  await chats.say(guest, 'And do you have a teapot?')
  assert.equal((await shown()).length, 6)
})

test('the card of an offered refund stays with its state', async (t) => {
  const chats = await startChats(t)
  await chats.shop.set(AUTOMATIC)
  const page = await chats.widget.open('c1')
  await chats.say(page.conversationId, 'My mug arrived broken. I want a refund for the mug')
  const shown = async () => {
    const { body } = await page.call('GET', '/conversation')
    const messages = body.messages as { cards: { type: string; refund: object }[] | null }[]
    return { refund: messages.at(-1)?.cards?.[0]?.refund, open: body.refund as { actionId: string } | null }
  }
  const { refund, open } = await shown()
  const lines = [{ title: 'Mug', quantity: 2 }]
  const fields = { actionId: open?.actionId, orderNumber: 'o1', amount: 1_250, currency: 'EUR', lines }
  assert.deepEqual(refund, { ...fields, status: 'awaiting_customer' })
  await page.call('POST', `/refunds/${open?.actionId}/decline`)
  assert.deepEqual((await shown()).refund, { ...fields, status: 'declined' })
})
