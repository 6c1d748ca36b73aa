import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, visit } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

test('the reference is a page that loads nothing from elsewhere', async (t) => {
  const api = await startServer(t)
  const page = await api.call('GET', '', { headers: { authorization: '' } })
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self';/)
  assert.doesNotMatch(page.text, /https?:\/\//)
  for (const [, script] of page.text.matchAll(/src="([^"]+)"/g)) {
    const loaded = await fetch(new URL(script ?? '', api.baseUrl))
    assert.equal(loaded.status, 200)
    assert.match(loaded.headers.get('content-type') ?? '', /^text\/javascript/)
    const etag = loaded.headers.get('etag') ?? ''
    await loaded.arrayBuffer()
    assert.equal((await fetch(new URL(script ?? '', api.baseUrl), { headers: { 'if-none-match': etag } })).status, 304)
  }
})

test('the root leads to the reference', async (t) => {
  const api = await startServer(t)
  const { status, headers } = await api.call('GET', '/../../')
  assert.equal(status, 307)
  assert.equal(headers.get('location'), '/api/v1')
})

test('in a browser without a network the reference lists every operation and sends requests', {
  skip: noBrowser,
}, async (t) => {
  const api = await startServer(t)
  const { page, strangers, complaints } = await visit(t, api.baseUrl)
  await page.getByRole('heading', { name: 'storewire API' }).waitFor()
  for (const group of ['Customers', 'Orders', 'Imports'])
    await page.getByRole('button', { name: `Open Group - ${group}` }).click()
  for (const summary of [
    'Check a key',
    'Upsert customers',
    'Upsert orders',
    'List orders, the newest change first',
    'Erase one order',
    'Start a history import',
  ]) {
    await page.getByRole('link', { name: summary }).first().waitFor()
  }

  await page.getByPlaceholder('Token').first().fill(api.key)
  await page.getByRole('button', { name: /Test Request.*get \/ping/ }).click()
  const client = page.getByRole('dialog')
  await client.getByRole('button', { name: /^Send get request/ }).click()
  await client.getByText(api.workspaceId).first().waitFor()
  await client.getByRole('button', { name: 'Close Client' }).click()

  await page.getByRole('link', { name: 'Upsert customers' }).first().click()
  await page.getByRole('button', { name: /Test Request.*post \/customers\)/ }).click()
  await client.getByRole('button', { name: /^Send post request/ }).click()
  await client.getByText('created').first().waitFor()
  assert.equal((await api.call('GET', '/customers/c_81')).body.name, 'Ada Lovelace')

  assert.deepEqual(strangers, [])
  assert.deepEqual(complaints, [])
})
