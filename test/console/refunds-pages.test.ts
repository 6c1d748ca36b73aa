import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addMessage } from '../../src/conversations/conversations.ts'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { getRefund } from '../../src/refunds/refunds.ts'
import { getRefundSettings } from '../../src/refunds/settings.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember, browserOf, PASSWORD } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { customer, ORDER, startShop } from '../support/shop.ts'
import { answers, refuses } from '../support/store-endpoint.ts'
import { until } from '../support/until.ts'
import { approving, startWaiting, waitsFor, withoutEvents } from '../support/waiting-refunds.ts'

const RED = '<img src=x onerror=alert(1)> \u202egnp'
const SHOWN = '<img src=x onerror=alert(1)> \\u{202e}gnp'

/** What a page sent to decide. */
function decisionsOf(page: Page): { path: string; key: string | undefined }[] {
  const sent: { path: string; key: string | undefined }[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() === 'POST' && !path.endsWith('/presence'))
      sent.push({ path, key: request.headers()['idempotency-key'] })
  })
  return sent
}

test('refunds and their settings in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const shop = await startWaiting(t)
  const { api, endpoint, memberId, creates } = shop

  await t.test('a refund is found in the list and approved by keyboard alone, as it comes in', async () => {
    const { page, complaints, leave } = await pages.open(api, '/refunds', { memberId })
    await waitsFor(page, 'Nothing waits for an agent.')
    const id = await shop.waiting(1)
    await page.getByRole('link', { name: 'Waiting 1' }).waitFor()
    await waitsFor(page, 'No refund is automatic')
    await page.keyboard.press('j')
    await page.locator('a:focus', { hasText: '#1' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Refund of #1' }).waitFor()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.keyboard.press('a')
    await approving(page).and(page.locator(':focus')).waitFor()
    assert.equal(await approving(page).textContent(), 'Refund €12.50 to Ada Lovelace')
    await page.keyboard.press('Enter')
    await waitsFor(page, 'The shop made the refund')
    assert.equal(creates(id), 1)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Done 1' }).click()
    await page.getByRole('row').filter({ hasText: 'Made' }).waitFor()
    assert.match(page.url(), /tab=done$/)
    assert.deepEqual(complaints, [])
    await leave()
  })

  await t.test('a refund is rejected with a reason, and what others wrote is shown as text', async () => {
    await api.push('customers', [{ id: 'c2', updatedAt: 1, name: RED }])
    const lines = [{ id: 'l1', title: RED, variantTitle: RED, quantity: 2, unitPrice: 1_250 }]
    await api.push('orders', [{ ...ORDER, id: 'o_red', customerId: 'c2', number: RED, items: lines }])
    const conversationId = await shop.talk({ customerId: 'c2' })
    await api.store.write((tx) => addMessage(tx, conversationId, { author: 'customer', text: RED }, 1_000))
    endpoint.behave(answers({ ok: true, amount: 1_250, currency: 'EUR', note: RED }))
    const wish = { orderId: 'o_red', lines: [{ itemId: 'l1', quantity: 1 }], note: RED, conversationId }
    const { id } = await shop.start(wish)
    const ref = { workspaceId: api.workspaceId, id }
    await api.store.write((tx) => tx.run(`UPDATE refunds SET started_by = 'assistant' WHERE id = ?`, id))
    await api.store.write((tx) => confirmRefund(tx, customer, ref, api.clock.now()))
    const { page, complaints, follow, leave } = await pages.open(api, `/refunds/${id}`, { memberId })
    page.on('dialog', () => assert.fail('a script of somebody else ran'))
    for (const title of ['Lines', 'Note of the shop', 'Note of the agent', 'Order', 'Chat'])
      await page
        .locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
        .getByText(SHOWN)
        .first()
        .waitFor()
    await page.getByText('Answer of the shop').click()
    await page.keyboard.press('x')
    await page.getByLabel('Reason').fill(RED)
    await page.getByRole('button', { name: 'Reject €12.50' }).click()
    await waitsFor(page, 'The refund is rejected.')
    await page.locator('li', { hasText: 'ada@shop.example' }).getByText(SHOWN).waitFor()
    assert.equal((await shop.look(id)).status, 'rejected')
    await follow('/refunds/start?order=o_red')
    await page.getByRole('spinbutton', { name: `Quantity of ${SHOWN}` }).waitFor()
    assert.equal(await page.locator('img').count(), 0)
    assert.deepEqual(complaints, [])
    await leave()
  })

  await t.test(
    'if somebody else approves meanwhile, an open dialog says who, whether or not the button is pressed',
    async () => {
      const id = await shop.waiting(2)
      const ben = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
      const { page: first, leave } = await pages.open(api, `/refunds/${id}`, { memberId })
      const [live, silent] = [
        await pages.open(api, `/refunds/${id}`, { memberId: ben }),
        await pages.open(api, `/refunds/${id}`, { memberId: ben, prepare: withoutEvents }),
      ]
      for (const { page } of [live, silent]) {
        await page.getByRole('button', { name: 'Approve' }).click()
        await page.getByRole('dialog').getByText('Approve this refund?').waitFor()
      }
      await waitsFor(first, 'ben is here, too.')
      await waitsFor(live.page, 'ada is here, too.')
      await first.getByRole('button', { name: 'Approve' }).click()
      await approving(first).click()
      await waitsFor(first, 'The shop made the refund')
      await live.page.getByRole('alert').getByText('ada@shop.example was faster').waitFor()
      await approving(silent.page).click()
      await silent.page.getByRole('alert').getByText('The refund is now: made.').waitFor()
      assert.equal(creates(id), 1)
      for (const { page } of [live, silent]) {
        await page.getByRole('dialog').getByText('Close', { exact: true }).click()
        await page.locator('.status', { hasText: 'Made' }).waitFor()
        assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
      }
      for (const { page } of [live, silent]) await page.context().close()
      await leave()
    },
  )

  await t.test('a refund is started with the amount of the shop, and confirmed for the customer', async () => {
    const { page, follow, leave } = await pages.open(api, '/refunds/start', { memberId })
    await page.getByLabel('Order').fill('#5')
    await page.keyboard.press('Enter')
    await page.getByLabel('Quantity of Mug').fill('1')
    await page.getByRole('radio', { name: 'Return' }).check()
    await page.getByLabel('Note').fill('handle broken')
    endpoint.behave(refuses('too_late', 'The return period is over.'))
    await page.getByRole('button', { name: 'Ask the shop for the amount' }).click()
    await page.getByRole('alert').getByText('The return period is over.').waitFor()
    await page.getByRole('button', { name: 'Ask the shop for the amount' }).click()
    await waitsFor(page, '€12.50')
    // A changed request has no amount until the shop has named one.
    await page.getByLabel('Quantity of Mug').fill('2')
    assert.equal(await page.getByRole('button', { name: 'Start the refund' }).count(), 0)
    endpoint.behave(
      answers({ ok: true, amount: 2_500, currency: 'EUR' }),
      answers({ ok: true, amount: 2_400, currency: 'EUR' }),
    )
    await page.getByRole('button', { name: 'Ask the shop for the amount' }).click()
    await page.getByRole('button', { name: 'Start the refund of €25.00' }).click()
    await waitsFor(page, 'The shop now names €24.00 instead of €25.00.')
    await page.getByRole('button', { name: 'Check the amount' }).click()
    await page.getByText('The shop now names €12.50, not €24.00.').waitFor()
    await page.getByRole('button', { name: 'Confirm for the customer' }).click()
    await page.getByRole('button', { name: 'Confirm €24.00 for Ada Lovelace' }).click()
    await waitsFor(page, 'The shop made the refund')
    const { body } = endpoint.requests.at(-1) ?? assert.fail()
    assert.deepEqual(
      [body.data.amount, body.data.reason, body.data.lines],
      [2_400, 'return: handle broken', [{ itemId: 'l1', quantity: 2 }]],
    )
    // The next one needs a look at this one.
    await follow('/refunds/start?order=order_5')
    await page.getByRole('button', { name: 'Ask the shop for the amount' }).click()
    const start = page.getByRole('button', { name: 'Start the refund' })
    assert.equal(await start.isDisabled(), true)
    await page.getByLabel('This is another refund').check()
    await start.click()
    await page.getByRole('button', { name: 'Cancel the refund' }).click()
    await page.getByRole('button', { name: 'Cancel €12.50' }).click()
    await waitsFor(page, 'The refund is cancelled.')
    await leave()
  })

  await t.test('the connection to the endpoint is tested, with what the shop answered', async () => {
    const shop = await startShop(t)
    const memberId = await addMember(shop.api)
    await shop.start()
    const { page, leave } = await pages.open(shop.api, '/settings/refunds', { memberId })
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('It works').waitFor()
    await page.getByText(/^service-signature:/).waitFor()
    assert.equal(shop.endpoint.requests.filter(({ body }) => body.type === 'ping').length, 1)
    await page.getByRole('button', { name: 'Create secret' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 refund is under way.').waitFor()
    await dialog.getByLabel('Freeze refunds first').check()
    await dialog.getByRole('button', { name: 'Create secret' }).click()
    assert.match(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue(), /^whsec_/)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    // The endpoint of the test still has the old one.
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('It does not work yet').waitFor()
    assert.equal((await getRefundSettings(shop.api.store.read, shop.api.workspaceId)).frozen, true)
    await leave()
  })

  await t.test(
    'shipped orders without parcels count as delivered after days, or never if the field is empty',
    async () => {
      const { api } = await startShop(t)
      const memberId = await addMember(api)
      const { page, leave } = await pages.open(api, '/settings/refunds', { memberId })
      const days = async () => (await getRefundSettings(api.store.read, api.workspaceId)).assumeDeliveredAfterDays
      const field = page.getByLabel('Days until delivery is assumed')
      for (const [typed, stored] of [
        ['7', 7],
        ['', null],
      ] as const) {
        await field.fill(typed)
        await field.press('Enter')
        await until(async () => (await days()) === stored)
      }
      await leave()
    },
  )

  await t.test('to freeze refunds asks for no password, to unfreeze them does', async () => {
    const { api } = await startShop(t)
    const memberId = await addMember(api)
    const { page, leave } = await pages.open(api, '/settings/refunds', { memberId })
    await page.getByRole('button', { name: 'Freeze refunds' }).waitFor()
    api.clock.advance(11 * 60_000)
    const isFrozen = async () => (await getRefundSettings(api.store.read, api.workspaceId)).frozen
    await page.getByRole('button', { name: 'Freeze refunds' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze refunds' }).click()
    await page.getByText('Refunds are frozen').waitFor()
    assert.equal(await isFrozen(), true)
    await page.getByRole('button', { name: 'Unfreeze' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unfreeze' }).click()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Freeze refunds' }).waitFor()
    assert.equal(await isFrozen(), false)
    await leave()
  })

  await t.test('refunds are approved and rejected from the list by keyboard, each after its dialog', async () => {
    // The oldest comes first.
    const ids = [await shop.waiting(9), await shop.waiting(8)]
    const { page, complaints, leave } = await pages.open(api, '/refunds', { memberId })
    const focused = (text: string) => page.locator('a:focus', { hasText: text }).waitFor()
    await page.getByRole('link', { name: '#9' }).waitFor()
    // Without a row that has the focus nothing is meant.
    await page.keyboard.press('a')
    await page.keyboard.press('j')
    await focused('#9')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.keyboard.press('x')
    await page.getByRole('dialog').getByText('Reject this refund?').waitFor()
    await page.keyboard.press('Escape')
    await focused('#9')
    await page.keyboard.press('a')
    await approving(page).and(page.locator(':focus')).waitFor()
    assert.equal(await approving(page).textContent(), 'Refund €12.50 to Ada Lovelace')
    await page.keyboard.press('Enter')
    // The approved refund leaves the list, and the focus moves to the next row.
    await focused('#8')
    await page.keyboard.press('x')
    await page.getByLabel('Reason').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('not returned')
    // Somebody else is faster.
    const ben = await browserOf(api, await addMember(api, { email: 'carl@shop.example', role: 'agent' }))
    assert.equal((await ben.post(`/refunds/${ids[1]}/reject`, {})).status, 200)
    await page.getByRole('alert').getByText('carl@shop.example was faster').waitFor()
    await page.getByRole('dialog').getByText('Close', { exact: true }).click()
    await waitsFor(page, 'Nothing waits for an agent.')
    await page.locator('main:focus').waitFor()
    await until(async () => (await shop.look(ids[0] ?? '')).status === 'succeeded')
    assert.equal(creates(ids[0] ?? ''), 1)
    assert.deepEqual(complaints, [])
    await leave()
  })

  await t.test('a double click decides once', async () => {
    const id = await shop.waiting(3)
    const { page, leave } = await pages.open(api, `/refunds/${id}`, { memberId })
    await page.getByRole('button', { name: 'Approve' }).click()
    const sent = decisionsOf(page)
    await approving(page).dblclick()
    await waitsFor(page, 'The shop made the refund')
    assert.equal(sent.length, 1)
    assert.equal(creates(id), 1)
    await leave()
  })

  await t.test('a decision whose answer was lost is shown, and counts once even if it is sent again', async () => {
    for (const [number, isSentAgain] of [
      [4, false],
      [7, true],
    ] as const) {
      const id = await shop.waiting(number)
      const { page, leave } = await pages.open(api, `/refunds/${id}`, { memberId, prepare: withoutEvents })
      await page.getByRole('button', { name: 'Approve' }).click()
      const sent = decisionsOf(page)
      await page.route('**/approve', async (route) => {
        await route.fetch()
        await page.unroute('**/approve')
        await route.abort()
      })
      // Without a look at the refund nothing shows that the decision has arrived.
      if (isSentAgain) await page.route(`**/api/refunds/${id}`, (route) => route.abort())
      await approving(page).click()
      if (isSentAgain) {
        await page.getByRole('dialog').getByRole('alert').waitFor()
        await approving(page).click()
        await waitsFor(page, 'Approved. Your shop is asked to pay.')
      } else await page.getByText('Your decision has arrived.').waitFor()
      const [one, other] = sent.filter(({ path }) => path.endsWith('/approve'))
      assert.ok(one?.key)
      assert.equal(other?.key, isSentAgain ? one.key : undefined)
      await until(async () => (await shop.look(id)).status === 'succeeded')
      assert.equal(creates(id), 1)
      await leave()
    }
  })

  await t.test('a long list is read page by page, and each page has an address', async () => {
    await api.store.write(async (tx) => {
      for (let number = 0; number < 60; number++)
        await tx.run(
          `INSERT INTO refunds (id, workspace_id, order_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at)
           VALUES (?, ?, 'order_10', 'other', '[]', 'execute', 'cancelled', 100, 'EUR', 'agent', '', 1)`,
          `act_0${number}`,
          api.workspaceId,
        )
    })
    const { page, leave } = await pages.open(api, '/refunds?tab=done', { memberId })
    const rows = page.locator('tbody tr')
    await rows.nth(49).waitFor()
    assert.equal(await rows.count(), 50)
    await page.getByRole('link', { name: 'Next page' }).click()
    await rows.nth(49).waitFor({ state: 'detached' })
    assert.match(page.url(), /tab=done&cursor=act_/)
    await page.getByRole('link', { name: 'First page' }).waitFor()
    const older = await rows.count()
    await page.reload()
    await rows.nth(older - 1).waitFor()
    await page.getByRole('link', { name: 'First page' }).click()
    await rows.nth(49).waitFor()
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
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await box.uncheck()
    await save.click()
    await dialog.getByText('Refunds that wait are cancelled, 1 of them for an agent.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    // Nothing is saved, and nothing is lost.
    assert.equal(await box.isChecked(), false)
    assert.equal((await getRefund(api.store.read, api.workspaceId, id)).status, 'awaiting_approval')
    await save.click()
    await dialog.getByRole('button', { name: 'Switch refunds off' }).click()
    await save.waitFor({ state: 'detached' })
    assert.equal((await getRefund(api.store.read, api.workspaceId, id)).status, 'cancelled')
    await box.check()
    await save.click()
    await save.waitFor({ state: 'detached' })
    assert.equal((await getRefundSettings(api.store.read, api.workspaceId)).enabled, true)
    await leave()
  })

  await t.test('the policy says what it means while it is typed, and is stored as it says', async () => {
    const { api } = await startShop(t)
    const memberId = await addMember(api)
    const { page, leave } = await pages.open(api, '/settings/refunds', { memberId })
    await page.getByLabel('Automatic up to').fill('50,5')
    await page
      .getByRole('group', { name: 'Defect' })
      .getByLabel('Who decides')
      .selectOption('Automatic up to the limit')
    await page.getByText('Defect: automatic up to €50.50.').waitFor()
    await page.getByText('Return: an agent decides about every refund.').waitFor()
    await page.getByLabel('Automatic up to').fill('50.505')
    await page.getByText('Enter an amount such as').waitFor()
    await page.getByLabel('Automatic up to').fill('50.5')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The settings are saved.').waitFor()
    const { autoLimit, limitCurrency, rungs } = await getRefundSettings(api.store.read, api.workspaceId)
    assert.deepEqual([autoLimit, limitCurrency, rungs.defect], [5_050, 'EUR', 4])
    await leave()
  })
})
