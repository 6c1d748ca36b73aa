import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { ownComplaints, startPages } from '../support/console-page.ts'
import { customer, order, shipment } from '../support/objects.ts'
import { startServer, testClock } from '../support/server.ts'
import { until } from '../support/until.ts'

const card = (page: Page, title: string) => page.locator('section', { has: page.getByRole('heading', { name: title }) })

test('Home in its first minutes', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const started = async () => {
    const api = await startServer(t, { clock: testClock(Date.now()) })
    return { api, memberId: await addMember(api, { isOperator: true }) }
  }

  await t.test('it asks what the shop runs on, and shows the way of each', async () => {
    const { api, memberId } = await started()
    const { page, complaints, checkThemes, leave } = await pages.open(api, '/', { memberId })
    const start = card(page, 'My shop runs on …')
    await start.waitFor()
    await checkThemes()
    for (const [kind, what] of [
      ['Shopify', 'Orders → Export → All orders'],
      ['WooCommerce', 'Analytics → Orders → Download'],
      ['Another shop system', 'as CSV or JSON files'],
    ] as const) {
      await start.getByRole('radio', { name: kind }).check()
      if (kind === 'WooCommerce') {
        const link = start.getByRole('link', { name: 'Connect WooCommerce' })
        assert.equal(await link.getAttribute('href'), '/console/connection?kind=woocommerce')
        await start.getByRole('button', { name: 'Import files instead' }).click()
      }
      await start.getByText(what).waitFor()
      assert.equal(
        await start.getByRole('link', { name: 'Import a file' }).getAttribute('href'),
        '/console/imports/new',
      )
      await checkThemes()
    }
    await start.getByRole('radio', { name: 'Our own code' }).check()
    await start.getByText('curl http').waitFor()
    await start.getByRole('radio', { name: 'Just looking' }).check()
    await start.getByRole('button', { name: 'Load the sample shop' }).waitFor()
    await page.setViewportSize({ width: 320, height: 640 })
    await checkThemes()
    assert.deepEqual(ownComplaints(complaints), [])
    await leave()
  })

  await t.test('every step of the set-up ends with a button, and shows no command by itself', async () => {
    const { api, memberId } = await started()
    const { page, checkThemes, leave } = await pages.open(api, '/', { memberId })
    const setup = card(page, 'Set up')
    await setup.getByText('1 of 7 done').click()
    const open = setup.locator('li > details')
    assert.equal(await open.count(), 6)
    for (const step of await open.all()) {
      if ((await step.getAttribute('open')) === null) await step.locator('summary').click()
      const last = step.locator('.page-actions').last()
      await last.locator('.button').first().waitFor()
      assert.match((await last.locator('.button, .icon-button').first().getAttribute('class')) ?? '', /^button/)
      assert.equal(await step.locator('pre:visible', { hasText: 'storewire ' }).count(), 0)
    }
    await checkThemes()
    await page.setViewportSize({ width: 320, height: 640 })
    await checkThemes()
    await leave()
  })

  await t.test('the step of the chat has the complete line, and a page to see it on', async () => {
    const { api, memberId } = await started()
    const { page, leave } = await pages.open(api, '/', { memberId })
    const setup = card(page, 'Set up')
    await setup.getByText('1 of 7 done').click()
    await setup.locator('summary', { hasText: 'Show the chat on a page' }).last().click()
    await setup.getByRole('button', { name: 'Create a key for the chat window' }).click()
    const line = setup.locator('pre', { hasText: '<script' })
    assert.match(
      (await line.textContent()) ?? '',
      /<script async src="http.*\/widget\.js" data-key="pk_\w+"><\/script>/,
    )
    const opening = page.waitForEvent('popup')
    await setup.getByRole('link', { name: 'See the chat on a page' }).click()
    const shop = await opening
    await until(() => shop.evaluate<boolean>('!!window.storewire?.isReady'))
    await shop.close()
    await leave()
  })

  await t.test('after the first push the set-up is one line that can be hidden, and shown again', async () => {
    const { api, memberId } = await started()
    await api.push('customers', [customer({ id: 'c1', name: 'Ada' })])
    await api.push('orders', [order({ id: 'o1', number: '#1001', customerId: 'c1' })])
    await api.push('shipments', [shipment({ id: 's1', orderId: 'o1' })])
    const { page, checkThemes, leave } = await pages.open(api, '/', { memberId })
    const setup = card(page, 'Set up')
    await setup.getByText('Next: Import the history').waitFor()
    await setup.getByRole('link', { name: 'Ask where order #1001 is' }).waitFor()
    assert.equal(await page.getByText('My shop runs on …').count(), 0)
    assert.equal(await setup.getByText('Invite a second person').isVisible(), false)
    await checkThemes()
    await setup.getByRole('button', { name: 'Hide' }).click()
    await setup.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'Show the set-up, 2 of 7 done' }).click()
    await setup.getByText('Next: Import the history').waitFor()
    await leave()
  })

  await t.test('operators load the sample shop, and remove it', async () => {
    const { api, memberId } = await started()
    const { page, complaints, checkThemes, leave } = await pages.open(api, '/', { memberId })
    await page.getByRole('radio', { name: 'Just looking' }).check()
    await page.getByRole('button', { name: 'Load the sample shop' }).click()
    const sample = card(page, 'This is the sample shop')
    await sample.getByRole('link', { name: 'Ask where order #1441 is' }).waitFor()
    assert.equal(await page.getByText('My shop runs on …').count(), 0)
    await checkThemes()
    await sample.getByRole('button', { name: 'Remove the sample shop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the sample shop' }).click()
    await page.getByText('My shop runs on …').waitFor()
    const left = await api.store.read.all("SELECT 1 FROM workspaces WHERE deleted_at IS NULL AND name = 'Sample shop'")
    assert.deepEqual(left, [])
    assert.deepEqual(ownComplaints(complaints), [])
    await leave()
  })

  await t.test('who switches the workspace on Home sees what the other one has', async () => {
    const { api, memberId } = await started()
    await api.push('orders', [order({ id: 'o1', updatedAt: api.clock.now() })])
    const { page, leave } = await pages.open(api, '/', { memberId })
    await page.getByRole('heading', { name: 'Latest pushes' }).waitFor()
    await page.evaluate(
      `fetch('api/sample-shop/load', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })`,
    )
    await until(async () => (await api.store.read.get('SELECT 1 FROM workspaces WHERE sample = 1')) !== undefined)
    await page.reload()
    await card(page, 'This is the sample shop').waitFor()
    await page.getByRole('button', { name: 'Sample shop Test' }).click()
    await page.getByRole('button', { name: 'shop', exact: true }).click()
    // The document is loaded again for another workspace; until then the heading is that of the sample shop.
    await page.getByText('This is the sample shop').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Latest pushes' }).waitFor()
    await leave()
  })
})
