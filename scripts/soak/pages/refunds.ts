import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../../test/support/browser.ts'
import { addMember, browserOf } from '../../../test/support/console.ts'
import { startPages } from '../../../test/support/console-page.ts'
import { startShop } from '../../../test/support/shop.ts'
import { until } from '../../../test/support/until.ts'
import { startWaiting, waitsFor } from '../../../test/support/waiting-refunds.ts'

test('refunds in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const shop = await startWaiting(t)
  const { api, memberId } = shop

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
    await follow('/refunds/act_unknown')
    await page.getByRole('alert').first().waitFor()
    await checkThemes()
    await leave()
    const empty = await pages.open(fresh.api, '/refunds', { ...look, memberId: newcomer })
    await empty.page.getByRole('link', { name: 'Set up refunds' }).waitFor()
    await empty.checkThemes()
    await empty.leave()
  })

  await t.test(
    'another refund that waits is in the title and icon of the tab, and heard while that is on',
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
      const save = async () => {
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
      }
      await page.getByLabel('Sound').check()
      await save()
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
      await save()
      await shop.waiting(12)
      await until(async () => (await waitingIn()) === before + 2)
      assert.equal(await tones(), 2)
      assert.deepEqual(complaints, [])
      await leave()
    },
  )
})
