import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { WidgetLogo } from '../../src/console/pages/api-types.ts'
import type { FrameConfig } from '../../src/widget/frame-config.ts'
import { getLogo, MAX_LOGO, setLogo } from '../../src/widget/logo.ts'
import { commandRunner } from '../support/commands.ts'
import { type Browser, signedIn } from '../support/console.ts'
import { assertError } from '../support/errors.ts'
import { gif, jpeg, PLACE, png, webp } from '../support/pictures.ts'
import { type Api, owner, startServer, tempFolder } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const storewire = commandRunner()

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url')

const set = (api: Pick<Api, 'store' | 'workspaceId' | 'clock'>, file: Buffer) =>
  api.store.write((tx) => setLogo(tx, owner, { workspaceId: api.workspaceId, file }, api.clock.now()))

/** What the document of the frame says about the logo. */
async function shownTo(api: Api, key: string): Promise<FrameConfig['logo']> {
  const html = await (await fetch(`${new URL(api.baseUrl).origin}/widget/frame?key=${key}`)).text()
  return JSON.parse(/id="config">(.*?)<\/script>/.exec(html)?.[1] ?? '').logo
}

const fileAt = (api: Api, path: string) => fetch(`${new URL(api.baseUrl).origin}/widget/${path}`)

/** Sends a file as a page of the console does. */
async function upload({ baseUrl }: Pick<Api, 'baseUrl'>, { cookie = '' }: Browser, file: Buffer) {
  const headers = { 'sec-fetch-site': 'same-origin', cookie, 'content-type': 'application/octet-stream' }
  const address = `${baseUrl.replace('/api/v1', '/console/api')}/settings/widget/logo`
  const response = await fetch(address, { method: 'POST', headers, body: new Uint8Array(file) })
  return { status: response.status, body: (await response.json()) as WidgetLogo }
}

test('owners and admins set a logo, which has its hash as address and is a picture and nothing else', async (t) => {
  const api = await startServer(t)
  const { key } = await startWidget(api)
  assert.equal(await shownTo(api, key), null)
  const ada = await signedIn(api)
  const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  const file = png({ width: 80, height: 80 })
  assert.equal((await upload(api, ben, file)).status, 403)
  const logo = (await upload(api, ada, file)).body.logo
  assert.ok(logo)
  assert.deepEqual(logo, {
    path: `logos/${hashOf(file)}`,
    type: 'image/png',
    bytes: file.length,
    setAt: new Date(api.clock.now()).toISOString(),
  })
  assert.deepEqual((await ben.get('/settings/widget/logo')).body.logo, logo)
  assert.equal(await shownTo(api, key), logo.path)
  const response = await fileAt(api, logo.path)
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), file)
  const { headers } = response
  assert.equal(headers.get('content-type'), 'image/png')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
  assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.match(headers.get('cache-control') ?? '', /immutable/)
  const other = webp('VP8 ')
  const changed = (await upload(api, ada, other)).body.logo
  assert.ok(changed)
  assert.equal(changed.path, `logos/${hashOf(other)}`)
  assert.equal((await fileAt(api, logo.path)).status, 404, 'the one before is gone')
  assertError(await ben.post('/settings/widget/logo/remove'), 403, 'FORBIDDEN')
  assert.deepEqual((await ada.post('/settings/widget/logo/remove')).body, { logo: null })
  assertError(await ada.post('/settings/widget/logo/remove'), 404, 'NOT_FOUND')
  assert.equal(await shownTo(api, key), null)
  assert.equal((await fileAt(api, changed.path)).status, 404)
  const audited = await api.store.read.all(
    "SELECT action, target FROM audit_log WHERE action LIKE 'widget_logo.%' ORDER BY rowid",
  )
  assert.deepEqual(audited, [
    { action: 'widget_logo.changed', target: hashOf(file) },
    { action: 'widget_logo.changed', target: hashOf(other) },
    { action: 'widget_logo.removed', target: hashOf(other) },
  ])
})

test('what is no logo by its bytes is refused, and the one before stays', async (t) => {
  const api = await startServer(t)
  const before = await set(api, png())
  const reasons: [Buffer, string][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'no_picture'],
    [Buffer.from('<html>'), 'no_picture'],
    [Buffer.alloc(0), 'no_picture'],
    [gif(), 'no_logo'],
    [png().subarray(0, -20), 'broken_picture'],
    [png({ width: 9_000, height: 10 }), 'too_many_pixels'],
    [jpeg({ fill: MAX_LOGO }), 'logo_too_large'],
  ]
  for (const [file, reason] of reasons) await assert.rejects(set(api, file), { reason }, reason)
  await assert.rejects(
    api.store.write((tx) =>
      setLogo(tx, { ...owner, role: 'agent' }, { workspaceId: api.workspaceId, file: png() }, api.clock.now()),
    ),
    { code: 'FORBIDDEN' },
  )
  assert.deepEqual(await getLogo(api.store.read, api.workspaceId), before)
  const ada = await signedIn(api)
  assert.equal((await upload(api, ada, Buffer.alloc(MAX_LOGO + 1))).status, 413)
})

test('the Exif of a photo is left out', async (t) => {
  const api = await startServer(t)
  const { hash } = await set(api, jpeg({ exif: true }))
  const stored = Buffer.from(await (await fileAt(api, `logos/${hash}`)).arrayBuffer())
  assert.equal(stored.includes(PLACE), false)
  assert.deepEqual(stored, jpeg())
})

test('the command line shows, sets and removes the logo', async (t) => {
  const api = await startServer(t)
  const folder = await tempFolder(t)
  const file = join(folder, 'logo.png')
  await writeFile(file, png())
  await writeFile(join(folder, 'large.png'), Buffer.alloc(MAX_LOGO + 1))
  const run = (...args: string[]) => storewire(['widget', 'logo', ...args, '--db', api.file])
  assert.match((await run('show')).stdout, /^The chat window has no logo/)
  assert.equal((await run('show', '--json')).stdout.trim(), 'null')
  assert.match((await run('set', file)).stdout, /^image\/png, \d+ B, since 2/)
  assert.equal(JSON.parse((await run('show', '--json')).stdout).hash, hashOf(png()))
  for (const [name, why] of [
    ['missing.png', 'there is no such file'],
    ['large.png', 'it has 256'],
  ]) {
    const { code, stderr } = await run('set', join(folder, name ?? ''))
    assert.equal(code, 1)
    assert.ok(stderr.includes(`${name}: ${why}`), stderr)
  }
  assert.match((await run('remove')).stdout, /no logo/)
  assert.match((await run('remove')).stderr, /has no logo/)
})

test('a backup and an export have the logo, and a deleted workspace has none', async (t) => {
  const api = await startServer(t)
  const { hash } = await set(api, png())
  const folder = await tempFolder(t)
  const [backup, restored, exported] = ['backup.db', 'shop.db', 'export'].map((name) => join(folder, name))
  for (const args of [
    ['backup', backup, '--db', api.file],
    ['restore', backup, '--db', restored],
    ['workspaces', 'export', 'shop', exported, '--db', api.file],
  ]) {
    const { code, stderr } = await storewire(args as string[])
    assert.equal(code, 0, stderr)
  }
  const { stdout } = await storewire(['widget', 'logo', 'show', '--json', '--db', restored as string])
  assert.equal(JSON.parse(stdout).hash, hash)
  const line = JSON.parse(await readFile(join(exported as string, 'widget-logo.ndjson'), 'utf8'))
  assert.deepEqual(Buffer.from(line.content, 'base64'), png())
  const gone = await storewire(['workspaces', 'delete', 'shop', '--confirm', 'shop', '--db', api.file])
  assert.equal(gone.code, 0, gone.stderr)
  assert.equal((await fileAt(api, `logos/${hash}`)).status, 404)
})
