import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { insertMembership } from '../../src/access/memberships.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { addWorkspace, startServer } from '../support/server.ts'

/** What the menu and the list of settings show as the page that is open. */
const current = (page: Page) => page.locator('nav [aria-current]:visible').allInnerTexts()

test('the menu of the console', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const memberId = await addMember(api)
  const second = await addWorkspace(api.store, 'second', api.clock)
  await api.store.write((tx) =>
    insertMembership(tx, { workspaceId: second.workspaceId, memberId, role: 'owner' }, api.clock.now()),
  )

  await t.test('settings are one page with their list at its side', async () => {
    const { page, complaints, checkThemes, leave } = await pages.open(api, '/settings', { memberId })
    await page.getByRole('heading', { name: 'Refund settings' }).waitFor()
    assert.deepEqual(await current(page), ['Settings', 'Refund settings'])
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Members' }).click()
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    assert.deepEqual(await current(page), ['Settings', 'Members'])
    await checkThemes()
    await page.goBack()
    await page.getByRole('heading', { name: 'Refund settings' }).waitFor()
    assert.deepEqual(complaints, [])
    await leave()
  })

  await t.test('on a phone the list is a page of its own, and each of the settings leads back to it', async () => {
    const { page, checkThemes, leave } = await pages.open(api, '/settings', { memberId, width: 320 })
    await page.locator('h1:focus', { hasText: 'Settings' }).waitFor()
    await checkThemes()
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.locator('h1:focus', { hasText: 'Keys' }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.locator('h1:focus', { hasText: 'Settings' }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await checkThemes()
    await leave()
  })

  await t.test('an article belongs to Articles, and a list of other objects to Data', async () => {
    const { page, follow, leave } = await pages.open(api, '/articles/new', { memberId })
    await page.locator('h1:focus').waitFor()
    assert.deepEqual(await current(page), ['Articles'])
    await follow('/data/orders')
    await page.locator('h1:focus', { hasText: 'Data' }).waitFor()
    assert.equal((await current(page))[0], 'Data')
    await leave()
  })

  await t.test(
    'a test workspace has its badge in the narrow menu of the inbox, and on a phone above the chats',
    async () => {
      const { workspaceId } = await addWorkspace(api.store, 'trial shop', api.clock, { test: true })
      const tester = await addMember(api, { email: 'tess@shop.example', workspaceId })
      const { page, checkThemes, leave } = await pages.open(api, '/chats', { memberId: tester })
      const badge = page.getByText('Test', { exact: true }).and(page.locator(':visible'))
      await badge.waitFor()
      await page.locator('h1:focus').waitFor()
      await checkThemes()
      await page.setViewportSize({ width: 320, height: 640 })
      await badge.waitFor()
      await checkThemes()
      await leave()
    },
  )

  await t.test('the menu of the workspace leads to another one', async () => {
    const { page, checkAccess, leave } = await pages.open(api, '/members', { memberId })
    await page.locator('h1:focus').waitFor()
    await page.getByRole('button', { name: 'shop', exact: true }).click()
    await checkAccess()
    await page.getByRole('button', { name: 'second' }).click()
    await page.locator('h1:focus', { hasText: 'Home' }).waitFor()
    await page.getByRole('button', { name: 'second', exact: true }).first().waitFor()
    await leave()
  })
})
