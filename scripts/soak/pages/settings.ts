import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../../test/support/browser.ts'
import { addMember } from '../../../test/support/console.ts'
import { startPages } from '../../../test/support/console-page.ts'
import { startServer } from '../../../test/support/server.ts'
import { startShop } from '../../../test/support/shop.ts'

test('refund settings in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)

  await t.test('the endpoint is checked, and the dialog of a new secret can be used by everybody', async () => {
    const shop = await startShop(t)
    const memberId = await addMember(shop.api)
    await shop.start()
    const { page, checkThemes, leave } = await pages.open(shop.api, '/settings/refunds', { memberId, width: 320 })
    await page.getByRole('button', { name: 'Check endpoint' }).click()
    await page.getByText(/\d+ passed, \d+ failed, \d+ skipped/).waitFor()
    await page.getByRole('button', { name: 'Create secret' }).click()
    await page.getByRole('dialog').getByText('1 refund is under way.').waitFor()
    await checkThemes()
    await leave()
  })

  await t.test('an address that is not allowed is refused with the reason', async () => {
    const { api } = await startShop(t)
    const memberId = await addMember(api)
    const { page, leave } = await pages.open(api, '/settings/refunds', { memberId })
    await page.getByLabel('Address').fill('http://shop.example/refunds')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText(/https/).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await leave()
  })

  await t.test('an agent reads the settings and changes nothing; everybody can use the page', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api, { role: 'agent' })
    const { page, checkThemes, leave } = await pages.open(api, '/settings/refunds', { memberId, width: 320 })
    await page.getByText('Only owners and admins can change').waitFor()
    assert.equal(await page.getByLabel('Address').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Freeze refunds' }).count(), 0)
    await checkThemes()
    await leave()
  })
})
