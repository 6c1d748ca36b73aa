import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { createProgram } from '../../src/cli/program.ts'
import { addMessage } from '../../src/conversations/conversations.ts'
import { resources } from '../../src/objects/resources.ts'
import { commandRunner } from '../support/commands.ts'
import { article, customer, order, product, shipment, ticket } from '../support/objects.ts'
import { storewire } from '../support/process.ts'
import { indexed } from '../support/searching.ts'
import { type Api, addWorkspace, client, startServer, tempFolder } from '../support/server.ts'
import { startShop } from '../support/shop.ts'
import { atTerminal, noTerminal, onTerminal } from '../support/terminal.ts'

/** Commands on a server's database that must succeed: what they print, and as JSON. */
function commands({ file }: Pick<Api, 'file'>) {
  const runCommand = commandRunner()
  const run = (args: string[]) => runCommand([...args, '--db', file])
  const ok = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(args)
    assert.equal(code, 0, stderr)
    return stdout
  }
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--json'])
    assert.deepEqual([code, stderr], [0, ''])
    return JSON.parse(stdout)
  }
  return { run, ok, json }
}

const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

test('every filter of the API is an option of its list', async () => {
  const program = await createProgram()
  for (const { name, filters } of resources) {
    const list = program.commands
      .find((command) => command.name() === name)
      ?.commands.find((one) => one.name() === 'list')
    const shared = ['workspace', 'db', 'json', 'wide']
    const options = list?.options.map((option) => option.attributeName()).filter((option) => !shared.includes(option))
    const expected = [...filters.map((filter) => filter.name), 'updatedSince', 'limit', 'cursor']
    assert.deepEqual(options?.slice(0, expected.length), expected, name)
  }
})

test('a list has one row for each object that its filters find', async (t) => {
  const api = await startServer(t)
  const { run, ok, json } = commands(api)
  await api.push('customers', [
    customer({ id: 'c1', name: 'Ada Lovelace', phone: '+44 20 7946 0018', tags: ['vip'] }),
    customer({ id: 'c2', email: 'bob@example.com' }),
  ])
  await api.push('orders', [
    order({ id: 'o1', number: '#1001', email: 'ada@example.com', status: 'shipped', customerId: 'c1' }),
    order({ id: 'o2', number: '#1002', placedAt: '2026-02-01T00:00:00Z', currency: 'JPY', total: 4400 }),
  ])
  await api.push('products', [product({ variants: [{ id: 'v1', sku: 'MUG-1', stock: 0 }] }), product({ id: 'p2' })])
  await api.push('shipments', [shipment({ trackingNumber: 'RM 123' }), shipment({ id: 's2', orderId: 'o2' })])
  await api.push('tickets', [ticket({ email: 'ada@example.com', status: 'open' }), ticket({ id: 't2' })])
  await api.push('articles', [article({ topic: 'returns' }), article({ id: 'a2', topic: 'returns', status: 'draft' })])
  for (const [args, ids] of [
    ['orders list --number 1001', ['o1']],
    ['orders list --email ADA@example.com --status shipped --customer-id c1', ['o1']],
    ['orders list --status delivered', []],
    ['orders list --placed-since 2026-01-31T00:00:00Z', ['o2']],
    ['orders list --updated-since 2027-01-01T00:00:00Z', []],
    ['customers list --tag vip', ['c1']],
    ['customers list --email bob@example.com', ['c2']],
    ['products list --sku MUG-1', ['p1']],
    ['shipments list --tracking-number RM123', ['s1']],
    ['shipments list --order-id o2', ['s2']],
    ['tickets list --email ada@example.com --status open', ['t1']],
    ['articles list --topic returns --status draft', ['a2']],
  ] as const)
    assert.deepEqual(idsOf(await json(...args.split(' '))), ids, args)
  assert.equal(await ok('orders', 'list', '--status', 'cancelled'), 'No orders found.\n')
  assert.match(
    await ok('orders', 'list'),
    /^ID .*\no2 +#1002 +pending +4400 JPY +2026-02-01\no1 +#1001 +shipped +ada@example\.com\n$/,
  )
  for (const { name } of resources) assert.equal(await ok(name, 'list', '--wide'), await ok(name, 'list'))
  for (const args of [
    ['--status', 'lost'],
    ['--updated-since', '2026-03-01'],
    ['--limit', '0'],
    ['--colour', 'red'],
  ])
    assert.equal((await run(['orders', 'list', ...args])).code, 2)
  assert.match((await run(['orders', 'list', '--placed-since', 'today'])).stderr, /^storewire: .*placedSince.*\n$/)
  assert.match((await run(['orders', 'list', '--cursor', 'x'])).stderr, /cursor/)
})

test('a long list prints how to get the next page, and the pages miss nothing', async (t) => {
  const api = await startServer(t)
  const { run, json } = commands(api)
  const ids = Array.from({ length: 45 }, (_, index) => `o${index}`)
  await api.push(
    'orders',
    ids.slice(0, 25).map((id, index) => order({ id, updatedAt: 100 - index })),
  )
  await api.push(
    'orders',
    ids.slice(25).map((id, index) => order({ id, updatedAt: 75 - index })),
  )
  const first = await run(['orders', 'list'])
  assert.equal(first.stdout.trimEnd().split('\n').length, 21, 'a heading and 20 rows')
  const [, cursor = assert.fail()] = /^More: repeat with --cursor (\S+)\n$/.exec(first.stderr) ?? []
  const second = await json('orders', 'list', '--cursor', cursor)
  assert.deepEqual(idsOf(second), ids.slice(20, 40))
  const last = await run(['orders', 'list', '--cursor', second.nextCursor])
  assert.deepEqual([last.stdout.trimEnd().split('\n').length, last.stderr], [6, ''])
  assert.deepEqual(idsOf(await json('orders', 'list', '--limit', '1000')), ids)
})

test('scripts get objects as the API shows them, with the digits of custom', async (t) => {
  const api = await startServer(t)
  const { run, json } = commands(api)
  const body = '{"data":[{"id":"o1","updatedAt":1,"custom":{"b":12345678901234567890,"1":1.0}}]}'
  assert.equal((await api.call('POST', '/orders', { body })).status, 200)
  const shown = (await api.call('GET', '/orders/o1')).text
  assert.equal((await run(['orders', 'list', '--json'])).stdout, `{"data":[${shown}],"nextCursor":null}\n`)
  const rest = '"customer":null,"shipments":[],"refunds":[],"conversations":[]'
  assert.equal((await run(['orders', 'show', 'o1', '--json'])).stdout, `{"order":${shown},${rest}}\n`)
  assert.deepEqual(Object.keys(await json('find', 'o1')), ['found', 'cutOff', 'notReady', 'notIndexed', 'isComplete'])
})

test('an order is shown with its items, shipments, refunds and conversations', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  const { ok, json } = commands(api)
  await api.push('customers', [customer({ name: 'Ada Lovelace' })])
  await api.push('orders', [order({ updatedAt: '2026-02-21T10:00:00Z', number: '#1001', shippingTotal: 490 })])
  const events = [
    {
      occurredAt: '2026-02-22T08:00:00Z',
      status: 'in_transit',
      description: 'On its way',
      city: 'Graz',
      country: 'AT',
    },
    { occurredAt: '2026-02-21T08:00:00Z', status: 'label_created' },
  ]
  await api.push('shipments', [shipment({ carrier: 'DHL', trackingNumber: 'X1', status: 'in_transit', events })])
  await api.push('shipments', [shipment({ id: 's2', orderId: 'o2' })])
  const conversation = await shop.talk()
  await api.store.write((tx) =>
    addMessage(tx, conversation, { author: 'customer', text: 'Where\nis it?' }, api.clock.now()),
  )
  const { id: refund } = await shop.start()
  const shown = await ok('orders', 'show', 'o1')
  for (const expected of [
    /^Order #1001, pending, 50\.00 EUR, 2026-02-20\n\nParcel\nshipment +s1\n/,
    /\nMug +2 +12\.50 EUR +25\.00 EUR\nPot +1 +25\.00 EUR +25\.00 EUR\n\nBill\nshipping +4\.90 EUR\ntotal +50\.00 EUR\n/,
    /\nstatus +in_transit\nprogress +label > on its way\ncarrier +DHL\ntracking number +X1\nlast event +2026-02-22T08:00Z {2}On its way, Graz, AT\n\n/,
    /\nCustomer\nname +Ada Lovelace, c1\n[\s\S]*\nOrder\nid +o1\nplaced +2026-02-20T10:00Z\n/,
    new RegExp(`\nRefunds\n${refund} {2}\\d+\\.\\d\\d EUR, awaiting_customer\n {2}2026-03-01T09:30Z {2}defect\n`),
    new RegExp(`\nChats\n${conversation} {2}1 message\n {2}2026-03-01T09:30Z {2}customer: Where is it\\?\n$`),
  ])
    assert.match(shown, expected)
  const story = await json('orders', 'show', 'o1')
  assert.deepEqual(
    [story.order.id, story.customer.id, story.shipments[0].id, story.refunds[0].id, story.conversations[0].id],
    ['o1', 'c1', 's1', refund, conversation],
  )
  assert.equal(story.refunds[0].createdAt, '2026-03-01T09:30:00.000Z')
})

test('an amount has the digits of its currency', async (t) => {
  const api = await startServer(t)
  const { ok } = commands(api)
  await api.push('orders', [
    order({ id: 'yen', currency: 'JPY', total: 4400 }),
    order({ id: 'dinar', currency: 'KWD', total: 4400 }),
    order({ id: 'unknown', total: 4400 }),
  ])
  await api.push('orders', [order({ id: 'taxed', currency: 'EUR', subtotal: 1000, taxTotal: 167, total: 1000 })])
  assert.match(await ok('orders', 'show', 'taxed'), /\ntax included +1\.67 EUR\ntotal +10\.00 EUR\n/)
  const totals = await Promise.all(['yen', 'dinar', 'unknown'].map((id) => ok('orders', 'show', id)))
  for (const [index, total] of [/total +4400 JPY\n/, /total +4\.400 KWD\n/, /total +4400 minor units\n/].entries())
    assert.match(totals[index] ?? '', total)
})

test('a customer is shown with orders, tickets and conversations, and other types with their own relations', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  const { run, ok, json } = commands(api)
  await api.push('customers', [customer({ name: 'Ada', totalSpent: 5000, totalSpentCurrency: 'EUR' })])
  const messages = [
    { id: 'm1', createdAt: '2026-02-01T09:00:00Z', author: { type: 'customer', name: 'Ada' }, body: 'Hello\nthere' },
    { id: 'm2', createdAt: '2026-02-01T10:00:00Z', author: { type: 'agent' }, body: 'A note', internal: true },
  ]
  await api.push('tickets', [ticket({ customerId: 'c1', status: 'solved', messages })])
  const variants = [{ id: 'v1', title: 'Red', sku: 'S-1', price: 3900, stock: 3, restockAt: '2026-04-01T00:00:00Z' }]
  await api.push('products', [product({ currency: 'EUR', status: 'active', variants })])
  await api.push('shipments', [
    shipment({
      status: 'lost',
      items: [
        { itemId: 'l1', quantity: 2 },
        { itemId: 'l9', quantity: 1 },
      ],
    }),
  ])
  const shown = await ok('customers', 'show', 'c1')
  assert.match(shown, /^Customer Ada\nid +c1\ne-mail +ada@example\.com\nupdated .*\n\nWorth\ntotal spent +50\.00 EUR\n/)
  assert.match(shown, /\nOrders\nID .*\no1 +delivered +50\.00 EUR +2026-02-20\n\nTickets\nID .*\nt1 +solved +Hello\n$/)
  const story = await json('customers', 'show', 'c1')
  assert.deepEqual([story.orders[0].id, story.tickets[0].id, story.conversations], ['o1', 't1', []])
  assert.match(
    await ok('tickets', 'show', 't1'),
    /\n\nAda, customer {2}2026-02-01T09:00Z\n {2}Hello\n {2}there\n\nagent, internal note {2}2026-02-01T10:00Z\n {2}A note\n$/,
  )
  assert.match(
    await ok('products', 'show', 'p1'),
    /^Product Scarf, active, 39\.00 EUR\n[\s\S]*\nv1 +Red +S-1 +39\.00 EUR +3, restock 2026-04-01\n$/,
  )
  assert.match(
    await ok('shipments', 'show', 's1'),
    /^Shipment s1, lost\norder +o1\nstatus +lost\nprogress +label > on its way\nitems +2 × Mug, 1 × l9\n[\s\S]*\nEvents\nnone\n$/,
  )
  await api.push('articles', [article({ body: 'Wrap it.\n\n- Send it.', topic: 'returns', status: 'draft' })])
  assert.match(
    await ok('articles', 'show', 'a1'),
    /^Article Returns, draft\nid +a1\ntopic +returns\nupdated +2026-03-01T09:00Z\n\n {2}Wrap it\.\n\n {2}- Send it\.\n$/,
  )
  for (const { name, noun } of resources) {
    const { code, stdout, stderr } = await run([name, 'show', 'nobody'])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, new RegExp(`no ${noun} with this id.*"npx storewire find TEXT"`))
  }
})

test('a relation whose index is not ready is marked as not available, and the rest is shown', async (t) => {
  const api = await startServer(t)
  await api.push('customers', [customer()])
  await api.push('orders', [order({ number: '#1001', customerId: 'c1' })])
  await api.push('shipments', [shipment()])
  const file = join(await tempFolder(t), 'updated.db')
  await storewire(['backup', file, '--db', api.file])
  const db = new Database(file)
  db.exec(`INSERT INTO filter_fills (resource, workspace_id, id) VALUES ('orders', '', ''), ('shipments', '', '')`)
  db.close()
  const { run, ok, json } = commands({ file })
  assert.equal((await json('customers', 'show', 'c1')).orders, null)
  assert.equal((await json('orders', 'show', 'o1')).shipments[0].id, 's1')
  assert.match(await ok('customers', 'show', 'c1'), /\nOrders\nnot known yet: storewire is still indexing orders\n$/)
  const shown = (await run(['find', 'o1'])).stdout
  assert.match(shown, /\norder +o1 +id +/)
  assert.match(
    shown,
    /\nOnly the ids and words of orders were searched: storewire is still indexing their other fields\.\n/,
  )
  assert.match((await run(['orders', 'list', '--number', '1001'])).stderr, /not ready yet.*server/)
})

test('find looks up ids, numbers, e-mails, tracking numbers and words, and prints which one matched', async (t) => {
  const api = await startServer(t)
  const { run, ok, json } = commands(api)
  await api.push('customers', [
    customer({ name: 'Ada K\u00f6hler', phone: '+44 20 7946 0018' }),
    customer({ id: 'c2', firstName: 'Bob', lastName: 'Hopper', email: 'bob@example.com' }),
  ])
  await api.push('orders', [order({ number: '#1001', email: 'ada@example.com' }), order({ id: '1001' })])
  await api.push('products', [product({ title: 'Wool scarf', variants: [{ id: 'v1', sku: 'WS-1' }] })])
  await api.push('shipments', [shipment({ trackingNumber: 'RM123456789GB' })])
  await api.push('tickets', [ticket({ email: 'Ada@Example.com' })])
  await indexed(api)
  const foundFor = async (text: string) =>
    (await json('find', text)).found.map(
      ({ resource, by, object }: { resource: string; by: string[]; object: { id: string } }) =>
        [resource, object.id, ...by].join(' '),
    )
  assert.deepEqual(await foundFor('1001'), ['orders 1001 id', 'orders o1 number'])
  assert.deepEqual(await foundFor('# 1001'), ['orders o1 number'])
  assert.deepEqual(await foundFor(' 1001\n'), ['orders 1001 id', 'orders o1 number'])
  assert.deepEqual(await foundFor('ADA@example.com'), ['customers c1 email', 'orders o1 email', 'tickets t1 email'])
  assert.deepEqual(await foundFor('rm123456789gb'), ['shipments s1 trackingNumber'])
  assert.deepEqual(await foundFor('+44 2079460018'), ['customers c1 phone'])
  assert.deepEqual(await foundFor('WS-1'), ['products p1 sku'])
  assert.deepEqual(await foundFor('kohler '), ['customers c1 words'])
  assert.deepEqual(await foundFor('bob hop'), ['customers c2 similar'])
  assert.deepEqual(await foundFor('wool'), ['products p1 words'])
  assert.deepEqual(await foundFor('nobody'), [])
  assert.match(
    await ok('find', 'rm123456789gb'),
    /^TYPE +ID +FOUND BY +WHAT\nshipment +s1 +tracking number +RM123456789GB, order o1\n\nShow it with "npx storewire shipments show s1 --db \S+"\.\n$/,
  )
  assert.equal(await ok('find', 'nobody'), 'Nothing found for nobody.\n')
  assert.match((await run(['find', ' '])).stderr, /^storewire: .*empty.*\n$/)
})

test('an object is deleted with --yes, or after a yes on a terminal', async (t) => {
  const api = await startServer(t)
  const { run, ok, json } = commands(api)
  for (const type of ['customers', 'products', 'orders', 'shipments', 'tickets', 'articles']) {
    await api.push(type, [{ id: 'x1', updatedAt: 1 }])
    const refused = await run([type, 'delete', 'x1'])
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /Add --yes to confirm\.\n$/)
    assert.equal((await api.call('GET', `/${type}/x1`)).status, 200)
    assert.deepEqual(await json(type, 'delete', 'x1', '--yes'), { resource: type, id: 'x1' })
    assert.equal((await api.call('GET', `/${type}/x1`)).status, 404)
    assert.match((await run([type, 'delete', 'x1', '--yes'])).stderr, /no \w+ with this id/)
  }
  await api.push('orders', [order()])
  assert.equal(await ok('orders', 'delete', 'o1', '--yes'), 'The order o1 is erased.\n')
  const rows = await api.store.read.all<{ actor: string }>(`SELECT actor FROM audit_log WHERE action = 'order.erased'`)
  assert.equal(rows.length, 2)
  for (const { actor } of rows) assert.match(actor, /^cli:/)
})

test('on a terminal a deletion asks for confirmation', { skip: noTerminal }, async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ number: '#1001', status: 'shipped' })])
  const deleting = async (typed: string) => {
    const terminal = atTerminal(['orders', 'delete', 'o1', '--db', api.file])
    await terminal.until(/Permanently erase the order o1 \(#1001, shipped\)\? \[y\/N\]/)
    terminal.type(typed)
    return terminal.ended
  }
  for (const typed of ['\r', 'no\r', '\u0003', '\u0004'])
    assert.match(await deleting(typed), /\nNothing was erased\.\n$/)
  assert.equal((await api.call('GET', '/orders/o1')).status, 200)
  assert.match(await deleting('yes\r'), /\nThe order o1 is erased\.\n$/)
  assert.equal((await api.call('GET', '/orders/o1')).status, 404)
})

test('on a terminal of 80 columns each row is one line, with its id', { skip: noTerminal }, async (t) => {
  const api = await startServer(t)
  const long = 'a very long text '.repeat(10)
  const email = `${'a'.repeat(60)}@example.com`
  const id = 'an-id-of-thirty-characters-000'
  const times = { createdAt: '2026-02-01T09:00:00Z', placedAt: '2026-02-01T09:00:00Z' }
  const of = {
    id,
    email,
    name: long,
    title: long,
    subject: long,
    tags: [long],
    number: '#1001',
    ...times,
    total: 1_000_000,
  }
  for (const [type, fields] of [
    ['customers', customer(of)],
    ['products', product({ ...of, status: 'archived' })],
    ['orders', order({ ...of, status: 'partially_shipped', currency: 'EUR' })],
    ['shipments', shipment({ ...of, status: 'returned_to_sender', orderId: id, trackingNumber: 'RM123456789GB' })],
    ['tickets', ticket({ ...of, status: 'pending' })],
    ['articles', article({ ...of, topic: 'warranty', status: 'published', language: 'zh-Hant-TW' })],
  ] as const) {
    await api.push(type, [fields])
    const shown = await onTerminal([type, 'list', '--db', api.file], { NO_COLOR: '1' })
    const [, row = '', ...rest] = shown.trimEnd().split('\n')
    assert.ok(row.includes(id), shown)
    assert.deepEqual(rest, ['Shortened to fit the terminal: --wide shows everything.'])
    for (const line of shown.split('\n')) assert.ok([...line].length <= 80, shown)
  }
})

test("agents' tags are added and removed apart from those of the shop", async (t) => {
  const api = await startServer(t)
  const { run, ok, json } = commands(api)
  await api.push('customers', [customer({ tags: ['vip'] })])
  assert.match(await ok('customers', 'tag', 'add', 'c1', 'patient'), /\ntags +vip, patient\n/)
  assert.deepEqual((await json('customers', 'list', '--tag', 'patient')).data[0].tags, ['vip', 'patient'])
  assert.deepEqual((await json('customers', 'tag', 'remove', 'c1', 'patient')).tags, ['vip'])
  assert.match((await run(['customers', 'tag', 'remove', 'c1', 'vip'])).stderr, /pushed by the shop/)
  assert.match((await run(['customers', 'tag', 'remove', 'c1', 'Vip'])).stderr, /no tag Vip/)
  assert.match((await run(['customers', 'tag', 'add', 'c2', 'x'])).stderr, /no customer with this id/)
})

test('a command shows one workspace only, also if others have the same ids and e-mails', async (t) => {
  const api = await startServer(t)
  const { ok, json } = commands(api)
  const other = await addWorkspace(api.store, 'other', api.clock)
  const twin = order({ number: '#1001', email: 'ada@example.com', customerId: 'c1' })
  await api.push('orders', [twin])
  await client(api.baseUrl, other.key).push('orders', [{ ...twin, status: 'shipped' }])
  await client(api.baseUrl, other.key).push('shipments', [shipment()])
  for (const [workspace, status, shipments] of [
    ['shop', 'pending', 0],
    ['other', 'shipped', 1],
  ] as const) {
    const of = ['--workspace', workspace]
    const list = await json('orders', 'list', '--email', 'ada@example.com', ...of)
    assert.deepEqual(
      list.data.map((one: { status: string }) => one.status),
      [status],
    )
    const story = await json('orders', 'show', 'o1', ...of)
    assert.deepEqual([story.order.status, story.shipments.length], [status, shipments])
    assert.match(await ok('find', '1001', ...of), new RegExp(`#1001, ${status}`))
  }
  await json('orders', 'delete', 'o1', '--yes', '--workspace', 'other')
  assert.equal((await api.call('GET', '/orders/o1')).status, 200)
})
