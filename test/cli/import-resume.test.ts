import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { startGateway, type Verdict } from '../support/gateway.ts'
import { ndjson, startImporting } from '../support/importing.ts'
import { order, ticket } from '../support/objects.ts'
import { storewire } from '../support/process.ts'

const COUNT = 3_500
/** Every tenth one is bad. */
const orders = Array.from({ length: COUNT }, (_, index) =>
  order({ id: `o${index}`, ...(index % 500 === 7 ? { total: -1 } : {}) }),
)
const BAD = 7

for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
  test(`an import that ${signal} interrupts after a call was accepted continues with nothing lost or counted twice`, async (t) => {
    const shop = await startImporting(t)
    const file = await shop.file('orders.ndjson', ndjson(orders))
    let child: ChildProcess | undefined
    let calls = 0
    const url = await startGateway(t, shop.baseUrl, ({ url }): Verdict => {
      // Each batch of this file takes two calls: one that names the bad rows and one without them.
      if (!url?.endsWith('/bulk') || ++calls !== 6) return 'forward'
      return { lost: () => child?.kill(signal) }
    })
    const interrupted = await storewire(['import', 'orders', file, '--url', url], {
      env: { STOREWIRE_SECRET_KEY: shop.key },
      onStart: (started) => {
        child = started
      },
    })
    assert.equal(interrupted.signal, signal)
    const { id } = JSON.parse(readFileSync(`${file}.import.json`, 'utf8'))
    if (signal !== 'SIGKILL') {
      assert.ok(
        interrupted.stderr.endsWith(
          `storewire: Interrupted. Continue within 24 hours with the same command and --resume ${id}.\n`,
        ),
        interrupted.stderr,
      )
    }
    const again = await shop.import(['orders', file])
    assert.equal(again.code, 1)
    assert.match(
      again.stderr,
      new RegExp(
        `was started and has not finished. If it is no longer running, continue within 24 hours with .*--resume ${id}`,
      ),
    )

    const resumed = await shop.import(['orders', file, '--resume', id, '--json'])
    assert.equal(resumed.code, 1, resumed.stderr)
    const { rejectedFile, ...summary } = JSON.parse(resumed.stdout)
    assert.deepEqual(summary, {
      id,
      resource: 'orders',
      rows: COUNT,
      results: { created: COUNT - BAD, updated: 0, stale: 0 },
      rejected: BAD,
    })
    assert.equal(readFileSync(rejectedFile, 'utf8').trimEnd().split('\n').length, BAD)
    assert.equal((await shop.call('GET', `/backfills/${id}`)).body.received, COUNT - BAD)
    assert.equal(new Set(await shop.ids('orders')).size, COUNT - BAD)
    assert.equal(existsSync(`${file}.import.json`), false)
  })
}

test('an import interrupted after everything was sent only waits for its end, also if it was closed', async (t) => {
  for (const [method, path] of [
    ['POST', /\/close$/],
    ['GET', /\/backfills\/\w+$/],
  ] as const) {
    const shop = await startImporting(t)
    const file = await shop.file('orders.json', JSON.stringify(orders.slice(0, 5)))
    let child: ChildProcess | undefined
    const url = await startGateway(
      t,
      shop.baseUrl,
      (request): Verdict =>
        request.method === method && path.test(request.url ?? '') ? { lost: () => child?.kill('SIGINT') } : 'forward',
    )
    await storewire(['import', 'orders', file, '--url', url], {
      env: { STOREWIRE_SECRET_KEY: shop.key },
      onStart: (started) => {
        child = started
      },
    })
    const { id } = JSON.parse(readFileSync(`${file}.import.json`, 'utf8'))
    const { code, stdout } = await shop.import(['orders', file, '--resume', id, '--json'])
    assert.equal(code, 0)
    assert.deepEqual(JSON.parse(stdout).results, { created: 5, updated: 0, stale: 0 })
  }
})

test('an interrupted import of tickets continues, and each ticket is counted once', async (t) => {
  const shop = await startImporting(t)
  const file = await shop.file(
    't.json',
    JSON.stringify(Array.from({ length: 230 }, (_, index) => ticket({ id: `t${index}` }))),
  )
  let child: ChildProcess | undefined
  let calls = 0
  const url = await startGateway(
    t,
    shop.baseUrl,
    ({ url }): Verdict =>
      url?.endsWith('/tickets') && ++calls === 3 ? { lost: () => child?.kill('SIGINT') } : 'forward',
  )
  const { stderr } = await storewire(['import', 'tickets', file, '--url', url], {
    env: { STOREWIRE_SECRET_KEY: shop.key },
    onStart: (started) => {
      child = started
    },
  })
  const id = /--resume (bf_[\w-]+)\./.exec(stderr)?.[1] ?? ''
  const { code, stdout } = await shop.import(['tickets', file, '--resume', id, '--json'])
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(stdout).results, { created: 230, updated: 0, stale: 0 })
})

test('an unreachable server stops the import, which prints how to resume; a wrong resume is rejected', async (t) => {
  const shop = await startImporting(t)
  const file = await shop.file('orders.ndjson', ndjson(orders))
  let calls = 0
  const url = await startGateway(t, shop.baseUrl, ({ url }) =>
    url?.endsWith('/bulk') && ++calls > 2 ? { status: 403 } : 'forward',
  )
  const stopped = await storewire(['import', 'orders', file, '--url', url], { env: { STOREWIRE_SECRET_KEY: shop.key } })
  assert.equal(stopped.code, 1)
  const id = /Continue within 24 hours with .*--resume (bf_\w+)\./.exec(stopped.stderr)?.[1] ?? ''
  assert.match(
    (await shop.import(['orders', file, '--resume', 'bf_other'])).stderr,
    new RegExp(`is ${id}, not bf_other`),
  )
  assert.match((await shop.import(['products', file, '--resume', id])).stderr, /is of orders, not products/)
  writeFileSync(file, ndjson(orders.slice(1)))
  assert.match((await shop.import(['orders', file, '--resume', id])).stderr, /has changed since/)
})

test('an import that somebody closed meanwhile starts over', async (t) => {
  const shop = await startImporting(t)
  const file = await shop.file('orders.ndjson', ndjson(orders))
  let calls = 0
  const url = await startGateway(t, shop.baseUrl, ({ url }) =>
    url?.endsWith('/bulk') && ++calls > 2 ? { status: 403 } : 'forward',
  )
  await storewire(['import', 'orders', file, '--url', url], { env: { STOREWIRE_SECRET_KEY: shop.key } })
  const { id } = JSON.parse(readFileSync(`${file}.import.json`, 'utf8'))
  await shop.call('POST', `/backfills/${id}/close`)
  const { code, stderr } = await shop.import(['orders', file, '--resume', id])
  assert.equal(code, 1)
  assert.match(
    stderr,
    /backfill is closed.* Delete .*orders\.ndjson\.import\.json to start over \(rows that are already stored/,
  )
})

test('an import waits as long as the server asks, prints the wait, and continues after 5xx responses', async (t) => {
  const shop = await startImporting(t)
  const file = await shop.file('orders.ndjson', ndjson(orders.slice(0, 5)))
  const answers: Verdict[] = [{ status: 429, headers: { 'retry-after': '1' } }, { status: 503 }, 'forward']
  const url = await startGateway(t, shop.baseUrl, ({ url }) =>
    url?.endsWith('/bulk') ? (answers.shift() ?? 'forward') : 'forward',
  )
  const { code, stderr } = await storewire(['import', 'orders', file, '--url', url], {
    env: { STOREWIRE_SECRET_KEY: shop.key },
  })
  assert.equal(code, 0, stderr)
  assert.match(stderr, /waiting 1 s, because the server asks to slow down\n/)
  assert.match(stderr, /waiting 1 s, because the server does not respond or reports an error\n/)
})
