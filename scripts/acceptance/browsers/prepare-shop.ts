import { changeAssistantSettings } from '../../../src/assistant/settings.ts'
import { PICTURES_PATH } from '../../../src/objects/picture-hosts.ts'
import { product } from '../../../test/support/objects.ts'
import { owner } from '../../../test/support/server.ts'
import { ORDER, type Shop } from '../../../test/support/shop.ts'

const DAY_MS = 86_400_000

/** The assistant is on, and there are orders and products to ask for. */
export async function prepareShop({ api }: Shop): Promise<void> {
  const { store, workspaceId, clock } = api
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  const day = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString()
  const updatedAt = day(0)
  await api.push('orders', [
    { ...ORDER, number: '#1441', updatedAt, placedAt: updatedAt },
    { ...ORDER, id: 'o2', number: '#1442', customerId: 'c2', email: 'ada@example.com', status: 'shipped', updatedAt },
    { ...ORDER, id: 'o3', number: '#1443', customerId: 'c5', status: 'shipped', updatedAt, placedAt: day(-4) },
    { ...ORDER, id: 'o4', number: '#1444', customerId: 'c5', updatedAt, placedAt: day(-9), deliveredAt: day(-3) },
  ])
  await api.push('shipments', [
    {
      ...{ id: 's3', orderId: 'o3', updatedAt, status: 'in_transit', carrier: 'DHL', trackingNumber: 'T1' },
      ...{ trackingUrl: 'https://dhl.example/T1', estimatedDeliveryAt: day(1) },
    },
  ])
  const imageUrl = `${new URL(api.baseUrl).origin}${PICTURES_PATH}merino_scarf_brick.svg`
  const variants = ['S', 'M'].map((size) => ({
    ...{ id: size, price: 3_900, currency: 'EUR', inStock: true, stock: 9, options: { Size: size } },
  }))
  await api.push(
    'products',
    ['Enamel', 'Glass', 'Travel'].map((name) =>
      product({ id: name, title: `${name} Teapot`, url: `https://shop.example/${name}`, imageUrl, variants }),
    ),
  )
}
