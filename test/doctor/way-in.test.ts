import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { withProof } from '../../src/doctor/proof.ts'
import { checkWayIn } from '../../src/doctor/way-in.ts'
import { startProcess } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'

/** What a proxy makes of the headers of a request. */
type Rewrite = (headers: IncomingHttpHeaders) => IncomingHttpHeaders

/** A proxy in front of a server that passes requests on with other headers; ends with the test. @returns its address */
async function startProxy(t: TestContext, upstream: string, rewrite: Rewrite): Promise<string> {
  const proxy = createServer((req, res) => {
    const onward = request(
      upstream + req.url,
      { headers: rewrite(req.headers) as Record<string, string> },
      (answer) => {
        res.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(res)
      },
    )
    onward.once('error', () => res.destroy()).end()
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.after(() => proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

async function serving(t: TestContext, trusted: number) {
  const database = join(await tempFolder(t), 'shop.db')
  const server = await startProcess(t, ['--db', database, '--trust-proxy', String(trusted)])
  return { database, local: new URL(server.baseUrl).origin, server }
}

const good: Rewrite = (headers) => ({ ...headers, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' })
const added: Rewrite = (headers) => ({
  ...headers,
  'x-forwarded-for': `${headers['x-forwarded-for']}, 127.0.0.1`,
  'x-forwarded-proto': 'http',
})
const passedOn: Rewrite = (headers) => headers

const cases: [what: string, trusted: number, proxy: Rewrite, expected: RegExp][] = [
  [
    'replaces what visitors send',
    1,
    good,
    /^ok: a request to \S+ arrives with its scheme, its host and its address: 127/,
  ],
  ['adds the address to what visitors send', 1, added, /^ok: /],
  [
    'is not trusted',
    0,
    good,
    /^warning: 1 proxy wrote X-Forwarded-For, but the server trusts 0: .*STOREWIRE_TRUST_PROXY to 1,/,
  ],
  [
    'is fewer than are trusted',
    2,
    added,
    /^problem: visitors can choose the address .*: the server trusts 2, and 1 proxy wrote/,
  ],
  [
    'passes headers of visitors on',
    1,
    passedOn,
    /^problem: visitors can choose the address .*X-Forwarded-For.*\nproblem: a request by http arrives with X-Forwarded-Proto: https/,
  ],
  [
    'passes only the scheme of visitors on',
    1,
    (headers) => ({ ...headers, 'x-forwarded-for': '127.0.0.1' }),
    /^problem: a request by http arrives with X-Forwarded-Proto: https, .*nginx\.conf/,
  ],
  [
    'changes the host',
    1,
    (headers) => ({ ...good(headers), host: 'storewire:8787' }),
    /^problem: a request for 127\.0\.0\.1:\d+ arrives with Host: storewire:8787\. .*pass the name/,
  ],
]

for (const [what, trusted, proxy, expected] of cases)
  test(`doctor sees what arrives through a proxy that ${what}`, async (t) => {
    const { database, local } = await serving(t, trusted)
    const publicUrl = `${await startProxy(t, local, proxy)}/api/v1`
    const findings = await checkWayIn({ database, local, publicUrl })
    assert.match(findings.map(({ level, found, todo }) => `${level}: ${found}. ${todo}`).join('\n'), expected)
  })

test('without a proxy in front, and none trusted, the way in is as it should be, and no proxy is reported', async (t) => {
  const { database, local, server } = await serving(t, 0)
  const [finding] = await checkWayIn({ database, local, publicUrl: `${local}/api/v1` })
  assert.equal(finding?.level, 'ok')
  assert.doesNotMatch(server.errors(), /X-Forwarded-For/)
})

test('an address that leads elsewhere, or nowhere, is reported; without a running server nothing is', async (t) => {
  const { database, local, server } = await serving(t, 0)
  const other = await serving(t, 0)
  const elsewhere = await checkWayIn({ database, local, publicUrl: other.local })
  assert.match(elsewhere[0]?.found ?? '', /does not reach this server: \/arrival responds with 404 there/)
  const nowhere = await checkWayIn({ database, local, publicUrl: 'http://127.0.0.1:1/api/v1' })
  assert.match(
    `${nowhere[0]?.level} ${nowhere[0]?.found}`,
    /^warning a request to http:\/\/127\.0\.0\.1:1 does not reach .*ECONN/,
  )
  await server.stop()
  const [stopped] = await checkWayIn({ database, local, publicUrl: local })
  assert.match(`${stopped?.level} ${stopped?.found}`, /^ok not tried: no server with this database responds/)
})

test('strangers find nothing at the address of doctor, and its token is worth nothing afterwards', async (t) => {
  const { database, local } = await serving(t, 0)
  const call = async (path: string, token?: string) => {
    const response = await fetch(
      local + path,
      token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
    )
    const { requestId: _, ...body } = JSON.parse(await response.text())
    return [response.status, body]
  }
  const unknown = await call('/nothing-here')
  assert.equal(unknown[0], 404)
  const used = await withProof(database, async (token) => {
    const [status, body] = await call('/arrival', token)
    assert.deepEqual([status, body.address, body.trustProxy], [200, '127.0.0.1', 0])
    for (const wrong of [undefined, 'guess', '../shop.db', `${token}x`])
      assert.deepEqual(await call('/arrival', wrong), unknown)
    return token
  })
  assert.deepEqual(await call('/arrival', used), unknown)
  assert.deepEqual(
    readdirSync(dirname(database)).filter((name) => name.includes('doctor')),
    [],
  )
})
