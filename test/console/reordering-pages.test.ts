import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMessage } from '../../src/conversations/conversations.ts'
import { articles } from '../../src/objects/types/article.ts'
import { products } from '../../src/objects/types/product.ts'
import { tickets } from '../../src/objects/types/ticket.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { customer } from '../support/objects.ts'
import { ORDER, startShop } from '../support/shop.ts'

const EVIL = 'A\u202enimdA\u202c\u2067'

/** Every text that the page shows or speaks, and that would reorder what is around it. */
const OBEYED = `(() => {
  const evil = /[\\u202a-\\u202e\\u2066-\\u2069]/
  const found = evil.test(document.title) ? ['title: ' + document.title] : []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE && evil.test(node.data)) found.push(node.parentElement.outerHTML)
    for (const { name, value } of node.attributes ?? [])
      if (/^(aria-label|title|placeholder|alt|aria-description)$/.test(name) && evil.test(value)) found.push(name + ': ' + value)
  }
  return found
})()`

test('no page of the console obeys what shops and customers write', { skip: noBrowser }, async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  const { store, clock } = api
  await api.push('customers', [{ ...customer({ id: 'c1' }), name: EVIL, tags: [EVIL] }])
  await api.push('orders', [{ ...ORDER, id: 'o1', customerId: 'c1', number: EVIL }])
  await api.push('products', [{ ...products.example, id: 'p1', title: EVIL }])
  await api.push('tickets', [{ ...tickets.example, id: 't1', subject: EVIL, customerName: EVIL }])
  await api.push('articles', [
    {
      ...articles.example,
      id: 'a1',
      title: EVIL,
      body: `# ${EVIL}

${EVIL}`,
    },
  ])
  const id = await shop.talk({ customerId: 'c1' })
  await store.write((tx) => addMessage(tx, id, { author: 'customer', text: EVIL }, clock.now()))
  await store.write((tx) => addMessage(tx, id, { author: 'agent', authorName: EVIL, text: EVIL }, clock.now()))
  const refund = await shop.start({ conversationId: id, orderId: 'o1' })
  const memberId = await addMember(api)
  const pages = await startPages(t)
  const { page, follow, leave } = await pages.open(api, '/', { memberId })
  const obeyed: string[] = []
  for (const path of [
    '/',
    '/data',
    '/data/orders',
    '/data/products',
    '/data/tickets',
    '/data/articles',
    '/data/customers/c1',
    '/data/orders/o1',
    '/data/products/p1',
    '/data/tickets/t1',
    '/data/articles/a1',
    '/chats',
    `/chats/${id}`,
    '/refunds',
    `/refunds/${refund.id}`,
    '/pushes',
    '/audit',
  ]) {
    await follow(path)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    for (const place of await page.evaluate<string[]>(OBEYED)) obeyed.push(`${path} ${place}`)
  }
  assert.deepEqual(obeyed, [])
  // The search finds what is not made harmless.
  await page.evaluate(`document.querySelector('h1').append(${JSON.stringify(EVIL)})`)
  assert.equal((await page.evaluate<string[]>(OBEYED)).length, 1)
  await leave()
})
