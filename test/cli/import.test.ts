import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { requestErasure } from '../../src/objects/bulk/erase-import.ts'
import { ndjson, startImporting } from '../support/importing.ts'
import { customer, message, order, ticket } from '../support/objects.ts'
import { BIN, storewire, unprivileged } from '../support/process.ts'
import { owner, tempFolder } from '../support/server.ts'
import { until } from '../support/until.ts'

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const orders = (count: number) => many(count, (index) => order({ id: `o${index}` }))

test('a JSON array, an object with data, NDJSON and gzip are imported alike, and the summary has the counts', async (t) => {
  const shop = await startImporting(t)
  const files: [string, string | Uint8Array][] = [
    ['a.json', JSON.stringify(orders(3))],
    ['b.json', JSON.stringify({ nextCursor: null, data: orders(4), more: [{ id: 'no order' }] }, null, 2)],
    ['c.ndjson', `\ufeff${ndjson(orders(5)).replaceAll('\n', '\r\n\r\n')}`],
    ['d.ndjson', ndjson(orders(6)).trimEnd()],
    ['e.jsonl.gz', gzipSync(ndjson(orders(7)))],
    ['f', JSON.stringify(orders(8))],
    ['g', ndjson(orders(9))],
  ]
  for (const [index, [name, content]] of files.entries()) {
    const { code, stdout, stderr } = await shop.import([
      'orders',
      await shop.file(name, content),
      '--json',
      '--label',
      name,
    ])
    assert.equal(code, 0, `${name}: ${stderr}`)
    const { id, ...summary } = JSON.parse(stdout)
    const stale = index === 0 ? 0 : index + 2
    assert.deepEqual(summary, {
      resource: 'orders',
      rows: index + 3,
      results: { created: index + 3 - stale, updated: 0, stale },
      rejected: 0,
      rejectedFile: null,
    })
    const backfill = (await shop.call('GET', `/backfills/${id}`)).body
    assert.deepEqual([backfill.status, backfill.label, backfill.received], ['done', name, index + 3])
    assert.equal(existsSync(`${shop.folder}/${name}.import.json`), false)
  }
  assert.equal((await shop.ids('orders')).length, 9)
})

test('without a terminal progress and summary are plain lines', async (t) => {
  const shop = await startImporting(t)
  const { code, stdout, stderr } = await shop.import(['orders', await shop.file('o.json', JSON.stringify(orders(3)))])
  assert.equal(code, 0)
  assert.match(stdout, /^bf_\w+: 3 orders read, 3 created, 0 updated, 0 stale, 0 rejected\.\n$/)
  assert.match(stderr, /^0%, reading\n100%, 3 of 3 processed, done\n$/)
})

test('of 2,500 rows the 150 invalid ones are listed with row, object and issues, and the others are stored', async (t) => {
  const shop = await startImporting(t)
  const rows = many(2_500, (index) =>
    order({ id: `o${index}`, ...(index % 50 < 3 ? { status: 'lost', total: 'much' } : {}) }),
  )
  const file = await shop.file('orders.ndjson', ndjson(rows))
  const { code, stdout, stderr } = await shop.import(['orders', file, '--json'])
  assert.equal(code, 1)
  assert.match(stderr, /"message":"150 rows were rejected: see .*orders\.ndjson\.rejected\.ndjson\."\}\}\n$/)
  const { rows: read, results, rejected, rejectedFile } = JSON.parse(stdout)
  assert.deepEqual([read, results.created, rejected], [2_500, 2_350, 150])
  const lines = readFileSync(rejectedFile, 'utf8').trimEnd().split('\n')
  assert.equal(lines.length, 150)
  assert.deepEqual(JSON.parse(lines[4] ?? ''), {
    row: 52,
    issues: [
      {
        path: ['status'],
        message:
          'must be one of pending, processing, partially_shipped, shipped, delivered, cancelled, refunded, returned',
      },
      { path: ['total'], message: 'must be a number' },
    ],
    object: rows[51],
  })
  assert.equal(statSync(rejectedFile).mode & 0o777, 0o600)
  assert.equal((await shop.ids('orders')).length, 2_350)
})

test('lines that are not JSON objects are rejected with their text; a later clean import removes the file of rejected rows', async (t) => {
  const shop = await startImporting(t)
  const file = await shop.file('o.ndjson', `${ndjson([order()])}{"id":\n\n[1]\n`)
  const { code, stdout } = await shop.import(['orders', file, '--json'])
  assert.equal(code, 1)
  const { rejectedFile, rows } = JSON.parse(stdout)
  assert.equal(rows, 3)
  assert.equal(
    readFileSync(rejectedFile, 'utf8'),
    '{"row":2,"issues":[{"path":[],"message":"is not valid JSON"}],"text":"{\\"id\\":"}\n' +
      '{"row":4,"issues":[{"path":[],"message":"must be an object"}],"object":[1]}\n',
  )
  await shop.file('o.ndjson', ndjson([order()]))
  assert.equal((await shop.import(['orders', file])).code, 0)
  assert.equal(existsSync(rejectedFile), false)
})

test('an import takes an empty e-mail address as left out, and rejects only rows that cannot be meant', async (t) => {
  const shop = await startImporting(t)
  const line = { id: 'l', title: 'Scarf', quantity: 0, unitPrice: 12.5 }
  const rows = [
    order({ id: 'o1', email: '', shippingAddress: { country: '' } }),
    order({ id: 'o2', updatedAt: 1_700_000_000, items: [line], shippingAddress: { country: 'Germany' } }),
  ]
  const { code, stdout } = await shop.import(['orders', await shop.file('o.ndjson', ndjson(rows)), '--json'])
  assert.equal(code, 1)
  const { results, rejectedFile } = JSON.parse(stdout)
  assert.equal(results.created, 1)
  const { body } = await shop.call('GET', '/orders/o1')
  assert.deepEqual([body.email, body.shippingAddress], [undefined, {}])
  assert.deepEqual(
    JSON.parse(readFileSync(rejectedFile, 'utf8')).issues.map(({ message }: { message: string }) => message),
    [
      'looks like seconds: use milliseconds, 1700000000000',
      'is 0: leave the line out',
      'is not a whole number: amounts are in minor units, such as 1250 for EUR 12.50',
      'must be a two-letter country code (ISO 3166-1 alpha-2): DE',
    ],
  )
})

test('custom fields arrive with every digit and key in order', async (t) => {
  const shop = await startImporting(t)
  const custom = '{"10":1,"9":12345678901234567890.50,"e":1e400,"t":"\\u2028\\ud83d\\ude00 \u2028"}'
  for (const [name, content] of [
    ['a.json', `[{"id":"a","updatedAt":1,"custom":${custom}}]`],
    ['b.ndjson', `{"id":"b","updatedAt":1,"custom":${custom}}`],
  ] as const) {
    assert.equal((await shop.import(['orders', await shop.file(name, content)])).code, 0)
    const { text } = await shop.call('GET', `/orders/${name[0]}`)
    assert.ok(text.includes('{"10":1,"9":12345678901234567890.50,"e":1e400,"t":'), text)
    assert.equal(JSON.parse(text).custom.t, '\u2028😀 \u2028')
  }
})

test('standard input is imported, and cannot be resumed', async (t) => {
  const shop = await startImporting(t)
  const { code, stdout, stderr } = await shop.import(['customers', '-', '--json'], ndjson([customer(), { id: 'bad' }]))
  assert.equal(code, 1, stderr)
  const { rows, rejectedFile } = JSON.parse(stdout)
  assert.deepEqual([rows, rejectedFile], [2, 'stdin.rejected.ndjson'])
  assert.match(readFileSync(`${shop.folder}/${rejectedFile}`, 'utf8'), /"row":2.*is required/)
  const csv = await shop.import(['customers', '-'], 'id,updatedAt\nc2,1700000000000\n')
  assert.equal(csv.code, 0, csv.stderr)
  const refused = await shop.import(['customers', '-', '--resume', 'bf_1'], '')
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /Standard input can't be read a second time/)
})

test('a named pipe such as <(zcat …) is read once, like standard input', async (t) => {
  const shop = await startImporting(t)
  const pipe = join(shop.folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const importing = shop.import(['customers', pipe, '--json'])
  await writeFile(pipe, ndjson([customer(), { id: 'bad' }]))
  const { code, stdout, stderr } = await importing
  assert.equal(code, 1, stderr)
  const { rows, rejectedFile } = JSON.parse(stdout)
  assert.deepEqual([rows, rejectedFile], [2, 'stdin.rejected.ndjson'])
  assert.deepEqual(readdirSync(shop.folder).toSorted(), ['pipe', 'stdin.rejected.ndjson'])
  assert.match((await shop.import(['customers', pipe, '--resume', 'bf_1'])).stderr, /pipe can't be read a second time/)
})

test('tickets go through plain calls of 50 with at most 2,000 messages, and are an import that can be taken back', async (t) => {
  const shop = await startImporting(t)
  const messages = (count: number) => many(count, (index) => message({ id: `m${index}` }))
  const tickets = [
    ...many(120, (index) => ticket({ id: `t${index}` })),
    ...many(5, (index) => ticket({ id: `long${index}`, messages: messages(900) })),
    ticket({ id: 'too long', messages: messages(2_001) }),
    ticket({ id: 'bad', rating: 6 }),
    ticket({ id: 't0' }),
  ]
  const { code, stdout } = await shop.import(['tickets', await shop.file('t.ndjson', ndjson(tickets)), '--json'])
  assert.equal(code, 1)
  const { id, rows, results, rejected, rejectedFile } = JSON.parse(stdout)
  assert.match(id, /^bf_/)
  assert.deepEqual([rows, results, rejected], [128, { created: 125, updated: 0, stale: 1 }, 2])
  const reasons = readFileSync(rejectedFile, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    reasons.map(({ row }) => row),
    [126, 127],
  )
  assert.equal((await shop.ids('tickets')).length, 125)
  const [backfill] = (await shop.call('GET', '/backfills')).body.data
  assert.deepEqual([backfill.label, backfill.status, backfill.received], ['t.ndjson (tickets)', 'done', 126])
  // Like any other import it can be taken back, except for what was pushed since.
  await shop.call('POST', '/tickets', { json: { data: [ticket({ id: 't1', updatedAt: '2027-01-01T00:00:00Z' })] } })
  await shop.store.write((tx) => requestErasure(tx, owner, { workspaceId: shop.workspaceId, id }, shop.clock.now()))
  shop.wake()
  await until(async () => (await shop.ids('tickets')).length === 1)
  assert.deepEqual(await shop.ids('tickets'), ['t1'])
})

test('calls that the server rejects as too large are sent in halves', async (t) => {
  const shop = await startImporting(t, { settings: { maxBody: { small: 4_000, large: 20_000, widget: 4_000 } } })
  const rows = [...orders(200), order({ id: 'huge', note: 'x'.repeat(30_000) })]
  const { code, stdout } = await shop.import(['orders', await shop.file('o.ndjson', ndjson(rows)), '--json'])
  assert.equal(code, 1)
  const { results, rejected, rejectedFile } = JSON.parse(stdout)
  assert.deepEqual([results.created, rejected], [200, 1])
  assert.match(readFileSync(rejectedFile, 'utf8'), /^\{"row":201,.*larger than 20000 bytes/)
})

test('an object that the server rejects as too large is listed, and the others of its call are sent', async (t) => {
  const shop = await startImporting(t)
  const variants = Array.from({ length: 150 }, (_, index) => ({
    id: `v${index}`,
    custom: { note: 'n'.repeat(32_000) },
  }))
  const rows = [
    { id: 'a', updatedAt: 1 },
    { id: 'huge', updatedAt: 1, variants },
    { id: 'b', updatedAt: 1 },
  ]
  const { code, stdout } = await shop.import(['products', await shop.file('p.ndjson', ndjson(rows)), '--json'])
  assert.equal(code, 1)
  const { results, rejected, rejectedFile } = JSON.parse(stdout)
  assert.deepEqual([results.created, rejected], [2, 1])
  assert.match(readFileSync(rejectedFile, 'utf8'), /^\{"row":2,.*must have at most 4194304 bytes as JSON/)
})

test('an import that cannot start is an error and leaves no file', async (t) => {
  const shop = await startImporting(t)
  const file = await shop.file('o.json', JSON.stringify(orders(2)))
  const cases: [Promise<{ code: number | null; stderr: string }>, RegExp][] = [
    [
      storewire(['import', 'orders', file, '--url', 'http://127.0.0.1:9'], { env: { STOREWIRE_SECRET_KEY: 'sk_x' } }),
      /No response from http:\/\/127\.0\.0\.1:9\/api\/v1 \(.+\)\. Check --url, and that the server is running\./,
    ],
    [
      storewire(['import', 'orders', file, '--url', shop.baseUrl], { env: { STOREWIRE_SECRET_KEY: 'sk_wrong' } }),
      /key/,
    ],
    [storewire(['import', 'orders', file, '--url', shop.baseUrl]), /STOREWIRE_SECRET_KEY or with --key-file/],
    [
      storewire(['import', 'orders', file, '--url', shop.baseUrl, '--key-file', `${shop.folder}/none`]),
      /cannot read .*none: there is no such file/,
    ],
    [shop.import(['orders', await shop.file('empty.ndjson', '')]), /empty\.ndjson can't be imported: it is empty\./],
    [shop.import(['orders', await shop.file('empty.csv.gz', gzipSync(' \n'))]), /it is empty/],
    [shop.import(['orders', `${shop.folder}/none.json`]), /none\.json can't be imported: there is no such file\.\n/],
    [shop.import(['orders', shop.folder]), /can't be imported: it is a folder\.\n/],
    [shop.import(['orders', await shop.file('x.json', '{"rows":[]}')]), /no array of objects/],
    [shop.import(['orders', await shop.file('y.json', '{"id":"a"} {"id":"b"}')]), /not valid JSON.*\.ndjson/],
    [
      shop.import([
        'orders',
        await shop.file('latin1.csv', Buffer.from('id,updatedAt,note\n1,1,\xc3\xa4\xe4\n', 'latin1')),
      ]),
      /not UTF-8/,
    ],
    [shop.import(['orders', file, '--resume', 'bf_1']), /no interrupted import/],
  ]
  for (const [finished, told] of cases) {
    const { code, stderr } = await finished
    assert.equal(code, 1, stderr)
    assert.match(stderr, told)
  }
  assert.equal((await shop.import(['carts', file])).code, 2)
  assert.deepEqual((await shop.call('GET', '/backfills')).body.data, [])
})

test('a file in a read-only folder is rejected before the import starts', async (t) => {
  const shop = await startImporting(t)
  const file = await shop.file('o.json', JSON.stringify(orders(2)))
  chmodSync(shop.folder, 0o555)
  const { code, stderr } = await storewire(['import', 'orders', file, '--url', shop.baseUrl], {
    env: { STOREWIRE_SECRET_KEY: shop.key },
    ...unprivileged,
  })
  chmodSync(shop.folder, 0o755)
  assert.equal(code, 1)
  assert.match(
    stderr,
    /cannot save the progress of the import next to .*o\.json: permission denied; .* Nothing was sent\.\n$/,
  )
  assert.deepEqual((await shop.call('GET', '/backfills')).body.data, [])
})

test('an empty array and an empty table are valid', async (t) => {
  const shop = await startImporting(t)
  for (const [name, content] of [
    ['a.json', '[]'],
    ['b.csv', 'id,updatedAt\n'],
  ] as const) {
    const { code, stdout } = await shop.import(['orders', await shop.file(name, content)])
    assert.deepEqual([code, stdout], [0, 'The file contains no orders.\n'])
  }
})

test('a truncated file is reported with the number of rows sent, and its import is closed', async (t) => {
  const shop = await startImporting(t)
  const packed = gzipSync(ndjson(orders(5_000).map((fields, index) => ({ ...fields, note: `${Math.sin(index)}` }))))
  for (const [name, content] of [
    ['o.ndjson.gz', packed.subarray(0, packed.length - 1_000)],
    ['o.json', JSON.stringify(orders(2_500)).slice(0, -10)],
  ] as const) {
    const { code, stderr } = await shop.import(['orders', await shop.file(name, content)])
    assert.equal(code, 1)
    assert.match(
      stderr,
      /can't be read to its end: .* Its first \d000 rows were sent\. Fix the file and import it again\.\n$/,
    )
    assert.equal(existsSync(`${shop.folder}/${name}.import.json`), false)
  }
  const { data } = (await shop.call('GET', '/backfills')).body
  assert.ok(data.every(({ closedAt }: { closedAt: string | null }) => closedAt !== null))
})

test('the key can come from a file, and the address may end with /api/v1 or not', async (t) => {
  const shop = await startImporting(t)
  const keyFile = await shop.file('key.txt', `${shop.key}\n`)
  const file = await shop.file('o.json', JSON.stringify(orders(2)))
  const url = shop.baseUrl.replace('/api/v1', '')
  const { code, stderr } = await storewire(['import', 'orders', file, '--url', url, '--key-file', keyFile])
  assert.equal(code, 0, stderr)
  assert.doesNotMatch((await tempFolder(t)) + stderr, /sk_/)
})

test('Ctrl-C also ends an import that waits for standard input', async (t) => {
  const shop = await startImporting(t)
  const child = spawn(process.execPath, [BIN, 'import', 'orders', '-', '--url', shop.baseUrl], {
    env: { ...process.env, STOREWIRE_SECRET_KEY: shop.key },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  child.stdin.write(ndjson(orders(1_500)))
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  // The first line that it writes says that it reads.
  await once(child.stderr, 'data')
  child.kill('SIGINT')
  const [code, signal] = await once(child, 'close')
  assert.deepEqual([code, signal], [null, 'SIGINT'])
  assert.match(stderr, /storewire: Interrupted\. (Nothing|\d+ rows) /)
})
