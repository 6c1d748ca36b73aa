import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addMember, PASSWORD } from '../support/console.ts'
import { startProcess, storewire } from '../support/process.ts'
import { startServer, tempFolder } from '../support/server.ts'
import { type Certificate, makeCertificate } from '../support/store-endpoint.ts'
import { startWidget } from '../support/widget.ts'

/** The name in the files, and the one that it is changed to: doctor has to find it. */
const [NAME, OWN_NAME] = ['support.example.com', 'localhost']
/** Where clients of the proxies call from, so that their address differs from the proxy's. */
const CLIENT = '127.0.0.2'
const deployed = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../scripts/deploy/${name}`, import.meta.url)), 'utf8')

/** A copy with changes that a test needs, each of which must find its place. */
function changed(text: string, changes: [string, string][]): string {
  for (const [from] of changes) assert.ok(text.includes(from), `${from} is gone`)
  return changes.reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

interface Place {
  folder: string
  /** Of the proxy. */
  port: number
  /** Where storewire listens. */
  upstream: string
}

/** How each proxy is started with its file; its certificate is in `cert.pem` and `key.pem` of the folder. */
const proxies: Record<string, (place: Place) => Promise<ChildProcess>> = {
  caddy: async ({ folder, port, upstream }) => {
    const block = changed(deployed('Caddyfile'), [
      [`${NAME} {`, `${OWN_NAME}:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/cert.pem ${folder}/key.pem`],
      ['127.0.0.1:8787', upstream],
    ])
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${block}`)
    const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    return spawn('caddy', ['run', '--config', 'Caddyfile'], { cwd: folder, env, stdio: 'ignore' })
  },
  nginx: async ({ folder, port, upstream }) => {
    const block = changed(deployed('nginx.conf'), [
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
      [`/etc/ssl/certs/${NAME}.pem`, `${folder}/cert.pem`],
      [`/etc/ssl/private/${NAME}.key`, `${folder}/key.pem`],
      [`server_name ${NAME};`, `server_name ${OWN_NAME};`],
      // The port of https goes without saying; this one does not.
      ['Host $server_name;', `Host $server_name:${port};`],
      ['127.0.0.1:8787', upstream],
    ])
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const main = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { access_log off; ${own.join(' ')}\n${block}\n}`
    writeFileSync(join(folder, 'nginx.conf'), main)
    return spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' })
  },
}

/** A client of the proxy by its name. */
function clientOf({ port }: Place, { cert }: Certificate) {
  const send = (method: string, below: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const path = below.startsWith('/console/') ? below : `/api/v1${below}`
      const options = { host: '127.0.0.1', localAddress: CLIENT, port, method, path, ca: cert, servername: OWN_NAME }
      const sent = request({ ...options, headers: { host: `${OWN_NAME}:${port}`, ...headers } }, resolve)
      sent.once('error', reject).end(body)
    })
  const call = async (...args: Parameters<typeof send>) => {
    const response = await send(...args)
    return { status: response.statusCode, body: JSON.parse(await text(response)) }
  }
  return { send, call }
}

/** A server behind a proxy that runs with the file that operators copy. */
async function behind(t: TestContext, upstream: string, name: string) {
  const folder = await tempFolder(t)
  const certificate = await makeCertificate({ names: [OWN_NAME] })
  writeFileSync(join(folder, 'cert.pem'), certificate.cert)
  writeFileSync(join(folder, 'key.pem'), certificate.key)
  const place = { folder, port: await freePort(), upstream }
  const child = (await proxies[name]?.(place)) ?? assert.fail()
  const exited = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGTERM')
    await exited
  })
  const proxied = clientOf(place, certificate)
  while (
    await proxied.send('GET', '/spec.json').then(
      (response) => void response.resume(),
      () => true,
    )
  ) {
    assert.equal(child.exitCode, null, `${name} does not run with its file`)
    await sleep(50)
  }
  return { ...proxied, origin: `https://${OWN_NAME}:${place.port}`, certificate: join(folder, 'cert.pem') }
}

for (const name of Object.keys(proxies)) {
  const isMissing = spawnSync(name, [name === 'caddy' ? 'version' : '-v']).status !== 0
  const skip = isMissing ? `there is no ${name}` : false

  test(`the ${name} file that operators copy lets calls, large bodies and streams of events through`, {
    skip,
  }, async (t) => {
    const api = await startServer(t, { settings: { trustProxy: 1 }, limits: { unauthorized: 1 } })
    const { call, send } = await behind(t, new URL(api.baseUrl).host, name)
    const json = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' }
    const note = 'x'.repeat(33_000)
    const data = Array.from({ length: 1_000 }, (_, index) => ({ id: `c${index}`, updatedAt: 1, note }))
    const largest = JSON.stringify({ data }).padEnd(32 * 1024 * 1024)
    assert.equal(largest.length, 32 * 1024 * 1024)
    assert.equal((await call('POST', '/customers/bulk', json, largest)).status, 202)
    const tooLarge = await call('POST', '/customers/bulk', json, `${largest} `)
    assert.deepEqual([tooLarge.status, tooLarge.body.code], [413, 'PAYLOAD_TOO_LARGE'])

    // Each event comes while the stream stays open.
    const widget = await startWidget(api)
    const page = await widget.open('c1')
    const stream = await send('GET', '/widget/events', { authorization: `Bearer ${page.token}` })
    assert.match(stream.headers['content-type'] ?? '', /^text\/event-stream/)
    const said = page.call('POST', '/messages', { json: { text: 'Where is my order?' } })
    let received = ''
    for await (const piece of stream) {
      received += piece
      if (received.includes('Where is my order?')) break
    }
    assert.ok([200, 201].includes((await said).status))

    // What a caller writes into X-Forwarded-For makes it no other caller.
    const guess = (address: string) =>
      call('GET', '/ping', { authorization: 'Bearer sk_guess', 'x-forwarded-for': address })
    assert.equal((await guess('203.0.113.1')).status, 401)
    assert.equal((await guess('203.0.113.2')).status, 429)
  })

  test(`behind the ${name} file the session cookie is for https alone, and nobody can forge a scheme, host or address`, {
    skip,
  }, async (t) => {
    const api = await startServer(t, { settings: { trustProxy: 1 } })
    await addMember(api)
    const { send } = await behind(t, new URL(api.baseUrl).host, name)
    const forged = {
      'x-forwarded-for': '203.0.113.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=203.0.113.1;proto=http;host=evil.example',
    }
    const account = JSON.stringify({ email: 'ada@shop.example', password: PASSWORD })
    const headers = { ...forged, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const signedIn = await send('POST', '/console/api/sign-in', headers, account)
    signedIn.resume()
    assert.equal(signedIn.statusCode, 200)
    assert.match(signedIn.headers['set-cookie']?.[0] ?? '', /^__Host-storewire=\w+; Path=\/; .*; Secure$/)
    const session = await api.store.read.get<{ address: string }>('SELECT address FROM member_sessions')
    assert.equal(session?.address, CLIENT)
  })

  test(`doctor finds nothing wrong with the way in through the ${name} file`, { skip }, async (t) => {
    const db = join(await tempFolder(t), 'shop.db')
    const { baseUrl } = await startProcess(t, ['--db', db, '--trust-proxy', '1'])
    const { host, port } = new URL(baseUrl)
    const proxied = await behind(t, host, name)
    const env = { STOREWIRE_PUBLIC_URL: `${proxied.origin}/api/v1`, STOREWIRE_PORT: port, STOREWIRE_TRUST_PROXY: '1' }
    const { stdout } = await storewire(['doctor', '--db', db, '--json'], {
      env: { ...env, NODE_EXTRA_CA_CERTS: proxied.certificate },
    })
    const found = JSON.parse(stdout).findings.filter(({ check }: { check: string }) => check === 'way in')
    assert.deepEqual(
      found.map(({ level, found }: { level: string; found: string }) => [level, found]),
      [['ok', `a request to ${proxied.origin} arrives with its scheme, its host and its address: 127.0.0.1`]],
    )
  })
}
