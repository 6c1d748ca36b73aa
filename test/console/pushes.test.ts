import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { noBrowser } from '../support/browser.ts'
import { addMember, assertError, browserOf } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { failBatch } from '../support/failed-batch.ts'
import { type Api, addWorkspace, client, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const wrong = (api: Api, count: number, fields: object = { updatedAt: '2026-01-01T00:00:00' }) =>
  api.call('POST', '/orders', {
    json: { data: Array.from({ length: count }, (_, index) => ({ id: `o${index}`, updatedAt: 1, ...fields })) },
  })

test('refused pushes are grouped by their cause', async (t) => {
  const api = await startServer(t)
  const page = await browserOf(api, await addMember(api, { role: 'agent' }))
  for (let count = 1; count <= 3; count++) {
    api.clock.advance(1_000)
    assert.equal((await wrong(api, count)).status, 400)
  }
  await wrong(api, 1, { currency: 'EURO' })
  await api.call('POST', '/orders', { body: '{' })
  await api.call('GET', '/orders/none')
  const other = await addWorkspace(api.store, 'other', api.clock)
  await client(api.baseUrl, other.key).call('POST', '/orders', { json: { data: [{ id: 'x' }] } })
  await until(async () => (await page.get('/pushes')).body.data.length === 6)
  const { body } = await page.get('/pushes/refused')
  const causes = body.causes.map(({ path, field, calls }: Record<string, unknown>) => [path, field, calls])
  assert.deepEqual(causes.slice(0, 1), [['/orders', 'data[].updatedAt', 3]])
  assert.deepEqual(
    causes.slice(1).sort(),
    [
      ['/orders', 'data[].currency', 1],
      ['/orders', null, 1],
    ].sort(),
  )
  const [first] = body.causes
  assert.ok(first.firstAt < first.lastAt)
  const { body: newest } = await page.get(`/pushes/${first.newest}`)
  assert.deepEqual(
    newest.issues.map((issue: { path: string }) => issue.path),
    ['data[0].updatedAt', 'data[1].updatedAt', 'data[2].updatedAt'],
  )
  assert.equal(newest.key.prefix, api.key.slice(0, 8))
  assert.equal(newest.body, null, 'this server keeps no bodies')
  const two = await page.get('/pushes?limit=4')
  const rest = await page.get(`/pushes?limit=4&before=${two.body.nextBefore}`)
  assert.deepEqual([two.body.data.length, rest.body.data.length, rest.body.nextBefore], [4, 2, null])
  assertError(await page.get('/pushes/999999'), 404, 'no_such_call')
  // What is older than a week is not shown.
  api.clock.advance(8 * 86_400_000)
  assert.deepEqual((await page.get('/pushes/refused')).body.causes, [])
})

test('the push log in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t, { settings: { captureBodies: true } })
  const memberId = await addMember(api, { role: 'agent' })
  const { page, complaints, checkAccess } = await pages.open(api, '/pushes', { memberId })
  await page.getByText('No push was refused in the last 7 days.').waitFor()
  await checkAccess()
  const quote = { note: "it's", updatedAt: 'yesterday' }
  await wrong(api, 2, quote)
  // It appears by itself.
  await page.getByRole('cell', { name: 'data[].updatedAt' }).waitFor()
  await failBatch(api)
  await page.reload()
  await page.getByRole('heading', { name: 'Failed batches' }).waitFor()
  await checkAccess()
  await page.getByRole('table', { name: 'Causes' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'POST /api/v1/orders' }).waitFor()
  await page.getByText('data[1].updatedAt').first().waitFor()
  await checkAccess()
  const command = (await page.locator('.copy-block pre').last().textContent()) ?? ''
  assert.ok(!command.includes(api.key))
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`], {
    env: { ...process.env, STOREWIRE_SECRET_KEY: api.key },
  })
  assert.equal(JSON.parse(stdout).data.issues[0].path[2], 'updatedAt', 'the command sends the same body')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'All calls' }).click()
  await page.getByRole('link', { name: 'POST /orders' }).first().waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.locator('tbody time').first().waitFor()
  await checkAccess()
  assert.deepEqual(complaints, [])
})
