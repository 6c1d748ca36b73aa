import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startImporting } from '../support/importing.ts'
import { SHOPIFY_ORDERS, shopifyCsv } from '../support/shopify-samples.ts'

test('storewire imports the export of Shopify from its file alone, gzipped and from standard input too', async (t) => {
  const shop = await startImporting(t)
  const first = await shop.import([await shop.file('orders_export.csv', SHOPIFY_ORDERS)])
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stderr, /^Shopify orders: 4 orders of 7 rows, EUR\.$/m)
  assert.match(first.stdout, /: 4 orders read, 4 created, 0 updated, 0 stale, 0 rejected\.\n$/)
  const { body } = await shop.call('GET', '/orders/5604183244052')
  assert.deepEqual([body.number, body.items.length, body.status], ['#1002', 2, 'shipped'])
  const packed = await shop.import([await shop.file('orders_export.csv.gz', gzipSync(SHOPIFY_ORDERS)), '--json'])
  assert.equal(JSON.parse(packed.stdout).results.stale, 4, packed.stderr)
  const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith('.storewire-tmp-'))
  const before = copies()
  const piped = await shop.import(['orders', '-', '--json'], SHOPIFY_ORDERS)
  assert.equal(JSON.parse(piped.stdout).results.stale, 4, piped.stderr)
  assert.deepEqual(
    copies().filter((name) => !before.includes(name)),
    [],
    'the temporary copy is gone',
  )
})

test('what the file does not show is one error before the first row, and an order with a bad row is rejected whole', async (t) => {
  const shop = await startImporting(t)
  const rows = [
    { Name: '#1', 'Created at': '2026-05-01 09:58' },
    { Name: '#1', 'Lineitem price': 'ten', Total: '', 'Lineitem name': 'Bad' },
    { Name: '#2', 'Created at': '2026-05-01 09:58' },
  ]
  const file = await shop.file('orders.csv', shopifyCsv(rows, { without: ['Currency', 'Id', 'Paid at'] }))
  const asked = await shop.import([file])
  assert.equal(asked.code, 1)
  assert.match(
    asked.stderr,
    /does not say the currency of its amounts, and the time zone of its times: .*--currency EUR --timezone/,
  )
  assert.deepEqual((await shop.call('GET', '/backfills')).body.data, [])
  const { code, stdout, stderr } = await shop.import([
    file,
    '--currency',
    'eur',
    '--timezone',
    'Europe/Berlin',
    '--json',
  ])
  assert.equal(code, 1)
  assert.match(stderr, /^The file has no ids, so the number is the id\./m)
  assert.match(stderr, /^Shopify orders: 2 orders of 3 rows, EUR, times in Europe\/Berlin\.$/m)
  const { rejected, rejectedFile } = JSON.parse(stdout)
  assert.equal(rejected, 1)
  assert.match(readFileSync(rejectedFile, 'utf8'), /^\{"row":2,.*Lineitem price: must be an amount such as 82\.90/)
  assert.deepEqual(await shop.ids('orders'), ['#2'])
})

test('a file of another type or of no known shop system is said first and once', async (t) => {
  const shop = await startImporting(t)
  const orders = await shop.file('orders.csv', SHOPIFY_ORDERS)
  const unknown = await shop.file('x.csv', 'Order,Sum\n1,2\n')
  const near = await shop.file('y.csv', shopifyCsv([{}], { without: ['Total'] }))
  for (const [args, why] of [
    [
      ['products', orders],
      /it is Shopify orders \(shopify-orders\), not products: import it as orders, or add --from none/,
    ],
    [[unknown], /no column "id", and its columns are not those of a known shop system\. .*--map/],
    [['orders', unknown], /no column "id", and its columns are not those of a known shop system\. .*--map/],
    [[near], /It is nearly Shopify orders \(--from shopify-orders\), without the columns Total\./],
    [[orders, '--from', 'shopify-products'], /it is not Shopify products: it has no column Handle, Title, /],
    [[await shop.file('o.json', '[{"id":"o1"}]')], /say what it contains: (npx )?storewire import orders FILE/],
  ] as const) {
    const { code, stderr } = await shop.import([...args])
    assert.equal(code, 1)
    assert.match(stderr, why)
    assert.doesNotMatch(stderr, /is unknown and is left out/)
  }
  for (const args of [
    ['orders'],
    [unknown, '--currency', 'euros'],
    [unknown, '--timezone', 'Mars'],
    [unknown, '--map', 'x'],
  ])
    assert.equal((await shop.import(args)).code, 2, args.join(' '))
  assert.deepEqual((await shop.call('GET', '/backfills')).body.data, [])
})
