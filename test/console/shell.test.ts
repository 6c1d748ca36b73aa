import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleOf } from '../support/console-page.ts'
import { startServer } from '../support/server.ts'

/** What keeps other pages, other scripts and other machines out of the pages. */
const SHELL_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'private, no-cache',
  // The proxy that has the certificate decides about it.
  'strict-transport-security': null,
}

test('the shell is served for every page, runs only scripts of this server, and cannot be framed', async (t) => {
  const api = await startServer(t)
  for (const path of ['', '/', '/refunds/act_1', '/nothing']) {
    const response = await fetch(consoleOf(api) + path)
    assert.equal(response.status, 200)
    for (const [name, value] of Object.entries(SHELL_HEADERS)) assert.equal(response.headers.get(name), value, name)
    assert.doesNotMatch(await response.text(), /<script>|style=|onload=/)
  }
  assert.equal((await fetch(`${consoleOf(api)}/api/nothing`)).status, 404)
  assert.equal((await fetch(`${consoleOf(api)}/assets/nothing.js`)).status, 404)
})

test('files are kept by browsers for good, since their names change with them', async (t) => {
  const api = await startServer(t)
  const shell = await (await fetch(consoleOf(api))).text()
  const names = [...shell.matchAll(/(?:href|src)="(assets\/[^"]+)"/g)].map(([, name]) => name)
  assert.ok(names.length >= 4)
  for (const name of names) {
    const response = await fetch(`${consoleOf(api)}/${name}`)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(response.headers.get('cross-origin-resource-policy'), 'same-origin')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.match(name ?? '', /-[A-Z\d]{8}\.\w+$/)
    await response.arrayBuffer()
  }
})

test('below the path of a public address the shell loads from there', async (t) => {
  const api = await startServer(t, { settings: { publicUrl: 'https://shop.example/support/api/v1' } })
  assert.match(await (await fetch(consoleOf(api))).text(), /<base href="\/support\/console\/">/)
})
