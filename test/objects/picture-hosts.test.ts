import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Actor } from '../../src/access/actor.ts'
import {
  addPictureHost,
  listPictureHosts,
  MOST_PICTURE_HOSTS,
  pictureAddress,
  pictureSources,
  removePictureHost,
  suggestPictureHosts,
} from '../../src/objects/picture-hosts.ts'
import { signedIn } from '../support/console.ts'
import { type Api, owner, startServer } from '../support/server.ts'
import { agent } from '../support/shop.ts'
import { startWidget } from '../support/widget.ts'

const CDN = 'cdn.shop.example'

const add = (api: Pick<Api, 'store' | 'workspaceId' | 'clock'>, host: string, actor: Actor = owner) =>
  api.store.write((tx) => addPictureHost(tx, actor, { workspaceId: api.workspaceId, host }, api.clock.now()))

test('a host is kept as its name alone, once, and its changes are in the audit log', async (t) => {
  const api = await startServer(t)
  assert.deepEqual(await add(api, CDN), [CDN])
  assert.deepEqual(await add(api, 'HTTPS://CDN.Shop.Example/'), [CDN])
  assert.deepEqual(await add(api, 'bücher.example'), [CDN, 'xn--bcher-kva.example'])
  const { store, workspaceId, clock } = api
  const remove = (host: string, actor: Actor = owner) =>
    store.write((tx) => removePictureHost(tx, actor, { workspaceId, host }, clock.now()))
  await assert.rejects(remove('other.example'), { reason: 'no_such_picture_host' })
  await assert.rejects(remove(CDN, agent), { code: 'FORBIDDEN' })
  await assert.rejects(add(api, 'new.example', agent), { code: 'FORBIDDEN' })
  assert.deepEqual(await remove(CDN), ['xn--bcher-kva.example'])
  const audited = await store.read.all(
    "SELECT action, target FROM audit_log WHERE action LIKE 'picture_host.%' ORDER BY rowid",
  )
  assert.deepEqual(audited, [
    { action: 'picture_host.added', target: CDN },
    { action: 'picture_host.added', target: 'xn--bcher-kva.example' },
    { action: 'picture_host.removed', target: CDN },
  ])
})

test('nothing but the name of a host gets into the list', async (t) => {
  const api = await startServer(t)
  const invalid = [
    ...[
      '',
      ' ',
      '*',
      '*.shop.example',
      'https://*',
      'https:',
      'data:',
      "'self'",
      "'unsafe-inline'",
      'localhost',
      'shop',
    ],
    ...['http://cdn.shop.example', 'ftp://cdn.shop.example', '//cdn.shop.example', 'cdn.shop.example/pictures'],
    ...['cdn.shop.example:8443', 'https://cdn.shop.example:443', 'https://ada@cdn.shop.example', 'cdn.shop.example?a'],
    ...['cdn.shop.example#a', 'cdn.shop.example;script-src *', 'cdn.shop.example https://evil.example', '.example'],
    ...['cdn.shop.example,evil.example', 'cdn.shop.example\r\nx: y', 'cdn.shop.example\tevil.example', 'cdn..example'],
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      'https://[::1]/',
      'cdn.shop.example.',
      '-cdn.example',
      'cdn-.example',
    ],
    ...[
      'cdn%2eshop.example',
      'cdn\\shop.example',
      `${'a'.repeat(64)}.example`,
      `${'a.'.repeat(127)}example`,
      '１２７.0.0.1',
    ],
  ]
  for (const host of invalid) await assert.rejects(add(api, host), { reason: 'not_a_picture_host' }, host)
  for (let index = 0; index < MOST_PICTURE_HOSTS; index++) await add(api, `cdn${index}.shop.example`)
  await assert.rejects(add(api, CDN), { reason: 'too_many_picture_hosts' })
})

test('a picture is loaded by https from a listed host, or from this server, and from nowhere else', () => {
  const from = (url: unknown) => pictureAddress(url, [CDN])
  assert.equal(from('https://cdn.shop.example/a.jpg?v=1'), 'https://cdn.shop.example/a.jpg?v=1')
  assert.equal(from('https://CDN.shop.example:443/a.jpg'), 'https://cdn.shop.example/a.jpg')
  const own = '/sample-shop/pictures/merino_scarf_moss.svg'
  assert.equal(from(`http://localhost:8787/below${own}`), own)
  for (const url of [
    ...[undefined, null, 1, '', 'a.jpg', '/a.jpg', '//cdn.shop.example/a.jpg', 'http://cdn.shop.example/a.jpg'],
    ...[
      'https://cdn.shop.example:8443/a.jpg',
      'https://ada@cdn.shop.example/a.jpg',
      'https://a.cdn.shop.example/a.jpg',
    ],
    ...['https://cdn.shop.example.evil.example/', 'data:image/png;base64,', 'javascript:alert(1)'],
    ...[`https://evil.example${own}/../../../console`, `https://evil.example/sample-shop/pictures/`],
  ])
    assert.equal(from(url), null, String(url))
  assert.equal(pictureSources([]), '')
  assert.equal(pictureSources([CDN, 'b.example']), ` https://${CDN} https://b.example`)
})

test('the hosts of the pictures that were pushed last are suggested, the most frequent first', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId } = api
  const at = (host: string) => `https://${host}/a.jpg`
  const updatedAt = api.clock.now()
  await api.push('products', [
    { id: 'p1', updatedAt, imageUrl: at('b.example'), variants: [{ id: 'v1', imageUrl: at(CDN) }] },
    { id: 'p2', updatedAt, imageUrl: 'http://plain.example/a.jpg' },
    { id: 'p3', updatedAt, imageUrl: 'https://10.0.0.1/a.jpg' },
    { id: 'p4', updatedAt, imageUrl: 'https://port.example:8443/a.jpg' },
  ])
  const item = { id: 'l1', title: 'Scarf', quantity: 1, unitPrice: 1, imageUrl: at(CDN) }
  await api.push('orders', [{ id: 'o1', updatedAt, items: [item] }])
  const suggested = () => suggestPictureHosts(store.read, workspaceId)
  assert.deepEqual(await suggested(), [
    { host: CDN, pictures: 2, example: at(CDN) },
    { host: 'b.example', pictures: 1, example: at('b.example') },
  ])
  await add(api, CDN)
  assert.deepEqual(
    (await suggested()).map(({ host }) => host),
    ['b.example'],
  )
  assert.deepEqual(await listPictureHosts(store.read, 'org_other'), [])
})

/** The sources of pictures of other servers in the policy of a page. */
const othersOf = (response: Response) => {
  const policy = response.headers.get('content-security-policy') ?? ''
  const sources = /img-src ([^;]*);/.exec(policy)?.[1]?.split(' ') ?? assert.fail(policy)
  return sources.filter((source) => !["'self'", 'data:', 'blob:'].includes(source))
}

test('the console and the frame of the chat may load pictures from listed hosts', async (t: TestContext) => {
  const api = await startServer(t)
  const { key } = await startWidget(api)
  const { cookie = '' } = await signedIn(api)
  const { origin } = new URL(api.baseUrl)
  const shell = (headers: Record<string, string> = { cookie }) => fetch(`${origin}/console/data`, { headers })
  const frame = () => fetch(`${origin}/widget/frame?key=${key}`)
  const before = await shell()
  assert.deepEqual(othersOf(before), [])
  assert.deepEqual(othersOf(await frame()), [])
  assert.equal((await frame()).headers.get('cross-origin-embedder-policy'), 'require-corp')
  await add(api, CDN)
  assert.deepEqual(othersOf(await frame()), [`https://${CDN}`])
  // Hosts of pictures seldom send what `require-corp` asks of them.
  assert.equal((await frame()).headers.get('cross-origin-embedder-policy'), 'credentialless')
  const after = await shell({ cookie, 'if-none-match': before.headers.get('etag') ?? '' })
  assert.deepEqual([after.status, othersOf(after)], [200, [`https://${CDN}`]])
  assert.match(await after.text(), new RegExp(`data-pictures="${CDN}"`))
  const visitor = await shell({})
  assert.deepEqual(othersOf(visitor), [], 'who is not signed in reads no list')
  assert.doesNotMatch(await visitor.text(), new RegExp(CDN))
})
