import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../src/lib/time.ts'
import { PICTURES_PATH } from '../../src/objects/picture-hosts.ts'
import { drawPicture, SHOP_PICTURES } from '../../src/sample-shop/pictures.ts'
import { sampleShop } from '../../src/sample-shop/shop.ts'
import { startDevShop } from '../support/dev.ts'

test('the sample shop has a picture of each product and variant, which the server sends to every page', async (t) => {
  const { call, baseUrl } = await startDevShop(t, { seedData: true })
  const { body } = await call('GET', '/products/prod-13')
  const { origin } = new URL(baseUrl)
  for (const { imageUrl } of [body, ...body.variants]) {
    assert.ok(imageUrl.startsWith(origin + PICTURES_PATH), imageUrl)
    const { status, headers } = await fetch(imageUrl)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'image/svg+xml')
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
  }
  const names = [
    'alpaca_cardigan_moss',
    'alpaca_cardigan_red.svg',
    '__.svg',
    'alpaca_cardigan_moss_.svg',
    'constructor_constructor_constructor.svg',
  ]
  for (const name of names) assert.equal((await fetch(origin + PICTURES_PATH + name)).status, 404, name)
})

test('every picture of the sample data is drawn, as one image without script or style', () => {
  const { products, orders } = sampleShop()
  const urls = [...products, ...products.flatMap(({ variants }) => variants), ...orders.flatMap(({ items }) => items)]
  for (const { imageUrl } of urls) {
    const drawn = drawPicture(imageUrl.slice(SHOP_PICTURES.length)) ?? ''
    assert.match(
      drawn,
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*>(?:(?!<(?:script|style)|href).)*<\/svg>$/,
      imageUrl,
    )
  }
})

test('the sample shop ends when it is loaded: #1441 is out for delivery today, and nothing is in the future', async (t) => {
  const before = Date.now()
  const { call } = await startDevShop(t, { seedData: true })
  const after = Date.now()
  const { data } = (await call('GET', '/shipments?orderId=order-1441')).body
  const [parcel] = data
  assert.equal(parcel.status, 'out_for_delivery')
  const expected = Date.parse(parcel.estimatedDeliveryAt)
  assert.ok(expected > before + 3 * HOUR_MS && expected < after + 4 * HOUR_MS, parcel.estimatedDeliveryAt)
  const { body: order } = await call('GET', '/orders/order-1441')
  assert.ok(before - Date.parse(order.placedAt) < 4 * DAY_MS, order.placedAt)
  const { body: newest } = await call('GET', '/orders/order-1500')
  assert.ok(Date.parse(newest.updatedAt) < after && before - Date.parse(newest.placedAt) < DAY_MS, newest.placedAt)
})
