import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { packPlugin } from '../../src/connect/pack-plugin.ts'
import { version } from '../../src/lib/version.ts'
import { call } from '../support/connecting.ts'
import { startServer } from '../support/server.ts'

test('the plugin is served by the server itself, in one folder, with the version of the program', async (t) => {
  const { baseUrl } = await startServer(t)
  const response = await fetch(baseUrl.replace('/api/v1', '/connect/storewire-woocommerce.zip'))
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/zip')
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="storewire-woocommerce\.zip"$/)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  assert.ok(Object.keys(files).length > 0)
  for (const [name, bytes] of Object.entries(files)) {
    assert.match(name, /^storewire\/(?!tests?\/)[\w-]+(\/[\w-]+)*(\.\w+)+$/)
    if (/\.(php|txt)$/.test(name)) assert.ok(!strFromU8(bytes).includes('0.0.0-dev'), name)
    assert.doesNotMatch(strFromU8(bytes, true), /\b(sk|pk|whsec|ids)_[0-9A-Za-z]{20,}/, name)
  }
  assert.match(
    strFromU8(files['storewire/readme.txt'] ?? new Uint8Array()),
    new RegExp(`^Stable tag: ${version}$`, 'm'),
  )
  const tag = response.headers.get('etag') ?? ''
  const again = await fetch(response.url, { headers: { 'if-none-match': tag } })
  assert.equal(again.status, 304)
})

test('equal files make equal bytes, in every time zone and at every time', (t) => {
  const first = packPlugin('woocommerce')
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2030-07-01T00:00:00Z') })
  const zone = process.env.TZ
  t.after(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  for (const other of ['Asia/Tokyo', 'America/Los_Angeles', 'UTC']) {
    process.env.TZ = other
    assert.ok(first.equals(packPlugin('woocommerce')), other)
  }
})

test('there is nothing else to read there', async (t) => {
  const api = await startServer(t)
  for (const path of ['storewire-shopify.zip', '', '../schema.sql', 'claim'])
    assert.notEqual((await call(api, 'GET', path)).status, 200, path)
})
