import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { jwtVerify } from 'jose'
import { packClient } from '../../scripts/client-package.ts'
import { run, serve, shopProject } from '../support/client-package.ts'
import { type Fate, flakyProxy } from '../support/flaky-proxy.ts'
import { nodes } from '../support/nodes.ts'
import { indexed } from '../support/searching.ts'
import { startServer } from '../support/server.ts'
import { create, preview, secret, signed } from '../support/signed-request.ts'

const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')

let project: Awaited<ReturnType<typeof shopProject>>
before(async () => {
  project = await shopProject()
})
after(() => project.remove())

test('the sources import nothing but each other', () => {
  const folder = new URL('../../src/client/', import.meta.url)
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ts'))) {
    const source = readFileSync(new URL(name, folder), 'utf8')
    for (const [, from] of source.matchAll(/(?:from|import|import\() ?'([^']+)'/g))
      assert.match(from ?? '', /^\.\/[^/]+$/, name)
  }
})

test('the package is one small module without dependencies, with types, source map, README and licence', async () => {
  const read = (name: string) => readFile(join(project.packageFolder, name), 'utf8')
  const manifest = JSON.parse(await read('package.json'))
  assert.deepEqual(
    [manifest.name, manifest.type, manifest.engines, manifest.dependencies, manifest.private],
    ['@storewire/client', 'module', { node: '>=20' }, undefined, undefined],
  )
  const code = await read('index.js')
  assert.ok(Buffer.byteLength(code) < 26_000)
  assert.doesNotMatch(code, /\bimport\b|\brequire\(/)
  const map = JSON.parse(await read('index.js.map'))
  assert.ok(map.sources.length > 10 && map.sourcesContent.length === map.sources.length)
  assert.match(await read('objects.d.ts'), /\/\*\* Order number that the customer sees/)
  assert.match(await read('LICENSE'), /MIT/)
  assert.match(await read('README.md'), /npm run build:client/)
})

test('the build packs it into one file, which npm copies into a project instead of linking to the clone', async () => {
  const shop = await mkdtemp(join(tmpdir(), 'storewire-install-'))
  try {
    const tarball = packClient(project.packageFolder, shop)
    assert.match(tarball, /storewire-client-\d+\.\d+\.\d+\.tgz$/)
    await writeFile(join(shop, 'package.json'), '{ "type": "module" }')
    await promisify(execFile)('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: shop })
    const installed = join(shop, 'node_modules/@storewire/client')
    assert.equal((await lstat(installed)).isSymbolicLink(), false)
    assert.deepEqual((await readdir(installed)).sort(), (await readdir(project.packageFolder)).sort())
  } finally {
    await rm(shop, { recursive: true, force: true })
  }
})

test('the types accept valid responses and objects, and invalid ones are compile errors', async () => {
  await writeFile(join(project.folder, 'consumer.ts'), CONSUMER)
  for (const options of [
    ['--module', 'nodenext', '--types', 'node'],
    ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable', '--types', ''],
  ]) {
    const args = [
      tsc,
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--target',
      'es2023',
      ...options,
      'consumer.ts',
    ]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project.folder }).catch(
      (error) => error,
    )
    assert.equal(stdout, '')
  }
})

const CONSUMER = `
import { createActionsHandler, type Order, type Page, type Stored, Storewire, StorewireError, toNodeHandler, type UpsertResult } from '@storewire/client'

const unset: { STOREWIRE_SECRET_KEY?: string } = {}
export const withVariable = () => new Storewire({ secretKey: unset.STOREWIRE_SECRET_KEY })
const storewire = new Storewire({ secretKey: 'sk_x' })
export const reported: Promise<{ id: string }> = storewire.actions.report('act_1', { status: 'succeeded', refundId: 're_1' })
// @ts-expect-error a refund does not end as pending
void storewire.actions.report('act_1', { status: 'pending' })
const order: Order = { id: 'o_1', updatedAt: Date.now(), status: 'shipped', total: null, email: undefined, custom: { a: [1] } }
export const one: Promise<UpsertResult> = storewire.orders.upsert(order)
export const many: Promise<UpsertResult[]> = storewire.orders.upsert([order] as const, { idempotencyKey: 'k' })
export const done = storewire.backfill('orders', [order], { signal: AbortSignal.timeout(1), onProgress: ({ progress }) => progress * 100 })
export const read: Promise<Stored<Order>> = storewire.orders.get('o_1')
export const times = async (): Promise<(string | undefined)[]> => [(await read).updatedAt, (await read).placedAt]
export const titles = async (): Promise<string[] | undefined> => (await read).items?.map(({ title }) => title)
export const kept = async (): Promise<Record<string, unknown> | undefined> => (await read).custom
export async function* ids() {
  for await (const { id } of storewire.orders.list({ email: 'ada@example.com', placedSince: Date.now(), limit: 10 })) yield id
}
export const page: Promise<Page<Order>> = storewire.orders.list({ status: 'shipped', cursor: undefined }).page()
export const gone: Promise<void> = storewire.tickets.delete('t_1', { idempotencyKey: 'k' })
// @ts-expect-error no such filter
void storewire.orders.list({ emial: 'ada@example.com' })
// @ts-expect-error no such status
void storewire.orders.list({ status: 'lost' })
// @ts-expect-error a time that was read is a string
export const epoch = async (): Promise<number> => (await read).updatedAt
export const isClient = (error: unknown) => error instanceof StorewireError && error.status === 400
// @ts-expect-error an order needs an id
void storewire.orders.upsert({ updatedAt: 1 })
// @ts-expect-error no such status
void storewire.orders.upsert({ id: 'o_1', updatedAt: 1, status: 'lost' })
// @ts-expect-error tickets have no history import
void storewire.backfill('tickets', [])

const secret = 'whsec_x'
export const good = createActionsHandler({
  secret,
  preview: ({ lines }) => (lines.length > 0 ? { ok: true, amount: 1, currency: 'EUR' } : { ok: false, code: 'c', message: 'm' }),
  create: async ({ amount, currency }) => ({ ok: true, status: 'pending', refundId: \`\${amount}\${currency}\` }),
  idempotency: { get: () => null, set: async () => {} },
})
export const listener = toNodeHandler(good)
const create = async () => ({ ok: true, status: 'succeeded', refundId: 'r' }) as const
// @ts-expect-error an amount is a number
createActionsHandler({ secret, create, preview: () => ({ ok: true, amount: '1.00', currency: 'EUR' }) })
// @ts-expect-error a preview has a currency
createActionsHandler({ secret, create, preview: async () => ({ ok: true, amount: 1 }) })
const preview = () => ({ ok: false, code: 'c', message: 'm' }) as const
// @ts-expect-error there is no status done
createActionsHandler({ secret, preview, create: async () => ({ ok: true, status: 'done', refundId: 'r' }) })
// @ts-expect-error a refusal has a code
createActionsHandler({ secret, preview, create: () => ({ ok: false, message: 'm' }) })
// @ts-expect-error something must be answered
createActionsHandler({ secret, preview, create: () => {} })
`

const programs = nodes()

const onlyNode = programs.length === 1 && 'this machine has no other Node.js: the package is tested on no older one'

test('the package is tested on another Node.js, too', { skip: onlyNode }, () => {
  assert.ok(programs.some(({ version }) => version !== process.versions.node))
})

for (const { path: node, version } of programs) {
  describe(`on Node.js ${version}`, () => {
    const file = (name: string) => join(project.folder, name)

    test('the push example works as described, also through a connection that breaks', async (t) => {
      const api = await startServer(t)
      const fates: Fate[] = ['drop', 'pass', 'lose', { status: 503 }, 'pass', { status: 429 }]
      const proxy = await flakyProxy(t, api.baseUrl, () => fates.shift() ?? 'pass')
      const env = { STOREWIRE_SECRET_KEY: api.key, STOREWIRE_URL: proxy.baseUrl }
      const { code, stdout, stderr } = await run(node, file('push.js'), env)
      assert.deepEqual([code, stderr], [0, ''])
      const [ping, order, count, error] = stdout.split('\n')
      assert.equal(ping, `{ orgId: '${api.workspaceId}' }`)
      assert.equal(order, "{ id: 'o_1001', status: 'created' }")
      assert.equal(count, '60')
      assert.match(
        error ?? '',
        /^400 BAD_REQUEST The pushed data does not fit the schema: data\.0\.total is not a whole number/,
      )
      assert.equal((await api.call('GET', '/orders/o_1001')).body.total, 4400)
    })

    test('the example of reading finds what was pushed, and deletes it', async (t) => {
      const api = await startServer(t)
      const env = { STOREWIRE_SECRET_KEY: api.key, STOREWIRE_URL: api.baseUrl }
      assert.equal((await run(node, file('push.js'), env)).code, 0)
      const { code, stdout, stderr } = await run(node, file('read.js'), env)
      assert.deepEqual([code, stderr], [0, ''])
      assert.match(
        stdout,
        /^#1001 shipped\no_1001 4400 EUR\n0 all of them\nThis workspace has no order with this id\. .+\n$/,
      )
      assert.equal((await api.call('GET', '/orders/o_1001')).status, 404)
    })

    test('the example of a search prints what matches', async (t) => {
      const api = await startServer(t)
      const env = { STOREWIRE_SECRET_KEY: api.key, STOREWIRE_URL: api.baseUrl }
      await api.push('products', [{ id: 'p_12', updatedAt: 1, title: 'Wool scarf, red' }])
      await indexed(api)
      const { code, stdout, stderr } = await run(node, file('search.js'), env)
      assert.deepEqual([code, stderr], [0, ''])
      assert.equal(stdout, 'products words p_12\nfalse\n')
    })

    test('the history example imports everything', async (t) => {
      const api = await startServer(t)
      const env = { STOREWIRE_SECRET_KEY: api.key, STOREWIRE_URL: api.baseUrl }
      const { code, stdout, stderr } = await run(node, file('backfill.js'), env)
      assert.deepEqual([code, stderr], [0, ''])
      assert.match(stdout, /done: 2500 of 2500\ndone { created: 2500, updated: 0, stale: 0 }\n$/)
    })

    for (const name of ['node-http.js', 'express.js', 'hono.js']) {
      test(`the refund endpoint of ${name} answers signed requests`, async (t) => {
        const url = await serve(t, node, file(name), { STOREWIRE_REFUND_SECRET: secret })
        const post = async (request: RequestInit) => {
          const response = await fetch(url, request)
          return [response.status, (await response.json()) as ReturnType<typeof JSON.parse>]
        }
        assert.deepEqual(await post(signed(preview())), [200, { ok: true, amount: 3900, currency: 'EUR' }])
        const refunded = { ok: true, status: 'succeeded', refundId: 're_act_7' }
        assert.deepEqual(await post(signed(create({}, 'act_7'))), [200, refunded])
        assert.deepEqual(await post(signed(create({}, 'act_7'))), [200, refunded])
        const noted = { ok: true, status: 'pending', refundId: 'noted_act_8' }
        assert.deepEqual(await post(signed(create({ mode: 'request' }, 'act_8'))), [200, noted])
        const [, spent] = await post(signed(preview()))
        assert.equal(spent.code, 'already_refunded', 'what was refunded before counts')
        const [status, body] = await post(signed(preview(), { key: 'whsec_other' }))
        assert.deepEqual([status, body.code], [401, 'bad_signature'])
      })
    }

    test('the route handler for Next.js answers signed requests', async () => {
      const request = signed(preview({ orderId: 'o_9' }))
      await writeFile(
        file('call-route.js'),
        `import { POST } from './route.js'
         const response = await POST(new Request('https://shop.example/refunds', ${JSON.stringify(request)}))
         console.log(response.status, await response.text())`,
      )
      const { stdout, stderr } = await run(node, file('call-route.js'), { STOREWIRE_REFUND_SECRET: secret })
      assert.equal(stderr, '')
      assert.equal(stdout, '200 {"ok":false,"code":"unknown_order","message":"There is no such order."}\n')
    })

    test('the example of an identity token signs one that others can read', async () => {
      const identitySecret = 'idsec_4pYvVQx0m3o1cJ2uKq9bZ7rTnE6wLhSd'
      const { stdout } = await run(node, file('identity.js'), { STOREWIRE_IDENTITY_SECRET: identitySecret })
      const { payload } = await jwtVerify(stdout.trim(), new TextEncoder().encode(identitySecret))
      assert.equal(payload.sub, 'c_81')
    })

    test('many requests under one signal, and its abort, leave no warning and no process behind', async (t) => {
      const api = await startServer(t)
      await writeFile(
        file('abort.js'),
        `import { Storewire } from '@storewire/client'
         const storewire = new Storewire({ secretKey: process.env.STOREWIRE_SECRET_KEY, baseUrl: process.env.STOREWIRE_URL })
         const controller = new AbortController()
         let read = 0
         async function* orders() {
           for (;;) {
             if (++read === 30_000) controller.abort(new Error('stop now'))
             yield { id: 'o_' + read, updatedAt: 1 }
           }
         }
         await storewire.backfill('orders', orders(), { concurrency: 16, signal: controller.signal }).catch(({ message }) => console.log(message))`,
      )
      const env = { STOREWIRE_SECRET_KEY: api.key, STOREWIRE_URL: api.baseUrl }
      const { code, stdout, stderr } = await run(node, file('abort.js'), env)
      assert.deepEqual([code, stdout, stderr], [0, 'stop now\n', ''])
    })
  })
}
