import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { prepare } from '../../src/objects/prepare.ts'
import { push } from '../../src/objects/push.ts'
import { products as resource } from '../../src/objects/types/product.ts'
import { sampleShop } from '../../src/sample-shop/shop.ts'
import { hooks } from '../../src/serve/features.ts'
import { createCatalogs } from '../../src/tools/catalog.ts'
import { createAsker, sampleAssistant } from '../support/assistant.ts'
import { indexed } from '../support/searching.ts'
import { startServer } from '../support/server.ts'
import { type AskedProduct, largeCatalog, type StockQuestion, stockQuestions } from '../support/stock-questions.ts'
import { until } from '../support/until.ts'

/** The faults of the answers to generated questions. */
async function faultsOf(t: TestContext, products: AskedProduct[], seeded: boolean, count: number): Promise<string[]> {
  const shop = await sampleAssistant(t, { seeded })
  if (!seeded)
    await shop.store.write((tx) =>
      push(
        tx,
        { resource, workspaceId: shop.workspaceId, hooks },
        products.map((product) => prepare(resource, { ...product, updatedAt: 1 })),
        1,
      ),
    )
  return faultsIn(await createAsker(shop), products, count)
}

async function faultsIn(ask: Asker, products: AskedProduct[], count: number): Promise<string[]> {
  const faults: string[] = []
  for (const question of stockQuestions(products, count, 7)) {
    const { facts, language, text } = await ask(null, question.text)
    const told = facts.filter(({ source }) => source === `products/${question.product.id}`).map(({ values }) => values)
    const problem = problemOf(question, told)
    if (problem || facts.length !== told.length) faults.push(`${question.text} -> ${language}: ${problem} ${text}`)
  }
  return faults
}

type Asker = Awaited<ReturnType<typeof createAsker>>

function problemOf({ product, variant, leftOut }: StockQuestion, told: Record<string, unknown>[]): string | null {
  const fitting = product.variants.filter(({ options }) =>
    Object.entries(options).every(([name, value]) => name === leftOut || variant.options[name] === value),
  )
  if (told.length !== fitting.length) return `told of ${told.length} variants, not ${fitting.length}`
  for (const { id, inStock } of fitting) {
    const found = told.find((values) => values.variant === id)
    if (!found) return `nothing about ${id}`
    if ((found.availability === 'available' || found.availability === 'low') !== inStock) return `wrong about ${id}`
  }
  return null
}

test('stock questions about the sample shop get the right variant and availability', async (t) => {
  const faults = await faultsOf(t, sampleShop().products, true, 250)
  assert.deepEqual(faults, [])
})

test('stock questions about a thousand products get the right variant and availability', async (t) => {
  const faults = await faultsOf(t, largeCatalog(11), false, 250)
  assert.deepEqual(faults, [])
})

test('products of a catalog that is not kept in memory are found in the full-text index, as well', async (t) => {
  const api = await startServer(t)
  const products = largeCatalog(11)
  assert.equal((await api.call('POST', '/products/bulk', { json: { data: products } })).status, 202)
  await until(async () => (await api.call('GET', '/products?limit=1')).body.data.length === 1)
  await indexed(api)
  const catalogs = createCatalogs(api.store, api.clock.now, 0)
  const ask = await createAsker(api, {}, catalogs)
  const faults = await faultsIn(ask, products, 250)
  assert.ok(faults.length <= 2, faults.join('\n'))
  const { text } = await ask(null, 'do you have the nordc wool scarff?')
  assert.match(text, /Nordic wool scarf/i)
  assert.match((await ask(null, 'do you have anything in navy?')).text, /^In this color there is: /)
})
