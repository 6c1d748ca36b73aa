import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { changeAssistantSettings, getAssistantSettings } from '../../src/assistant/settings.ts'
import { changeRefundSettings } from '../../src/refunds/change-settings.ts'
import { getRefundSettings } from '../../src/refunds/settings.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { ownComplaints, startPages } from '../support/console-page.ts'
import { owner } from '../support/server.ts'
import { startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const bar = (page: Page) => page.locator('.save-bar')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('settings are saved in one way', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const { api } = await startShop(t)
  const memberId = await addMember(api)
  const agentId = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  const { store, workspaceId, clock } = api
  const stored = () => getRefundSettings(store.read, workspaceId)
  const others = (change: object) =>
    store.write((tx) =>
      changeRefundSettings(tx, owner, workspaceId, change, { allowPrivate: false, allowEndpoints: [] }, clock.now()),
    )

  await t.test(
    'a bar appears with the first change, discards, and saves; what others change meanwhile is followed',
    async () => {
      const { page, complaints, checkThemes, leave } = await pages.open(api, '/settings/refunds', { memberId })
      const minutes = page.getByLabel('For the customer, in minutes')
      const hours = page.getByLabel('For an agent, in hours')
      const defect = page.getByRole('group', { name: 'Defect' })
      await minutes.fill('90')
      await bar(page).getByText('Unsaved changes').waitFor()
      await checkThemes()
      await minutes.fill('60')
      await bar(page).waitFor({ state: 'detached' })
      await minutes.fill('90')
      await button(page, 'Discard').click()
      assert.equal(await minutes.inputValue(), '60')
      await minutes.fill('90')
      await defect.getByLabel('Return period in days').fill('12')
      // Somebody else changes the same group of settings.
      await others({ approvalTimeoutHours: 5, returnPeriodDays: { return: 7 }, rungs: { defect: 0 } })
      await until(async () => (await hours.inputValue()) === '5')
      assert.deepEqual([await minutes.inputValue(), await hours.inputValue()], ['90', '5'])
      const returns = page.getByRole('group', { name: 'Return' })
      assert.equal(await returns.getByLabel('Return period in days').inputValue(), '7')
      await minutes.press('Enter')
      await page.getByText('The settings are saved.').waitFor()
      await bar(page).waitFor({ state: 'detached' })
      const { customerTimeoutMinutes, approvalTimeoutHours, returnPeriodDays } = await stored()
      assert.deepEqual([customerTimeoutMinutes, approvalTimeoutHours], [90, 5])
      assert.deepEqual([returnPeriodDays.defect, returnPeriodDays.return], [12, 7])
      assert.deepEqual(ownComplaints(complaints), [])
      await leave()
    },
  )

  await t.test('an empty or wrong field is not saved, and what the server refuses stays typed', async () => {
    const { page, leave } = await pages.open(api, '/settings/refunds', { memberId, width: 320 })
    const before = await stored()
    await page.getByLabel('For an agent, in hours').fill('')
    await button(page, 'Save').click()
    await page.getByLabel('Automatic up to').fill('a lot')
    await page.getByText('Enter an amount such as').waitFor()
    await button(page, 'Discard').click()
    await page.getByLabel('Address').fill('http://shop.example/refunds')
    await button(page, 'Save').click()
    await bar(page).getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Address').inputValue(), 'http://shop.example/refunds')
    assert.deepEqual(await stored(), before)
    await button(page, 'Discard').click()
    await leave()
  })

  await t.test('whoever leaves is asked first: by a link, by Back, by a shortcut, and by closing the tab', async () => {
    const { page, follow } = await pages.open(api, '/account', { memberId })
    await page.getByRole('heading', { name: 'My account' }).waitFor()
    await follow('/settings/assistant')
    const name = page.getByLabel('Name of your shop')
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    const stay = () => dialog.getByRole('button', { name: 'Cancel' }).click()
    await name.fill('Wool')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Refund settings' }).click()
    await stay()
    await page.goBack()
    await stay()
    await page.locator('h1').focus()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await stay()
    await page.waitForURL('**/settings/assistant')
    assert.equal(await name.inputValue(), 'Wool')
    const asks = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const question = await asks
    assert.equal(question.type(), 'beforeunload')
    await question.dismiss()
    await closing
    await page.goBack()
    await dialog.getByRole('button', { name: 'Discard and leave' }).click()
    await page.getByRole('heading', { name: 'My account' }).waitFor()
    await page.waitForURL('**/account')
    assert.equal((await getAssistantSettings(store.read, workspaceId)).shopName, null)
    // Nothing is asked where nothing is to be lost.
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Assistant', exact: true })
      .click()
    await name.waitFor()
    await page.close()
  })

  await t.test('members who may change nothing read text: no field is shown, not even a disabled one', async () => {
    await store.write((tx) =>
      changeAssistantSettings(tx, owner, { workspaceId, change: { shopName: 'Wool & Linen' } }, clock.now()),
    )
    const { page, follow, checkThemes, leave } = await pages.open(api, '/account', { memberId: agentId, width: 320 })
    const texts = {
      '/settings/refunds': 'Only owners and admins can change these settings.',
      '/settings/widget': '#1a56db',
      '/settings/assistant': 'Wool & Linen',
      '/settings/mail': 'Mail customers who have left',
      '/settings/pictures': 'Only owners and admins can change these settings.',
    }
    for (const [path, text] of Object.entries(texts)) {
      await follow(path)
      await page.getByText(text).waitFor()
      // Lines to copy are no settings.
      assert.equal(await page.locator('main :is(input, select, textarea, fieldset[disabled])').count(), 0, path)
      await checkThemes()
    }
    await leave()
  })

  await t.test('at the address of a page that is not theirs agents read who sees it, and find no button', async () => {
    const { page, follow, checkThemes, leave } = await pages.open(api, '/account', { memberId: agentId, width: 320 })
    for (const path of ['/settings/keys', '/members', '/audit']) {
      await follow(path)
      await page.getByText('Only owners and admins see this page.').waitFor()
      assert.equal(await page.locator('main :is(button, input)').count(), 0, path)
    }
    await checkThemes()
    await leave()
  })

  await t.test('agents, too, choose their mails, which are saved as all settings are', async () => {
    const { page, checkThemes, leave } = await pages.open(api, '/settings/notifications', { memberId: agentId })
    const approval = page.getByLabel('A refund waits for approval')
    await approval.uncheck()
    await bar(page).getByText('Unsaved changes').waitFor()
    await approval.check()
    await bar(page).waitFor({ state: 'detached' })
    await approval.uncheck()
    await page.getByLabel('Quiet hours').check()
    await page.getByLabel('Until').fill('06:30')
    await checkThemes()
    await button(page, 'Save').click()
    await page.getByText('The settings are saved.').waitFor()
    await bar(page).waitFor({ state: 'detached' })
    assert.equal(await approval.isChecked(), false)
    const row = 'SELECT quiet_from AS "quietFrom", quiet_to AS "quietTo" FROM member_notifications WHERE member_id = ?'
    assert.deepEqual(await store.read.get(row, agentId), { quietFrom: 22 * 60, quietTo: 6 * 60 + 30 })
    await leave()
  })
})
