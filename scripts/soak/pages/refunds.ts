import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../../../test/support/browser.ts'
import { addMember, browserOf } from '../../../test/support/console.ts'
import { startPages } from '../../../test/support/console-page.ts'
import { startShop } from '../../../test/support/shop.ts'
import { until } from '../../../test/support/until.ts'
import { approving, startWaiting, waitsFor, withoutEvents } from '../../../test/support/waiting-refunds.ts'

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

test('refunds in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const shop = await startWaiting(t)
  const { api, memberId, creates } = shop

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
    await page.getByRole('link', { name: 'Older' }).click()
    await rows.nth(49).waitFor({ state: 'detached' })
    assert.match(page.url(), /tab=done&cursor=act_/)
    await page.getByRole('link', { name: 'Newest' }).waitFor()
    const older = await rows.count()
    await page.reload()
    await rows.nth(older - 1).waitFor()
    await page.getByRole('link', { name: 'Newest' }).click()
    await rows.nth(49).waitFor()
    await leave()
  })

  await t.test('every page and dialog can be used by everybody, on the smallest phone, in both themes', async () => {
    const id = await shop.waiting(6)
    const fresh = await startShop(t)
    await fresh.set({ enabled: false })
    const newcomer = await addMember(fresh.api)
    const look = { memberId, width: 320 } as const
    const { page, checkThemes, follow, leave } = await pages.open(api, '/refunds?tab=all', look)
    const on = async (path: string, text: string) => {
      await follow(path)
      await waitsFor(page, text)
    }
    await page.getByRole('row').nth(1).waitFor()
    await checkThemes()
    await on(`/refunds/${id}`, 'Why it waits for you')
    await checkThemes()
    await page.keyboard.press('x')
    await page.getByLabel('Reason').waitFor()
    await checkThemes()
    await on('/refunds/start?order=order_5', 'What to refund')
    await checkThemes()
    await on('/refunds/act_unknown', 'Try again')
    await checkThemes()
    await leave()
    const empty = await pages.open(fresh.api, '/refunds', { ...look, memberId: newcomer })
    await empty.page.getByRole('link', { name: 'Set up refunds' }).waitFor()
    await empty.checkThemes()
    await empty.leave()
  })

  await t.test(
    'another refund that waits is in the title and icon of the tab, and heard until that is off',
    async () => {
      const { page, complaints, leave } = await pages.open(api, '/account', { memberId })
      const tones = () => page.evaluate<number>('tones')
      const waitingIn = async () => Number(/^\((\d+)\) My account/.exec(await page.title())?.[1] ?? 0)
      await page.evaluate(`{
      globalThis.tones = 0
      const { start } = AudioScheduledSourceNode.prototype
      AudioScheduledSourceNode.prototype.start = function (...times) {
        tones++
        return start.apply(this, times)
      }
    }`)
      // Browsers play nothing before somebody has clicked.
      await page.getByRole('heading', { name: 'My account' }).click()
      // One waits since an earlier test: until the title has it, more would be the first that the page learns.
      const { chats, refunds } = (await (await browserOf(api, memberId)).get('/waiting')).body
      const before = chats + refunds
      assert.ok(before > 0)
      await until(async () => (await waitingIn()) === before)
      await shop.waiting(11)
      await until(async () => (await waitingIn()) === before + 1)
      await page.waitForSelector('link[rel=icon][href^="data:"]', { state: 'attached' })
      assert.equal(await tones(), 2)
      await page.getByLabel('Sound').uncheck()
      await shop.waiting(12)
      await until(async () => (await waitingIn()) === before + 2)
      assert.equal(await tones(), 2)
      assert.deepEqual(complaints, [])
      await leave()
    },
  )
})
