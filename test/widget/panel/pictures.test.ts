import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { noBrowser } from '../../support/browser.ts'
import { signedIn } from '../../support/console.ts'
import { checkAccess, looksOf } from '../../support/console-page.ts'
import { startChattingShop } from '../../support/panel.ts'
import { gif, png } from '../../support/pictures.ts'
import { until } from '../../support/until.ts'

/** Writes what the test sees as pictures: `SCREENSHOTS=FOLDER node --test …`. */
const folder = process.env.SCREENSHOTS

const file = (name: string, width = 300, gray = 90) => ({
  name,
  mimeType: 'image/png',
  buffer: png({ width, height: 200, gray }),
})

test('customers send pictures: chosen, seen before, with and without words', { skip: noBrowser }, async (t) => {
  const shop = await startChattingShop(t)
  const { api } = shop

  for (const { size: width, theme } of looksOf([320, 1280]))
    await t.test(`${width} pixels wide, ${theme}`, async () => {
      const visited = await shop.visit({ theme, width, height: width === 1280 ? 800 : 700 })
      const { panel, page } = visited
      const shot = (name: string) =>
        folder && page.screenshot({ path: join(folder, `window-${width}-${theme}-${name}.png`) })
      const input = panel.locator('input[type=file]')
      await input.setInputFiles([file('one.png'), file('two.png', 120, 200)])
      await until(async () => (await panel.locator('.chosen img').count()) === 2)
      await until(async () => (await panel.locator('.chosen progress').count()) === 0)
      await shot('chosen')
      await checkAccess(panel)
      await panel.getByRole('button', { name: 'Remove the picture' }).first().click()
      await panel.fill('textarea', 'It came like this.')
      await panel.press('textarea', 'Enter')
      const sent = panel.getByRole('img', { name: 'Picture, You, 120 × 200' })
      await sent.waitFor()
      assert.equal(await panel.locator('.chosen').count(), 0)
      const noted = panel.locator('.assistant', { hasText: 'Thank you for the picture.' })
      await noted.waitFor()
      await input.setInputFiles([file('three.png', 340)])
      await panel.locator('.send[aria-disabled="false"]').click()
      await panel.getByRole('img', { name: 'Picture, You, 340 × 200' }).waitFor()
      await noted.nth(1).waitFor()
      await shot('sent')
      await checkAccess(panel)
      await sent.click()
      await panel.locator('dialog[open] img').waitFor()
      await shot('large')
      await checkAccess(panel)
      await page.keyboard.press('Escape')
      await panel.locator('dialog[open]').waitFor({ state: 'detached' })
      assert.equal(await panel.locator('textarea').isVisible(), true)
      await visited.context.close()
    })

  await t.test('a photo is made smaller before it is sent, and a GIF stays as it is', async () => {
    const { panel, context } = await shop.visit()
    const input = panel.locator('input[type=file]')
    await input.setInputFiles([
      { name: 'wide.png', mimeType: 'image/png', buffer: png({ width: 10_000, height: 500 }) },
      { name: 'moving.gif', mimeType: 'image/gif', buffer: gif() },
    ])
    await panel.locator('.send[aria-disabled="false"]').click()
    await panel.getByRole('img', { name: 'Picture, You, 2048 × 102' }).waitFor()
    await panel.getByRole('img', { name: 'Picture, You, 1 × 1' }).waitFor()
    await context.close()
  })

  await t.test('pictures are pasted, and what is none is refused with a reason', async () => {
    const { panel, context, complaints } = await shop.visit()
    await panel.evaluate(`{
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array([${[...gif()]}])], 'pasted.gif', { type: 'image/gif' }))
      data.items.add(new File(['%PDF-1.7'], 'bill.png', { type: 'image/png' }))
      const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.querySelector('textarea').dispatchEvent(paste)
    }`)
    await panel.getByText('This file is not a picture that can be sent.').waitFor()
    assert.equal(await panel.locator('.chosen li').count(), 2)
    assert.equal(await panel.locator('.send').getAttribute('aria-disabled'), 'true')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  await t.test('pictures are dropped on the field', async () => {
    const { panel, context, complaints } = await shop.visit()
    await panel.locator('textarea').waitFor()
    // A page sees the files only once they are dropped.
    await panel.evaluate(`{
      const field = document.querySelector('textarea')
      const over = new DragEvent('dragover', { dataTransfer: new DataTransfer(), bubbles: true, cancelable: true })
      field.dispatchEvent(over)
      if (!over.defaultPrevented) throw new Error('the browser would open the file')
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array([${[...gif({ width: 77 })]}])], 'dropped.gif', { type: 'image/gif' }))
      field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }`)
    await panel.locator('.send[aria-disabled="false"]').click()
    await panel.getByRole('img', { name: 'Picture, You, 77 × 1' }).waitFor()
    assert.deepEqual(complaints, [])
    await checkAccess(panel)
    await context.close()
  })

  await t.test('an upload that fails offline is tried again, and counts once', async () => {
    const { panel, page, context } = await shop.visit()
    await page.route('**/widget/pictures', (route) => route.abort())
    await panel.locator('input[type=file]').setInputFiles([file('one.png', 333)])
    await panel.getByText('The picture was not sent.').waitFor()
    await page.unroute('**/widget/pictures')
    await panel.locator('.again').click()
    await panel.locator('.send[aria-disabled="false"]').click()
    await panel.getByRole('img', { name: 'Picture, You, 333 × 200' }).waitFor()
    const rows = await api.store.read.all('SELECT 1 FROM pictures WHERE width = 333')
    assert.equal(rows.length, 1)
    await context.close()
  })

  await t.test('a picture of an agent comes by itself', async () => {
    const { panel, say, context } = await shop.visit()
    await say('Which color is it?')
    const newest = await api.store.read.get<{ id: string }>('SELECT max(id) AS id FROM conversations')
    const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
    const base = api.baseUrl.replace('/api/v1', '/console/api')
    const headers = { 'sec-fetch-site': 'same-origin', cookie: ben.cookie ?? '', 'content-type': 'image/png' }
    const body = png({ width: 222, height: 111 })
    const uploaded = await fetch(`${base}/chats/${newest?.id}/pictures`, { method: 'POST', headers, body })
    const { id } = (await uploaded.json()) as { id: string }
    await ben.post(`/chats/${newest?.id}/reply`, { text: 'Like this.', pictures: [id] })
    await panel.getByRole('img', { name: 'Picture, ben, 222 × 111' }).waitFor()
    await context.close()
  })
})
