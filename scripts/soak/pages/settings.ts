import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmRefund } from '../../../src/refunds/decisions.ts'
import { getRefund } from '../../../src/refunds/refunds.ts'
import { getRefundSettings } from '../../../src/refunds/settings.ts'
import { noBrowser } from '../../../test/support/browser.ts'
import { addMember } from '../../../test/support/console.ts'
import { startPages } from '../../../test/support/console-page.ts'
import { startServer } from '../../../test/support/server.ts'
import { customer, startShop } from '../../../test/support/shop.ts'

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

  await t.test('refunds are switched off after a dialog that names those that are cancelled', async () => {
    const { api, offer } = await startShop(t)
    const memberId = await addMember(api)
    const { id } = await offer()
    const ref = { workspaceId: api.workspaceId, id }
    await api.store.write((tx) => confirmRefund(tx, customer, ref, api.clock.now()))
    const { page, leave } = await pages.open(api, '/settings/refunds', { memberId })
    const box = page.getByRole('checkbox', { name: 'Refunds are on' })
    const dialog = page.getByRole('dialog')
    await page.getByRole('link', { name: 'Refunds 1' }).waitFor()
    await box.click()
    await dialog.getByText('Refunds that wait are cancelled, 1 of them for an agent.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await box.isChecked(), true)
    await box.click()
    await dialog.getByRole('button', { name: 'Switch refunds off' }).click()
    await box.and(page.locator(':not(:checked)')).waitFor()
    assert.equal((await getRefund(api.store.read, api.workspaceId, id)).status, 'cancelled')
    await box.click()
    await box.and(page.locator(':checked')).waitFor()
    await leave()
  })

  await t.test('the policy says what it means while it is typed, and is stored as it says', async () => {
    const { api } = await startShop(t)
    const memberId = await addMember(api)
    const { page, leave } = await pages.open(api, '/settings/refunds', { memberId })
    await page.getByLabel('Automatic up to').fill('50,5')
    await page.getByRole('group', { name: 'Defect' }).getByLabel('Trust level').selectOption('4')
    await page.getByText('Defect: automatic up to €50.50.').waitFor()
    await page.getByText('Return: an agent decides about every refund.').waitFor()
    await page.getByLabel('Automatic up to').fill('50.505')
    await page.getByText('Enter an amount such as').waitFor()
    await page.getByLabel('Automatic up to').fill('50.5')
    await page.locator('form', { hasText: 'What this means' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved.').waitFor()
    const { autoLimit, limitCurrency, rungs } = await getRefundSettings(api.store.read, api.workspaceId)
    assert.deepEqual([autoLimit, limitCurrency, rungs.defect], [5_050, 'EUR', 4])
    await leave()
  })

  await t.test('an address that is not allowed is refused with the reason', async () => {
    const { api } = await startShop(t)
    const memberId = await addMember(api)
    const { page, leave } = await pages.open(api, '/settings/refunds', { memberId })
    await page.getByLabel('Address').fill('http://shop.example/refunds')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('alert').getByText(/https/).waitFor()
    await leave()
  })

  await t.test('an agent reads the settings and changes nothing; everybody can use the page', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api, { role: 'agent' })
    const { page, checkThemes, leave } = await pages.open(api, '/settings/refunds', { memberId, width: 320 })
    await page.getByText('Only owners and admins can change').waitFor()
    assert.equal(await page.getByLabel('Address').isDisabled(), true)
    assert.equal(await page.getByRole('button', { name: 'Freeze refunds' }).count(), 0)
    await checkThemes()
    await leave()
  })
})
