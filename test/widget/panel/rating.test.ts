import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/lib/time.ts'
import { closeConversation } from '../../../src/refunds/end-waiting.ts'
import { noBrowser } from '../../support/browser.ts'
import { checkAccess, THEMES } from '../../support/console-page.ts'
import { type ChattingShop, startChattingShop } from '../../support/panel.ts'
import { owner } from '../../support/server.ts'
import { panelOf } from '../../support/shop-page.ts'
import { until } from '../../support/until.ts'

/** Writes what the test sees as pictures: `SCREENSHOTS=FOLDER node --test …`. */
const folder = process.env.SCREENSHOTS

const rows = ({ api }: ChattingShop) =>
  api.store.read.all<{ rating: string; text: string | null }>(
    'SELECT rating, text FROM conversation_ratings ORDER BY conversation_id',
  )

async function close({ api: { store, clock, workspaceId } }: ChattingShop): Promise<void> {
  const row = await store.read.get<{ id: string }>('SELECT max(id) AS id FROM conversations')
  const closed = { workspaceId, id: row?.id ?? '', agentName: 'Ben' }
  await store.write((tx) => closeConversation(tx, owner, closed, clock.now()))
}

test('customers rate a chat once it has ended', { skip: noBrowser }, async (t) => {
  const shop = await startChattingShop(t)
  const { visit, api } = shop

  for (const theme of THEMES)
    for (const width of [320, 1280])
      await t.test(`a closed chat is rated, ${width} pixels wide, ${theme}`, async () => {
        const { panel, page, say, context, complaints } = await visit({ theme, width, height: 640 })
        await say('Where is my mug?')
        await panel.locator('.assistant').waitFor()
        assert.equal(await panel.locator('.rating').count(), 0)
        await close(shop)
        await panel.getByText('How was this chat?').waitFor()
        const before = (await rows(shop)).length
        await panel.getByRole('button', { name: 'Good' }).click()
        await panel.getByText('Thank you for your rating.').waitFor()
        await panel.getByRole('textbox', { name: 'Add a comment' }).fill('So quick, thank you!')
        await panel.locator('.rating').getByRole('button', { name: 'Send' }).press('Enter')
        await until(async () => (await rows(shop)).at(-1)?.text === 'So quick, thank you!')
        await panel.getByRole('button', { name: 'Bad' }).click()
        await panel.locator('[aria-pressed=true]', { hasText: 'Bad' }).waitFor()
        if (folder !== undefined) await page.screenshot({ path: join(folder, `rating-${width}-${theme}.png`) })
        assert.deepEqual(complaints, [])
        await checkAccess(panel)
        assert.deepEqual((await rows(shop)).slice(before), [{ rating: 'bad', text: 'So quick, thank you!' }])
        // On another page of the shop the chat shows what was given.
        await page.reload()
        const again = await panelOf(page)
        await again.locator('[aria-pressed=true]', { hasText: 'Bad' }).waitFor()
        // Whoever writes again is in a new chat.
        await again.fill('#write', 'One more thing')
        await again.press('#write', 'Enter')
        await again.locator('.rating').waitFor({ state: 'detached' })
        await context.close()
      })

  await t.test('10 minutes after the last answer of the assistant, while the chat is open', async () => {
    const { panel, page, say } = await visit({ customerId: 'c5' })
    await page.clock.install()
    await say('Hello')
    await panel.locator('.assistant').waitFor()
    assert.equal(await panel.locator('.rating').count(), 0)
    api.clock.advance(10 * MINUTE_MS)
    await page.clock.fastForward(10 * MINUTE_MS + 1_000)
    await panel.getByRole('button', { name: 'Bad' }).click()
    await until(async () => (await rows(shop)).some(({ rating, text }) => rating === 'bad' && text === null))
    if (folder !== undefined) await page.screenshot({ path: join(folder, 'end.png') })
    await panel.getByRole('button', { name: 'Start a new chat' }).click()
    await panel.locator('.customer').waitFor({ state: 'detached' })
    await panel.getByText('How can we help you?').waitFor()
    await until(async () => (await panel.evaluate('document.activeElement.id')) === 'write')
    await panel
      .locator('.earlier')
      .getByRole('button', { name: /^Hello/ })
      .click()
    await panel.locator('.customer').waitFor()
    assert.equal(await panel.locator('.rating').count(), 0, 'it is of the chat before')
    await say('Hello again')
    await panel.locator('.assistant').nth(1).waitFor()
  })
})
