import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../src/assistant/languages/list.ts'
import { namedItems } from '../../src/assistant/named-items.ts'
import type { Catalog } from '../../src/tools/catalog.ts'
import type { ViewedItem } from '../../src/tools/order-view.ts'

const item = (name: string, variant: string | null = null, productId: string | null = null): ViewedItem => {
  const title = variant === null ? name : `${name} (${variant})`
  return { id: name, title, name, variant, productId, quantity: 1 }
}
const product = (id: string, title: string, options: string[]) => ({
  ...{ id, title, words: new Set<string>(), skus: new Set<string>(), colors: new Set<string>() },
  options: new Set(options),
})
const catalog = (listed: Catalog['listed']): Catalog => ({
  ...{ listed, byWord: new Map(), bySku: new Map(), skuLengths: [], written: new Set(), corrected: () => [] },
})

async function named(
  language: string,
  text: string,
  items: ViewedItem[],
  reply: string | null = null,
  of = catalog([]),
) {
  const found = await namedItems({ lexicon: languages[language]?.(), text, reply }, items, {
    catalog: of,
    pause: async () => {},
  })
  return [...found.keys()].map(({ id }) => id)
}

test('words that people say about any order name no item, although titles have them', async () => {
  const items = [item('Back scratcher'), item('Case for the phone'), item('Money box'), item('Order of merit')]
  assert.deepEqual(await named('en', 'I want my money back for the order', items), [])
  assert.deepEqual(await named('en', 'the scratcher broke', items), ['Back scratcher'])
  assert.deepEqual(await named('de', 'ich will das Geld zurück', [item('Das Geld'), item('Teller')]), [])
  assert.deepEqual(await named('fr', 'je veux mon argent pour la commande', [item('Sac pour la mer')]), [])
  assert.deepEqual(await named('es', 'quiero mi dinero por el pedido', [item('Bolsa para el mar')]), [])
})

test('a word of a title that is an option of the product names no item', async () => {
  const sized = [item('Poncho one size', null, 'p1'), item('Lamp')]
  const of = catalog([product('p1', 'Poncho', ['size', 'one', 'red'])])
  assert.deepEqual(await named('en', 'the wrong size, the red one', sized, null, of), [])
  assert.deepEqual(await named('en', 'the poncho is the wrong size', sized, null, of), ['Poncho one size'])
  assert.deepEqual(await named('en', 'size', [item('Size chart')]), [])
})

test('an answer to the question which item may name its option', async () => {
  const shirts = [item('Shirt', 'Blue / Large'), item('Shirt', 'Red / Large')]
  const ids = (reply: string | null) =>
    namedItems({ lexicon: languages.en?.(), text: 'the blue one', reply }, shirts, {
      catalog: catalog([]),
      pause: async () => {},
    })
  assert.equal((await ids(null)).size, 0)
  assert.deepEqual([...(await ids('the blue one')).keys()], [shirts[0]])
})

test('a German compound names an item by its parts', async () => {
  assert.deepEqual(await named('de', 'der Wollschal ist kaputt', [item('Wool scarf'), item('Mug')]), ['Wool scarf'])
})
