import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { addMessage } from '../../../src/conversations/conversations.ts'
import { noBrowser } from '../../support/browser.ts'
import { checkAccess, THEMES } from '../../support/console-page.ts'
import { startChattingShop } from '../../support/panel.ts'
import { panelOf } from '../../support/shop-page.ts'
import { until } from '../../support/until.ts'

const folder = process.env.SCREENSHOTS
const TEXT =
  'Your parcel is at the post office in Mill Street, and can be fetched until Friday evening. Bring the card.'

test('beside the closed chat are the first words of an unread message, which the page cannot read', {
  skip: noBrowser,
}, async (t) => {
  const { api, visit } = await startChattingShop(t)
  const { store, clock } = api
  const write = async (text: string) => {
    clock.advance(1_000)
    const row = await store.read.get<{ id: string }>('SELECT max(id) AS id FROM conversations')
    const message = { author: 'agent' as const, authorName: 'Ben', text }
    await store.write((tx) => addMessage(tx, row?.id ?? '', message, clock.now()))
  }

  for (const [width, height] of [
    [390, 760],
    [1440, 900],
  ] as const)
    for (const theme of THEMES) {
      const { page, panel, say, context, complaints } = await visit({ theme, width, height })
      await say('Where is my order?')
      await panel.locator('.assistant').waitFor()
      await panel.getByRole('button', { name: 'Close the chat' }).click()
      await write(TEXT)
      const bubble = panel.locator('.peek-box')
      await bubble.getByText('Ben').waitFor()
      await until(async () => ((await bubble.boundingBox())?.height ?? 0) > 40)
      const [frame, words] = [await frameBox(), await bubble.boundingBox()]
      assert.ok(frame && words && Math.abs(frame.height - words.height) <= 1, 'the frame is as small as the bubble')
      assert.ok(frame.width <= 300 && frame.height < 130 && frame.y + frame.height < height - 70)
      if (folder) await page.screenshot({ path: join(folder, `peek-${width}-${theme}.png`) })
      assert.equal(await page.evaluate('document.documentElement.outerHTML.includes("post office")'), false)
      assert.deepEqual(complaints, [])
      await checkAccess(panel)
      await bubble.getByRole('button', { name: 'Ben' }).click()
      await panel.locator('.agent', { hasText: 'post office' }).waitFor()
      assert.equal(await bubble.count(), 0)
      await context.close()

      async function frameBox() {
        const owner = await panel.frameElement()
        return owner.boundingBox()
      }
    }

  const { page, panel, say, context } = await visit()
  await say('Where is my order?')
  await panel.locator('.assistant').waitFor()
  await panel.getByRole('button', { name: 'Close the chat' }).click()
  await write(TEXT)
  await panel.locator('.peek-box').getByRole('button', { name: 'Discard' }).click()
  await panel.locator('.peek-box').waitFor({ state: 'detached' })
  const element = await panel.frameElement()
  await until(async () => !(await element.isVisible()))
  await page.reload()
  const again = await panelOf(page)
  // Not by `waitForFunction`: that asks at each drawn frame, and a hidden frame draws none.
  await again.locator('.agent', { hasText: 'post office' }).waitFor({ state: 'attached' })
  assert.equal(await again.locator('.peek-box').count(), 0, 'closed once, it stays closed on other pages')
  await write('One more thing')
  await again.locator('.peek-box', { hasText: 'One more thing' }).waitFor()
  await context.close()
})
