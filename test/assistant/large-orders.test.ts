import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../src/assistant/languages/list.ts'
import { namedItems } from '../../src/assistant/named-items.ts'
import { createAsker } from '../support/assistant.ts'
import { order, product } from '../support/objects.ts'
import { startServer } from '../support/server.ts'

const words = (count: number, word: string) => `${word} `.repeat(count).trim()

test('the titles of thousands of items are compared with a message in parts', async () => {
  const items = Array.from({ length: 1_000 }, (_, index) => {
    const title = `Mug ${index}`
    return { id: `i${index}`, title, name: title, variant: null, productId: null, quantity: 1 }
  })
  const paused: (boolean | undefined)[] = []
  const pause = async (isLong?: boolean) => void paused.push(isLong)
  const catalog = { listed: [], written: new Set<string>(), bySku: new Map(), skuLengths: [] }
  const all = { ...catalog, byWord: new Map(), corrected: () => [] }
  const said = { lexicon: languages.en?.(), text: 'the mugs 999', reply: null }
  const found = await namedItems(said, items, { catalog: all, pause })
  assert.equal(found.size, 1_000)
  assert.deepEqual([...(found.get(items[999] ?? assert.fail()) ?? [])], ['mug', '999'])
  assert.deepEqual(
    paused,
    Array.from({ length: 9 }, () => true),
  )
})

test('an answer about an order or a product of thousands of words names the first of them, and keeps no more', async (t) => {
  const api = await startServer(t)
  const items = Array.from({ length: 1_000 }, (_, index) => ({
    id: `i${index}`,
    title: words(60, `mug${index}`),
    quantity: 1,
    unitPrice: 1,
  }))
  await api.push('orders', [order({ id: 'o1', number: '#1001', customerId: 'c1', items })])
  const variants = Array.from({ length: 1_000 }, (_, index) => ({
    id: `v${index}`,
    title: 'x',
    price: 1,
    options: { Glaze: words(30, `glaze${index}`) },
  }))
  await api.push('products', [product({ id: 'p1', title: 'Bowl', variants })])
  const ask = await createAsker(api)
  for (const [message, first] of [
    ['What is in my order #1001?', 'mug0'],
    ['Which options does the bowl come in?', 'glaze0'],
  ] as const) {
    const { text, facts } = await ask('c1', message)
    assert.ok(text.includes(first), text.slice(0, 200))
    assert.ok(text.length < 3_000, `${text.length}`)
    assert.ok(JSON.stringify(facts).length < 6_000, JSON.stringify(facts).slice(0, 200))
  }
})
