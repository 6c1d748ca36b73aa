import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../support/browser.ts'
import { addMember, assertError, signedIn } from '../support/console.ts'
import { ownComplaints, screenOf, startPages, THEMES, WIDTHS } from '../support/console-page.ts'
import { startEventShop, status } from '../support/event-receiver.ts'

const SHOTS = process.env.SCREENSHOTS

/** Writes pictures of a page, to look at. */
async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  for (const width of WIDTHS)
    for (const colorScheme of THEMES) {
      await page.setViewportSize(screenOf(width))
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(SHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  await page.setViewportSize(screenOf(1280))
  await page.emulateMedia({ colorScheme: 'light' })
}

test('an admin adds a Slack endpoint, tests it, sees a failed event and sends it again', {
  skip: noBrowser,
}, async (t) => {
  const shop = await startEventShop(t, { settings: { publicUrl: null } })
  const { api, receiver } = shop
  const memberId = await addMember(api, { isOperator: true })
  const pages = await startPages(t)
  const { page, complaints, checkThemes, leave } = await pages.open(api, '/settings/notifications', { memberId })
  await page.getByText('Nothing is sent anywhere.').waitFor()
  await checkThemes()
  await shoot(page, 'empty')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Address' }).fill('http://shop.example/hook')
  await shoot(page, 'add')
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await form.getByText('does not begin with https://').waitFor()
  await form.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/services/T000/B000/abcdefgh`)
  await form.getByLabel('Kind').selectOption('slack')
  await checkThemes()
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await form.waitFor({ state: 'detached' })
  receiver.answer('/services/T000/B000/abcdefgh', status(500))
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('The test has not arrived.').waitFor()
  await page.getByRole('link', { name: 'Failed' }).click()
  await page.getByRole('link', { name: 'A test', exact: true }).waitFor()
  await checkThemes()
  await shoot(page, 'failed')
  receiver.answer('/services/T000/B000/abcdefgh', status(200))
  await page.getByRole('link', { name: 'A test', exact: true }).click()
  const detail = page.getByRole('dialog')
  await detail.getByText('The endpoint responded with HTTP 500').waitFor()
  await checkThemes()
  await shoot(page, 'detail')
  await detail.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('The event is sent again.').waitFor()
  await receiver.arrived('/services/T000/B000/abcdefgh', 2)
  assert.match(JSON.parse(receiver.received.at(-1)?.raw ?? '').text, /^shop: This is a test/)
  await page.getByRole('button', { name: /^Manage Slack/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).waitFor()
  await checkThemes()
  await shoot(page, 'manage')
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await page.locator('.status', { hasText: 'Off' }).waitFor()
  await page.getByRole('button', { name: /^Manage Slack/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: /Delete the endpoint/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByText('Nothing is sent anywhere.').waitFor()
  assert.deepEqual(ownComplaints(complaints), [])
  await leave()
})

test('a webhook shows its secret once, and agents see the log without addresses and answers', {
  skip: noBrowser,
}, async (t) => {
  const shop = await startEventShop(t, { settings: { publicUrl: null } })
  const { api, receiver } = shop
  const owner = await signedIn(api, { isOperator: true })
  const agent = await signedIn(api, { email: 'bob@shop.example', role: 'agent' })
  const made = await owner.post('/settings/events/endpoints', { url: `${receiver.url}/hook/abcdefghijkl` })
  assert.match(made.body.secret, /^whsec_/)
  const { id } = made.body.endpoint
  assert.equal(made.body.endpoint.ending, 'ijkl')
  const tested = await owner.post(`/settings/events/endpoints/${id}/test`)
  assert.equal(tested.body.state, 'delivered')
  const [seen] = (await agent.get('/settings/events')).body.endpoints
  assert.equal(seen.kind, 'webhook')
  assert.deepEqual([seen.host, seen.ending], [null, null])
  const { deliveries } = (await agent.get('/settings/events/deliveries')).body
  assert.equal(deliveries[0].host, null)
  const detail = (await agent.get(`/settings/events/deliveries/${deliveries[0].id}`)).body
  assert.equal(JSON.parse(detail.body).type, 'test')
  assert.equal(detail.answer, null)
  assert.ok(!JSON.stringify(detail).includes('127.0.0.1'))
  assertError(await agent.post('/settings/events/replay', { hours: 1 }), 403, 'not_a_manager')
  const pages = await startPages(t)
  const { page, checkThemes, leave } = await pages.open(api, '/settings/notifications', {
    memberId: await addMember(api, { email: 'cy@shop.example', role: 'agent' }),
  })
  await page.getByRole('link', { name: 'A test', exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send a test' }).count(), 0)
  await checkThemes()
  await leave()
})

test('changing an address needs the password again, changing the types does not', async (t) => {
  const shop = await startEventShop(t, { settings: { publicUrl: null } })
  const { api, receiver } = shop
  const admin = await signedIn(api, { role: 'admin' })
  const url = `${receiver.url}/hook`
  const made = await admin.post('/settings/events/endpoints', { url: 'https://shop.example/hooks/abc' })
  assert.equal(made.status, 200, made.text)
  const path = `/settings/events/endpoints/${made.body.endpoint.id}`
  api.clock.advance(11 * 60_000)
  assertError(await admin.post('/settings/events/endpoints', { url }), 403, 'password_needed')
  assertError(await admin.post(path, { url }), 403, 'password_needed')
  assertError(await admin.post(`${path}/secret`), 403, 'password_needed')
  assert.equal((await admin.post(path, { types: ['refund.waiting'] })).status, 200)
  assertError(await admin.post(path, { includeText: true }), 403, 'password_needed')
})
