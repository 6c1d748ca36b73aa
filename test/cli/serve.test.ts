import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { damage, databaseWith } from '../support/databases.ts'
import { startProcess, stoppingMs, storewire } from '../support/process.ts'
import { rawConnection } from '../support/raw-http.ts'
import { client, tempFolder } from '../support/server.ts'
import { atTerminal, noTerminal } from '../support/terminal.ts'
import { until } from '../support/until.ts'

/** What a server without an owner prints where no person reads it. */
const QUIET_START =
  /^storewire listening on \S+\nNobody can sign in to the console yet\. Make a link for its first owner:\n {2}npx storewire members invite --owner --db \S+ \\\n {4}--url http:\/\/127\.0\.0\.1:\d+\n$/

const keyIn = (output: string) => /sk_\w+/.exec(output)?.[0] ?? ''

test('the first start ends with both keys, shown once, after a curl line that works when pasted', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const first = await startProcess(t, ['--db', db])
  assert.match(first.output(), /^storewire listening on http:\/\/127\.0\.0\.1:\d+\/api\/v1\n/)
  assert.match(first.output(), /\n {2}secret key {7}sk_\w{33}\n {2}publishable key {2}pk_\w{33}\n\n$/)
  assert.equal(first.output().split(keyIn(first.output())).length, 2, 'the key is shown once')
  const [anotherKey = ''] = /^Another key: npx storewire (.*)$/m.exec(first.output())?.slice(1) ?? []
  assert.match((await storewire(anotherKey.split(' '))).stdout, /^sk_\w{33}\n$/)
  const curl = /^ *(curl (?:.*\\\n)+.*)$/m.exec(first.output())?.[1] ?? ''
  const env = { PATH: process.env.PATH, STOREWIRE_SECRET_KEY: keyIn(first.output()) }
  const answer = JSON.parse(
    execFileSync('bash', ['-c', curl], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  for (const line of first.output().split('\n')) assert.ok(line.length <= 80, line)
  assert.deepEqual(answer, { results: [{ id: 'c_1', status: 'created' }] })
  assert.equal(statSync(db).mode & 0o777, 0o600)
  assert.equal(await first.stop(), 0)
  const second = await startProcess(t, ['--db', db])
  assert.match(second.output(), QUIET_START)
  const api = client(second.baseUrl, keyIn(first.output()))
  assert.equal((await api.call('GET', '/customers/c_1')).status, 200)
})

test('a server that listens everywhere prints an address that works, and asks for TLS in front', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const open = await startProcess(t, ['--db', db, '--host', '0.0.0.0'])
  assert.match(open.baseUrl, /^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
  assert.equal((await fetch(`${open.baseUrl}/spec.json`)).status, 200)
  const [, other] =
    /^Other machines can reach it without encryption(?: at (\S+)|\.)$/m.exec(open.output()) ?? assert.fail()
  if (other) assert.equal((await fetch(`${other}/spec.json`)).status, 200)
  assert.match(open.output(), /^Add TLS with a proxy: scripts\/deploy\/Caddyfile and scripts\/deploy\/nginx\.conf/m)
  await open.stop()
  const behindProxy = await startProcess(t, ['--db', db, '--host', '0.0.0.0', '--trust-proxy', '1'])
  assert.match(behindProxy.output(), QUIET_START)
  await behindProxy.stop()
  const { output } = await startProcess(t, ['--db', db, '--host', '0.0.0.0', '--json'])
  assert.equal((await fetch(`${JSON.parse(output()).url}/spec.json`)).status, 200)
})

test('commands that a start shows name the database, also if a variable of the server alone does', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const env = { STOREWIRE_DB: db }
  const first = await storewire(['workspaces', 'create', 'shop'], { env })
  assert.match(first.stdout, new RegExp(` --db ${db}\n$`))
  const { output } = await startProcess(t, [], { env })
  assert.match(output(), QUIET_START)
})

test('on a terminal each call is one short line with what went wrong, and the start says how to make a key', {
  skip: noTerminal,
}, async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  await storewire(['workspaces', 'create', 'shop', '--db', db])
  const { key } = JSON.parse((await storewire(['keys', 'create', '--db', db, '--json'])).stdout)
  const { until, type, ended } = atTerminal(['serve', '--port', '0', '--db', db], { NO_COLOR: '1' })
  const [, url = ''] = await until(/listening on (\S+)\n/)
  const api = client(url, key)
  await api.call('POST', '/orders', { json: { data: [{ id: 'o1', updatedAt: '2026' }] } })
  await api.call('GET', '/orders?number=1')
  await fetch(`${url.replace('/api/v1', '')}/healthz`)
  await api.call('GET', `/${'x'.repeat(100)}`)
  await until(/ 404 {2}.*\n/)
  const ctrlC = '\u0003'
  type(ctrlC)
  const lines = (await ended).split('\n')
  assert.equal(lines[0], `storewire listening on ${url}`)
  assert.equal(lines[1], `Another key: npx storewire keys create --db ${db}`)
  assert.match(lines[2] ?? '', /^Open http/)
  const shown = lines.slice(6).map((line) => line.replace(/^\d\d:\d\d:\d\d/, '').replace(/ \d+ ms/, ' N ms'))
  assert.deepEqual(shown.slice(0, 4), [
    '  400  POST /api/v1/orders  N ms',
    '               data[0].updatedAt is a number in quotes: use an ISO-8601 time, or epoch milliseconds without quotes',
    '  200  GET /api/v1/orders  N ms',
    `  404  GET /api/v1/${'x'.repeat(72)}…  N ms  There is nothing at this address: the API reference lists every path.`,
  ])
  assert.match(shown.slice(4).join('\n'), /\.\d+ stopping\n.*\.\d+ stopped\n$/, 'health checks are not shown')
})

function readRows(file: string, sql: string): unknown[] {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

/** Starts `serve` on a terminal and waits for the link for the first owner. */
async function firstOwnerLink(db: string, args: string[] = [], env: Record<string, string> = {}) {
  const { until, type, ended } = atTerminal(['serve', '--port', '0', '--db', db, ...args], { NO_COLOR: '1', ...env })
  const [, base = '', token = ''] = await until(/\nOpen (http:\S+)\/console#setup=(\w{27})\n.*\n/)
  const stop = async () => {
    type('\u0003')
    return ended
  }
  const show = () =>
    fetch(`${base}/console/api/links/show`, {
      method: 'POST',
      body: JSON.stringify({ token }),
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    })
  return { base, token, show, stop }
}

test('on a terminal each start makes a new link for the first owner, until there is one', {
  skip: noTerminal,
}, async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const first = await firstOwnerLink(db)
  assert.equal((await first.show()).status, 200)
  assert.match(await first.stop(), /secret key.*\n.*publishable key.*\n\nOpen http/)
  const second = await firstOwnerLink(db, ['--public-url', 'http://127.0.0.1:1/shop/api/v1'])
  assert.equal(second.base, 'http://127.0.0.1:1/shop')
  await second.stop()
  const links = readRows(db, 'SELECT hash FROM member_links')
  assert.equal(links.length, 1)
  await storewire(
    ['members', 'create', 'ada@shop.example', '--name', 'Ada', '--owner', '--password-stdin', '--db', db],
    {
      input: 'correct horse battery',
    },
  )
  const { until, type, ended } = atTerminal(['serve', '--port', '0', '--db', db], { NO_COLOR: '1' })
  await until(/\nConsole: http:\S+\/console\n/)
  type('\u0003')
  assert.doesNotMatch(await ended, /setup=/)
})

test('a browser opens for the first owner, and no argument of a program shows the link', {
  skip: noTerminal,
}, async (t) => {
  const folder = await tempFolder(t)
  const seen = join(folder, 'seen')
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" > '${seen}.name'; cat "$1" > '${seen}'\n`, {
    mode: 0o755,
  })
  const PATH = `${folder}:${process.env.PATH}`
  const db = join(folder, 'shop.db')
  const quiet = [
    await firstOwnerLink(db, [], { PATH }),
    await firstOwnerLink(join(folder, 'ci.db'), [], { PATH, DISPLAY: ':0', CI: '1' }),
    await firstOwnerLink(join(folder, 'no-open.db'), ['--no-open'], { PATH, DISPLAY: ':0' }),
  ]
  for (const { stop } of quiet) await stop()
  assert.equal(existsSync(seen), false)
  const { base, token, stop } = await firstOwnerLink(db, [], { PATH, DISPLAY: ':0' })
  await until(() => existsSync(seen) && readFileSync(seen, 'utf8').includes('refresh'))
  assert.match(readFileSync(seen, 'utf8'), new RegExp(`content="0;url=${base}/console#setup=${token}"`))
  const file = readFileSync(`${seen}.name`, 'utf8').trim()
  assert.ok(!file.includes(token))
  assert.equal(statSync(file).mode & 0o777, 0o600)
  await stop()
  assert.equal(existsSync(file), false)
})

test('in a pipe each call is one JSON value', async (t) => {
  const { baseUrl, errors, stop } = await startProcess(t, ['--db', join(await tempFolder(t), 'shop.db')])
  await fetch(`${baseUrl}/ping`)
  await stop()
  const [first = ''] = errors().split('\n')
  const { level, message, method, route, status } = JSON.parse(first)
  assert.deepEqual([level, message, method, route, status], ['info', 'request', 'GET', '/ping', 401])
})

test('a second server on the same file is refused, by whatever name, until the first is gone', async (t) => {
  const folder = await tempFolder(t)
  const [db, link] = [join(folder, 'shop.db'), join(folder, 'link.db')]
  const first = await startProcess(t, ['--db', db])
  symlinkSync(db, link)
  for (const name of [db, link]) {
    const { code, stderr } = await storewire(['serve', '--port', '0', '--db', name])
    assert.equal(code, 1)
    assert.match(stderr, /^storewire: .*another storewire server uses it already.*\n$/)
  }
  await first.stop('SIGKILL')
  await startProcess(t, ['--db', link])
})

test('a port in use is one line of error, and no keys are created', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const { code, stderr } = await storewire(['serve', '--db', db, '--port', String(port)])
  assert.equal(code, 1)
  assert.match(stderr, /^storewire: cannot listen on 127\.0\.0\.1:\d+: another program uses the port.*\n$/)
  assert.match((await startProcess(t, ['--db', db])).output(), /sk_\w{33}/)
  const byVariable = await storewire(['serve'], {
    env: { STOREWIRE_PORT: String(port), STOREWIRE_DB: join(await tempFolder(t), 'other.db') },
  })
  assert.match(byVariable.stderr, new RegExp(`^storewire: cannot listen on 127\\.0\\.0\\.1:${port}: `))
})

test('a server whose table of keys is damaged does not start', async (t) => {
  const db = await databaseWith(join(await tempFolder(t), 'shop.db'), 'shop')
  const file = new Database(db)
  const pages = file
    .prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'workspaces' AND rootpage")
    .pluck()
    .all()
  file.close()
  for (const page of pages) damage(db, page)
  const { code, stdout, stderr } = await storewire(['serve', '--port', '0', '--db', db])
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^storewire: The database is damaged\. The operator must .* restore a backup\.$/m)
})

test('an address that is not of this machine is one line of error', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const { code, stdout, stderr } = await storewire(['serve', '--db', db, '--host', '192.0.2.1', '--port', '0'])
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^storewire: cannot listen on 192\.0\.2\.1:0: this machine has no such address.*--host\n$/)
})

test('limits, proxies, title and address can be set by option or variable', async (t) => {
  const folder = await tempFolder(t)
  const byOption = await startProcess(t, [
    '--db',
    join(folder, 'a.db'),
    '--rate-limits',
    'calls=7,unauthorized=off',
    '--title',
    'Wool & Co',
    '--public-url',
    'https://wool.example/api/v1/',
    '--trust-proxy',
    '1',
  ])
  const env = {
    STOREWIRE_DB: join(folder, 'b.db'),
    STOREWIRE_RATE_LIMITS: 'off',
    STOREWIRE_TITLE: 'Wool & Co',
    STOREWIRE_PUBLIC_URL: 'https://wool.example/api/v1',
    STOREWIRE_HOST: '127.0.0.2',
    STOREWIRE_MAX_BODY: '1',
    STOREWIRE_MAX_LARGE_BODY: '2',
  }
  const byVariable = await startProcess(t, [], { env })
  assert.match(byVariable.baseUrl, /127\.0\.0\.2/)
  for (const { baseUrl } of [byOption, byVariable]) {
    const spec = (await (await fetch(`${baseUrl}/spec.json`)).json()) as {
      info: { title: string }
      servers: { url: string }[]
    }
    assert.equal(spec.info.title, 'Wool & Co API')
    assert.equal(spec.servers[0]?.url, 'https://wool.example/api/v1')
    assert.match(await (await fetch(baseUrl)).text(), /<title>Wool &amp; Co API reference<\/title>/)
  }
  const limited = await client(byOption.baseUrl, keyIn(byOption.output())).call('GET', '/ping')
  assert.equal(limited.headers.get('ratelimit'), '"calls";r=6;t=60')
  const unlimited = client(byVariable.baseUrl, keyIn(byVariable.output()))
  assert.equal((await unlimited.call('GET', '/ping')).headers.get('ratelimit'), null)
  assert.equal(
    (await unlimited.call('POST', '/orders', { body: ' '.repeat(1024 * 1024 + 1) })).body.data.max,
    1024 * 1024,
  )
  assert.equal(
    (await unlimited.call('POST', '/tickets', { body: ' '.repeat(2 * 1024 * 1024 + 1) })).body.data.max,
    2 * 1024 * 1024,
  )
})

test('a configured limit is enforced', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const { baseUrl, output } = await startProcess(t, ['--db', db, '--rate-limits', 'calls=2,bulk=1'])
  const api = client(baseUrl, keyIn(output()))
  const statuses = []
  for (let index = 0; index < 3; index++) statuses.push((await api.call('GET', '/ping')).status)
  assert.deepEqual(statuses, [200, 200, 429])
})

test('callers behind a proxy are told apart only if the proxy is trusted', async (t) => {
  const folder = await tempFolder(t)
  const guess = async (baseUrl: string, address: string) =>
    (await client(baseUrl, 'sk_guess').call('GET', '/ping', { headers: { 'x-forwarded-for': address } })).status
  const guesses = async (baseUrl: string) => [
    await guess(baseUrl, '203.0.113.1'),
    await guess(baseUrl, '203.0.113.2'),
    await guess(baseUrl, '198.51.100.9, 203.0.113.1'),
  ]
  const limits = ['--rate-limits', 'unauthorized=1']
  const direct = await startProcess(t, ['--db', join(folder, 'direct.db'), ...limits])
  assert.deepEqual(await guesses(direct.baseUrl), [401, 429, 429])
  const option = await startProcess(t, ['--db', join(folder, 'option.db'), ...limits, '--trust-proxy', '1'])
  assert.deepEqual(await guesses(option.baseUrl), [401, 401, 429])
  const env = { STOREWIRE_TRUST_PROXY: '1' }
  const variable = await startProcess(t, ['--db', join(folder, 'variable.db'), ...limits], { env })
  assert.deepEqual(await guesses(variable.baseUrl), [401, 401, 429])
})

test('serve --json prints one JSON value', async (t) => {
  const { output, baseUrl } = await startProcess(t, ['--db', join(await tempFolder(t), 'shop.db'), '--json'])
  const { url, workspaceId, secretKey, publishableKey } = JSON.parse(output())
  assert.equal(url, baseUrl)
  assert.deepEqual((await client(url, secretKey).call('GET', '/ping')).body, { orgId: workspaceId })
  assert.match(publishableKey, /^pk_/)
})

test('on a database that is not new the JSON value holds the address and no keys', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  await (await startProcess(t, ['--db', db])).stop()
  const { output, baseUrl } = await startProcess(t, ['--db', db], { env: { STOREWIRE_JSON: '1' } })
  assert.deepEqual(JSON.parse(output()), { url: baseUrl })
})

test('no further keys are created in a database that already has a workspace', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  await storewire(['workspaces', 'create', 'shop', '--db', db])
  assert.equal(statSync(db).mode & 0o777, 0o600)
  const { output } = await startProcess(t, ['--db', db])
  assert.match(output(), QUIET_START)
  assert.equal(JSON.parse((await storewire(['keys', 'list', '--db', db, '--json'])).stdout).length, 2)
})

test('everything that is made beside the database is readable by its owner alone', async (t) => {
  const folder = await tempFolder(t)
  const { baseUrl, output } = await startProcess(t, ['--db', join(folder, 'shop.db')])
  await client(baseUrl, keyIn(output())).push('orders', [{ id: 'o1', updatedAt: 1 }])
  const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)])
  assert.ok(modes.length >= 3)
  assert.deepEqual(
    modes.filter(([, mode]) => mode !== '600'),
    [],
  )
})

test('SIGTERM and SIGINT stop a server cleanly, also while clients hold connections open', async (t) => {
  const folder = await tempFolder(t)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const { baseUrl, stop, errors } = await startProcess(t, ['--db', join(folder, `${signal}.db`)])
    await rawConnection(t, baseUrl)
    const used = await rawConnection(t, baseUrl)
    used.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    await used.until(/"ok"\}/)
    assert.equal(await stop(signal), 0)
    // Connections that it waited for it would cut off after ten seconds.
    assert.ok(stoppingMs(errors()) < 9_500, `${signal} took ${stoppingMs(errors())} ms`)
  }
})

test('a stopping server responds to the request in flight, and exits right after it', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const { baseUrl, output, errors, child } = await startProcess(t, ['--db', db])
  const ended = once(child, 'close')
  const { socket, until } = await rawConnection(t, baseUrl)
  const body = '{"data":[{"id":"o1","updatedAt":1}]}'
  const head = ['POST /api/v1/orders HTTP/1.1', 'host: x', `authorization: Bearer ${keyIn(output())}`]
  const framing = ['content-type: application/json', `content-length: ${body.length}`, '', '']
  socket.write([...head, ...framing].join('\r\n') + body.slice(0, 10))
  await client(baseUrl, keyIn(output())).call('GET', '/ping')
  child.kill('SIGTERM')
  while (
    await fetch(baseUrl).then(
      () => true,
      () => false,
    )
  )
    await sleep(10)
  socket.write(body.slice(10))
  await until(/200 OK[\s\S]*"created"/)
  await ended
  assert.equal(child.exitCode, 0)
  assert.ok(stoppingMs(errors()) < 9_500, `it took ${stoppingMs(errors())} ms`)
})

test('a stopping server responds to every accepted push and stores it', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const first = await startProcess(t, ['--db', db, '--rate-limits', 'off'])
  const key = keyIn(first.output())
  const api = client(first.baseUrl, key)
  const pushes = Array.from({ length: 200 }, (_, index) =>
    api.push('orders', [{ id: `o${index}`, updatedAt: 1 }]).then(
      ({ results }) => results[0]?.id,
      () => undefined,
    ),
  )
  await Promise.race(pushes)
  const code = await first.stop()
  const acknowledged = (await Promise.all(pushes)).filter((id) => id !== undefined)
  assert.equal(code, 0)
  assert.ok(acknowledged.length > 0)
  const second = await startProcess(t, ['--db', db, '--rate-limits', 'off'])
  for (const id of acknowledged)
    assert.equal((await client(second.baseUrl, key).call('GET', `/orders/${id}`)).status, 200)
})
