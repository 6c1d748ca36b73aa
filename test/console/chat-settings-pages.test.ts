import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getModelSettings } from '../../src/assistant/model/model-settings.ts'
import { getAssistantSettings } from '../../src/assistant/settings.ts'
import { listIdentitySecrets } from '../../src/widget/identity-secrets.ts'
import { listOrigins } from '../../src/widget/origins.ts'
import { getWidgetSettings } from '../../src/widget/settings.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember, PASSWORD } from '../support/console.ts'
import { ownComplaints, startPages } from '../support/console-page.ts'
import { startModelEndpoint } from '../support/model-endpoint.ts'
import { png } from '../support/pictures.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

test('settings of the chat window and the assistant in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const model = await startModelEndpoint(t)
  const policy = { allowPrivate: false, allowEndpoints: [model.hostPort] }
  const api = await startServer(t, { outbound: { policy } })
  const { workspaceId, store } = api
  const memberId = await addMember(api)
  const agentId = await addMember(api, { email: 'ben@shop.example', role: 'agent' })

  await t.test('the preview shows what is not saved yet; pages and secrets are managed', async () => {
    const { page, complaints, checkAccess, leave } = await pages.open(api, '/settings/widget', { memberId })
    await page.getByRole('button', { name: 'Create a key for the chat window' }).click()
    const preview = page.frameLocator('figure iframe')
    await preview.getByText('Hello! How can we help you?').waitFor()
    await page.getByLabel('Color').fill('#ffe600')
    await page.getByText('contrast 16').waitFor()
    await page.getByLabel('Your text').fill('Moin! Was gibt’s?')
    await preview.getByText('Moin! Was gibt’s?').waitFor()
    await page.getByLabel('Name of the shop').fill('Mug & Kettle')
    await preview.getByRole('heading', { name: 'Mug & Kettle' }).waitFor()
    await page.setInputFiles('input[type=file]', { name: 'logo.png', mimeType: 'image/png', buffer: png() })
    await page.getByAltText('The logo of the chat window').waitFor()
    await preview.locator('.logo img').waitFor()
    await page.getByRole('button', { name: 'Remove the logo' }).click()
    await preview.locator('.logo', { hasText: 'MK' }).waitFor()
    await page.getByLabel('Suggested questions, English').fill('Which mug is the largest?')
    await preview.getByRole('button', { name: 'Which mug is the largest?' }).waitFor()
    await page.getByRole('button', { name: 'Add a greeting' }).click()
    await page.getByLabel('Path begins with').fill('/mugs')
    await page.getByLabel('After seconds').fill('5')
    await page.getByLabel('Says').fill('Which size do you need?')
    await page.getByLabel('Pages without the launcher').fill('/checkout\n\n/cart ')
    await page.getByLabel('Theme').selectOption('dark')
    assert.equal(
      await preview.locator(':root').evaluate('getComputedStyle(document.documentElement).colorScheme'),
      'dark',
    )
    assert.equal(await preview.locator('#panel[inert]').count(), 1, 'nobody chats in it')
    await checkAccess()
    assert.equal((await getWidgetSettings(store.read, workspaceId)).color, '#1a56db')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The settings are saved.').waitFor()
    const saved = await getWidgetSettings(store.read, workspaceId)
    assert.deepEqual([saved.color, saved.texts[0]?.text], ['#ffe600', 'Moin! Was gibt’s?'])
    assert.deepEqual(saved.pageGreetings, [{ path: '/mugs', after: 5, text: 'Which size do you need?' }])
    assert.deepEqual(saved.hiddenOn, ['/checkout', '/cart'])
    api.clock.advance(11 * 60_000)
    await page.getByLabel('Address').fill('https://shop.example')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove https://shop.example' }).waitFor()
    assert.deepEqual(await listOrigins(store.read, workspaceId), ['https://shop.example'])
    await page.getByRole('button', { name: 'Remove https://shop.example' }).click()
    const question = page.getByRole('dialog', { name: 'Remove https://shop.example?' })
    await question.getByText('every page may use the chat window again').waitFor()
    assert.equal((await listOrigins(store.read, workspaceId)).length, 1)
    await question.getByRole('button', { name: 'Remove https://shop.example' }).click()
    await question.waitFor({ state: 'detached' })
    assert.deepEqual(await listOrigins(store.read, workspaceId), [])
    await page.getByRole('button', { name: 'Create secret' }).click()
    const secret = await page.getByRole('textbox', { name: 'Identity secret' }).inputValue()
    assert.match(secret, /^ids_/)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Revoke …${secret.slice(-4)}` })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.deepEqual(await listIdentitySecrets(store.read, workspaceId), [])
    await page.setViewportSize({ width: 320, height: 640 })
    await checkAccess()
    assert.deepEqual(ownComplaints(complaints), [])
    await leave()
  })

  await t.test('the assistant is told what it may show, and when people answer', async () => {
    const { page, checkAccess, leave } = await pages.open(api, '/settings/assistant', { memberId })
    await page.getByLabel('Name of your shop').fill('Wool & Linen')
    await page.getByLabel('Of orders').pressSequentially('giftMessage\n engraving\n')
    await page.getByLabel('People may answer at any time').uncheck()
    await page.getByLabel('Time zone').fill('Nowhere/Nothing')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Time zone').fill('Europe/Vienna')
    await checkAccess()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The settings are saved.').waitFor()
    const { shopName, visibleCustom, hours } = await getAssistantSettings(store.read, workspaceId)
    assert.deepEqual([shopName, visibleCustom.orders], ['Wool & Linen', ['giftMessage', 'engraving']])
    assert.deepEqual([hours?.timeZone, hours?.open[0]?.days.length], ['Europe/Vienna', 5])
    await leave()
    await api.push('orders', [{ id: 'o1', updatedAt: 1, custom: { giftMessage: 'x', cost: 1 } }])
    const order = await pages.open(api, '/data/orders/o1', { memberId })
    await order.page.getByText('1 of 2 shown to the assistant').waitFor()
    await order.page.close()
  })

  await t.test('a model is set with the password, checked, and removed; its key is never shown again', async () => {
    const { page, checkAccess, leave } = await pages.open(api, '/settings/assistant', { memberId })
    const section = page.locator('section', { hasText: 'Language model' })
    await section.getByLabel('Address').fill('http://models.example/v1')
    await section.getByLabel('Model').fill('stub')
    await section.getByLabel('API key').fill('sk-model-0123456789')
    api.clock.advance(11 * 60_000)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('plain http').waitFor()
    await section.getByLabel('Address').fill(model.url)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await section.getByText('Ends with …6789').waitFor()
    assert.equal(await section.getByLabel('API key').inputValue(), '')
    await section.getByLabel('What it does').selectOption('Also words the answers')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const stored = async () => await getModelSettings(store.read, workspaceId)
    await until(async () => (await stored())?.use === 'understand-and-compose')
    assert.equal((await stored())?.apiKeyEnding, '6789')
    model.order(null, 'invented_amount')
    await section.getByRole('button', { name: 'Check the model' }).click()
    await section.getByText(/not as it should.* words would not be used/).waitFor()
    await section.getByText('2 of 2,000', { exact: true }).waitFor()
    await checkAccess()
    await page.setViewportSize({ width: 320, height: 640 })
    await checkAccess()
    await section.getByRole('button', { name: 'Remove the model' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the model' }).click()
    await section.getByText('Calls need no key if').waitFor()
    assert.equal(await stored(), null)
    await leave()
  })

  await t.test('agents read the settings and change nothing', async () => {
    const look = { memberId: agentId, width: 320, theme: 'dark' } as const
    const { page, checkAccess, leave } = await pages.open(api, '/settings/assistant', look)
    await page.getByText('Only owners and admins can change these settings.').waitFor()
    await page.getByText('Wool & Linen').waitFor()
    assert.equal(await page.getByLabel('Name of your shop').count(), 0)
    assert.equal(await page.getByText('Language model').count(), 0)
    await checkAccess()
    await leave()
  })
})
