import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { statSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { startProcess, storewire } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'

const keyIn = (output: string) => /sk_\w+/.exec(output)?.[0] ?? ''

test('the first start prints both keys once and a curl line that works when pasted', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const first = await startProcess(t, ['--db', db])
  assert.match(first.output(), /^storewire listening on http:\/\/127\.0\.0\.1:\d+\/api\/v1\n/)
  assert.match(first.output(), /publishable key {2}pk_\w{33}\n/)
  const curl = /^ *(curl .*)$/m.exec(first.output())?.[1] ?? ''
  const answer = JSON.parse(execFileSync('bash', ['-c', `${curl} -sS`], { encoding: 'utf8' }))
  assert.deepEqual(answer, { results: [{ id: 'c_1', status: 'created' }] })
  assert.equal(statSync(db).mode & 0o777, 0o600)
  assert.equal(await first.stop(), 0)
  const second = await startProcess(t, ['--db', db])
  assert.match(second.output(), /^storewire listening on \S+\n$/)
  const api = client(second.baseUrl, keyIn(first.output()))
  assert.equal((await api.call('GET', '/customers/c_1')).status, 200)
})

test('a second server on the same file is refused, by whatever name, until the first is gone', async (t) => {
  const folder = await tempFolder(t)
  const [db, link] = [join(folder, 'shop.db'), join(folder, 'link.db')]
  const first = await startProcess(t, ['--db', db])
  symlinkSync(db, link)
  for (const name of [db, link]) {
    const { code, stderr } = await storewire(['serve', '--port', '0', '--db', name])
    assert.equal(code, 1)
    assert.match(stderr, /^storewire: .*another storewire serves it already.*\n$/)
  }
  await first.stop('SIGKILL')
  await startProcess(t, ['--db', link])
})

test('a port that is taken is one line that says so, and no keys are lost to it', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const { code, stderr } = await storewire(['serve', '--db', db, '--port', String(port)])
  assert.equal(code, 1)
  assert.match(stderr, /^storewire: cannot listen on 127\.0\.0\.1:\d+: another program has the port.*\n$/)
  assert.match((await startProcess(t, ['--db', db])).output(), /sk_\w{33}/)
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
})

test('for scripts serve prints one JSON value', async (t) => {
  const { output, baseUrl } = await startProcess(t, ['--db', join(await tempFolder(t), 'shop.db'), '--json'])
  const { url, workspaceId, secretKey, publishableKey } = JSON.parse(output())
  assert.equal(url, baseUrl)
  assert.deepEqual((await client(url, secretKey).call('GET', '/ping')).body, { orgId: workspaceId })
  assert.match(publishableKey, /^pk_/)
})

test('a server that is told to stop answers what it has taken and keeps it', async (t) => {
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
