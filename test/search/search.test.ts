import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { article, customer, message, order, product, shipment, ticket } from '../support/objects.ts'
import { indexed } from '../support/searching.ts'
import { type Api, addWorkspace, client, startServer } from '../support/server.ts'

type Found = { type: string; by: string[]; object: { id: string } }

/** The ids that a search returns, in order. A search that its time limit has ended is repeated: the machine was busy. */
async function found(api: Pick<Api, 'call'>, q: string, types = ''): Promise<string[]> {
  const query = new URLSearchParams({ q, ...(types ? { types } : {}) })
  const { status, body } = await api.call('GET', `/search?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  if (body.incomplete) return found(api, q, types)
  return body.data.map(({ object }: Found) => object.id)
}

async function shop(t: TestContext): Promise<Api> {
  const api = await startServer(t)
  await api.push('products', [
    product({ id: 'scarf', title: 'Weißer Wollschal', description: 'Aus Merino, für kalte Tage', tags: ['Geschenk'] }),
    product({ id: 'hat', title: 'Czapka żółta', description: 'Ciepła czapka z wełny', vendor: 'Łódź Knit' }),
    product({ id: 'bag', title: 'Sac à dos', description: 'En coton recyclé, très léger' }),
    product({
      id: 'shoe',
      title: 'Zapatos de niño',
      description: 'Cómodos y resistentes',
      variants: [{ id: 'v1', sku: 'SH-31' }],
    }),
    product({ id: 'tea', title: '日本の緑茶' }),
  ])
  await api.push('articles', [
    article({ id: 'returns', title: 'Returns', body: 'Send it back within the warranty period.' }),
  ])
  await api.push('customers', [customer({ id: 'c1', name: 'Jürgen Köhler', email: 'jk@example.com' })])
  await api.push('orders', [order({ id: 'o1', number: '#1001', customerId: 'c1' })])
  await api.push('shipments', [shipment({ id: 's1', trackingNumber: 'JJD001' })])
  await api.push('tickets', [
    ticket({ id: 't1', subject: 'Paket verloren', messages: [message({ body: 'Wo ist mein Paket?' })] }),
  ])
  await indexed(api)
  return api
}

test('words are found in German, French, Spanish and Polish, with and without accents', async (t) => {
  const api = await shop(t)
  for (const [q, ids] of [
    ['wollschal', ['scarf']],
    ['WEISSER Wollschal', ['scarf']],
    ['weißer', ['scarf']],
    ['fur kalte', ['scarf']],
    ['zolta czapka', ['hat']],
    ['żółta', ['hat']],
    ['lodz', ['hat']],
    ['welny', ['hat']],
    ['sac a dos', ['bag']],
    ['recycle léger', ['bag']],
    ['nino comodos', ['shoe']],
    ['kohler', ['c1']],
    ['Köhler Jürgen', ['c1']],
    ['warranty', ['returns']],
    ['の緑茶', ['tea']],
    ['日本の緑', ['tea']],
  ] as const)
    assert.deepEqual(await found(api, q), ids, q)
})

test('beginnings, parts and words with one typo are found too', async (t) => {
  const api = await shop(t)
  for (const [q, ids] of [
    ['wollsch', ['scarf']],
    ['schal', ['scarf']],
    ['wolschal', ['scarf']],
    ['wollscahl', ['scarf']],
    ['wollschul', ['scarf']],
    ['kohlr', ['c1']],
    ['iohler', ['c1']],
    ['czpka', ['hat']],
    ['waranty', ['returns']],
    ['pakte', ['t1']],
    ['kolhre', []],
    ['sca', []],
  ] as const)
    assert.deepEqual(await found(api, q), ids, q)
})

test('each word that one typo may stand for is found, among words of all beginnings', async (t) => {
  const api = await startServer(t)
  const titles = [
    'lamps',
    'llamas',
    'alamp',
    'lamb',
    'lampe',
    'lample',
    'palms',
    'zlamp',
    'łamps',
    'étage',
    'maps',
    'm',
  ]
  await api.push(
    'products',
    titles.map((title) => product({ id: title, title })),
  )
  await indexed(api)
  for (const [q, ids] of [
    ['lamqs', ['lamps', 'łamps']],
    ['xlamps', ['lamps', 'łamps']],
    ['lampsz', ['lamps', 'łamps']],
    ['alamps', ['alamp', 'lamps', 'łamps']],
    ['lmaps', ['lamps', 'maps', 'łamps']],
    ['lampl', ['lampe', 'lample', 'lamps', 'łamps']],
    ['zlamps', ['lamps', 'zlamp', 'łamps']],
    ['tetage', ['étage']],
    ['qqqqq', []],
  ] as const)
    assert.deepEqual((await found(api, q)).sort(), [...ids], q)
})

test('of more objects with one e-mail address than are shown, the newest are found', async (t) => {
  const api = await startServer(t)
  const orders = Array.from({ length: 12 }, (_, at) =>
    order({ id: `o${at}`, updatedAt: 100 + at, email: 'a@b.example' }),
  )
  await api.push('orders', orders)
  const newest = Array.from({ length: 10 }, (_, at) => `o${11 - at}`)
  assert.deepEqual(await found(api, 'A@B.example', 'orders'), newest)
})

test('ids, numbers, e-mail addresses, tracking numbers and SKUs come first', async (t) => {
  const api = await shop(t)
  await api.push('tickets', [ticket({ id: 't2', subject: 'About 1001' })])
  await indexed(api)
  assert.deepEqual(await found(api, '1001'), ['o1', 't2'])
  assert.deepEqual(await found(api, 'JK@example.com'), ['c1'])
  assert.deepEqual(await found(api, 'jjd001'), ['s1'])
  assert.deepEqual(await found(api, 'SH-31'), ['shoe'])
  assert.deepEqual(await found(api, 't1'), ['t1'])
  const { body } = await api.call('GET', '/search?q=1001')
  assert.deepEqual(
    body.data.map(({ type, by }: Found) => [type, by]),
    [
      ['orders', ['number']],
      ['tickets', ['words']],
    ],
  )
  assert.equal(body.incomplete, false)
})

test('only the asked types and number of objects are returned', async (t) => {
  const api = await shop(t)
  await api.push('articles', [article({ id: 'scarves', title: 'Wollschal waschen' })])
  await indexed(api)
  assert.deepEqual((await found(api, 'wollschal')).sort(), ['scarf', 'scarves'])
  assert.deepEqual(await found(api, 'wollschal', 'articles,orders'), ['scarves'])
  assert.equal((await api.call('GET', '/search?q=wollschal&limit=1')).body.data.length, 1)
  const wrong = await api.call('GET', '/search?q=a&types=shoes')
  assert.deepEqual([wrong.status, wrong.body.data.issues[0].path], [400, ['types']])
  assert.equal((await api.call('GET', '/search')).status, 400)
  assert.equal((await api.call('GET', '/search?q=%20')).status, 400)
})

test('a text is never read as a query language', async (t) => {
  const api = await shop(t)
  for (const q of [
    '"',
    'wollschal"',
    'names:wollschal',
    'a OR',
    'NEAR(',
    '(',
    '*',
    '-',
    'AND',
    "'; DROP TABLE products",
    'a^b',
    '{names}:x',
  ])
    assert.equal((await api.call('GET', `/search?${new URLSearchParams({ q })}`)).status, 200, q)
  assert.deepEqual(await found(api, 'NOT wollschal'), ['scarf'])
})

test('objects with two of three words come before objects with one; with five that have all words, only these are found', async (t) => {
  const api = await startServer(t)
  const titled = (titles: string[]) => titles.map((title) => product({ id: title, title }))
  await api.push('products', titled(['Red mug', 'Red wool hat', 'Wool rug', 'Red rug']))
  await indexed(api)
  assert.equal((await found(api, 'red wool lamp'))[0], 'Red wool hat')
  assert.equal((await found(api, 'red wool lamp')).length, 4)
  const lamps = ['1', '2', '3', '4', '5'].map((number) => `Red wool lamp ${number}`)
  await api.push('products', titled(lamps))
  await indexed(api)
  assert.deepEqual((await found(api, 'red wool lamp')).sort(), lamps)
})

test('words that no product has do not hide the products that have the other ones', async (t) => {
  const api = await startServer(t)
  const inColour = (id: string, Colour: string) =>
    product({ id, title: 'Wool jumper', variants: [{ id: 'v1', title: 'M', options: { Colour } }] })
  await api.push('products', [inColour('moss', 'Moss'), inColour('plum', 'Plum')])
  await indexed(api)
  for (const q of ['anything in moss green', 'do you have something in moss', 'moss please', 'moss'])
    assert.deepEqual(await found(api, q), ['moss'], q)
})

test('a title counts more than a description, and products in stock more than others', async (t) => {
  const api = await startServer(t)
  await api.push('products', [
    product({ id: 'text', title: 'Coat', description: 'Fits a mug' }),
    product({ id: 'sold', title: 'Blue mug', status: 'active', variants: [{ id: 'v', stock: 0 }] }),
    product({ id: 'here', title: 'Green mug', status: 'active', variants: [{ id: 'v', stock: 2 }] }),
  ])
  await indexed(api)
  assert.deepEqual(await found(api, 'mug'), ['here', 'sold', 'text'])
})

test('a title with the word comes before a description full of it', async (t) => {
  const api = await startServer(t)
  const full = { title: 'Coat', description: 'mug '.repeat(80) }
  await api.push('products', [product({ id: 'text', ...full }), product({ id: 'named', title: 'Blue mug' })])
  await indexed(api)
  for (const q of ['mug', 'blu']) {
    const { body } = await api.call('GET', `/search?q=${q}&limit=1`)
    assert.deepEqual(
      body.data.map(({ object }: Found) => object.id),
      ['named'],
      q,
    )
  }
})

test('of many objects with a word, those that match best are found', async (t) => {
  const api = await startServer(t)
  const mug = { description: 'Fits a mug' }
  await api.push('products', [product({ id: 'best', title: 'Mug' })])
  for (const batch of [1, 2, 3, 4])
    await api.push(
      'products',
      Array.from({ length: 25 }, (_, index) => product({ id: `p${batch}-${index}`, title: 'Coat', ...mug })),
    )
  await indexed(api)
  assert.equal((await found(api, 'mug'))[0], 'best')
})

test('erased objects are not found, and new texts only by their new words', async (t) => {
  const api = await shop(t)
  await api.push('customers', [customer({ id: 'c1', name: 'Ada', updatedAt: '2026-03-02T00:00:00Z' })])
  await indexed(api)
  assert.deepEqual(await found(api, 'köhler', 'customers'), [])
  assert.deepEqual(await found(api, 'ada', 'customers'), ['c1'])
  await api.call('DELETE', '/customers/c1')
  assert.deepEqual(await found(api, 'ada', 'customers'), [])
})

test('another workspace finds nothing of it', async (t) => {
  const api = await shop(t)
  const { key } = await addWorkspace(api.store, 'other', api.clock)
  const other = client(api.baseUrl, key)
  assert.deepEqual(await found(other, 'wollschal'), [])
  await other.push('products', [product({ id: 'theirs', title: 'Wollschal' })])
  await indexed(api)
  assert.deepEqual(await found(other, 'wollschal'), ['theirs'])
  assert.deepEqual(await found(api, 'wollschal'), ['scarf'])
})
