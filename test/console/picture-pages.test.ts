import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { gif, png } from '../support/pictures.ts'
import { startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

/** Writes what the test sees as pictures: `SCREENSHOTS=FOLDER node --test …`. */
const folder = process.env.SCREENSHOTS

const isUpload = (url: string) => /\/api\/chats\/[^/]+\/pictures$/.test(url)

/** The first upload gets no answer, and no error. @returns how many there were */
async function loseFirstUpload(page: Page): Promise<() => number> {
  let count = 0
  await page.route(
    (url) => isUpload(url.pathname),
    (route) => (++count === 1 ? undefined : route.continue()),
  )
  return () => count
}

test('agents see pictures in a chat and beside its refund, and send their own', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const shop = await startShop(t)
  const { api } = shop
  const memberId = await addMember(api, { email: 'ben@shop.example', isOperator: true })
  const page = await (await startWidget(api)).open('c1')
  const send = async (body: Buffer) =>
    (await page.call('POST', '/pictures', { body, headers: { 'content-type': 'image/png' } })).body.id
  const photo = await send(png({ width: 400, height: 300, gray: 90 }))
  const tall = await send(png({ width: 200, height: 500, gray: 170 }))
  await page.call('POST', '/messages', { json: { text: 'It came like this.', pictures: [photo, tall] } })
  const { id: refundId } = await shop.start({ conversationId: page.conversationId })
  const chat = `/chats/${page.conversationId}`
  const files = (...names: string[]) =>
    names.map((name, n) => ({
      name,
      mimeType: 'image/png',
      buffer: png({ width: 300 + n, height: 200, gray: 60 * n }),
    }))

  await t.test('a picture is shown with its size as text, and enlarged', async () => {
    const { page: console, complaints, checkThemes, leave } = await pages.open(api, chat, { memberId })
    const shown = console.getByRole('img', { name: 'Picture from the customer, 400 × 300 pixels' })
    await shown.waitFor()
    assert.equal(await shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth), 400)
    if (folder) await console.screenshot({ path: `${folder}/console-thread.png` })
    await checkThemes()
    await console.getByRole('button', { name: /400 × 300 pixels Enlarge/ }).click()
    await console.getByRole('dialog').getByRole('img').waitFor()
    await console.keyboard.press('Escape')
    assert.deepEqual(complaints, [])
    await leave()
  })

  await t.test('pictures are chosen, looked at, removed and sent, with words and without', async () => {
    const { page: console, complaints, checkThemes, leave } = await pages.open(api, chat, { memberId })
    const input = console.locator('.hidden[type=file]')
    await input.setInputFiles(files('one.png', 'two.png'))
    const chosen = console.getByRole('img', { name: /one\.png|two\.png/ })
    assert.equal(await chosen.count(), 2)
    await console.getByRole('button', { name: 'Remove one.png' }).click()
    assert.equal(await chosen.count(), 1)
    await checkThemes()
    if (folder) await console.screenshot({ path: `${folder}/console-composer.png` })
    await console.getByRole('button', { name: 'Send', exact: true }).click()
    await console.getByRole('img', { name: 'Picture from us, 301 × 200 pixels' }).waitFor()
    assert.equal(await chosen.count(), 0)
    await console.getByRole('button', { name: 'Note', exact: true }).click()
    await input.setInputFiles(files('note.png'))
    await console.getByRole('button', { name: 'Add note' }).click()
    await console.getByRole('img', { name: 'Picture from us, 300 × 200 pixels' }).waitFor()
    assert.deepEqual(complaints, [])
    await leave()
    const { messages } = (await page.call('GET', '/conversation')).body
    assert.deepEqual(
      messages.at(-1).pictures.map(({ width }: { width: number }) => width),
      [301],
    )
  })

  await t.test('what is no picture, and a fifth one, are refused with a reason', async () => {
    const { page: console, leave } = await pages.open(api, chat, { memberId })
    const input = console.locator('.hidden[type=file]')
    await input.setInputFiles({ name: 'bill.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7') })
    await console.getByText('bill.png is not a picture that can be sent.').waitFor()
    assert.equal(await console.getByRole('button', { name: 'Send', exact: true }).isDisabled(), true)
    await console.getByRole('button', { name: 'Remove bill.png' }).click()
    await input.setInputFiles(files('1.png', '2.png', '3.png', '4.png', '5.png'))
    await console.getByText('A message has at most four pictures.').waitFor()
    await leave()
  })

  await t.test('a dead line is noticed after a minute, and holds up no other picture', async () => {
    const { page: console, leave } = await pages.open(api, chat, { memberId })
    const input = console.locator('.hidden[type=file]')
    await input.waitFor({ state: 'attached' })
    await console.clock.install()
    const uploads = await loseFirstUpload(console)
    await input.setInputFiles(files('dead.png', 'next.png'))
    await until(() => uploads() === 1)
    const again = console.getByRole('button', { name: 'Try again' })
    await console.clock.fastForward(59_000)
    assert.equal(await again.count(), 0)
    await console.clock.fastForward(2_000)
    await again.waitFor()
    await until(() => uploads() === 2)
    assert.equal(await again.count(), 1)
    await again.click()
    await until(async () => console.getByRole('button', { name: 'Send', exact: true }).isEnabled())
    assert.equal(uploads(), 3)
    await leave()
  })

  await t.test('a picture that is removed on its way holds up no other', async () => {
    const { page: console, leave } = await pages.open(api, chat, { memberId })
    const uploads = await loseFirstUpload(console)
    const ended = console.waitForEvent('requestfailed', (request) => isUpload(request.url()))
    await console.locator('.hidden[type=file]').setInputFiles(files('removed.png', 'next.png'))
    await until(() => uploads() === 1)
    await console.getByRole('button', { name: 'Remove removed.png' }).click()
    await ended
    await until(async () => console.getByRole('button', { name: 'Send', exact: true }).isEnabled())
    assert.equal(uploads(), 2)
    assert.equal(await console.locator('.bar').count(), 0, 'nothing says that there is no connection')
    await leave()
  })

  await t.test('pictures are pasted', async () => {
    const { page: console, leave } = await pages.open(api, chat, { memberId })
    await console.locator('#composer').waitFor()
    await console.evaluate(`{
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array([${[...gif()]}])], 'pasted.gif', { type: 'image/gif' }))
      const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.querySelector('#composer').dispatchEvent(paste)
    }`)
    await console.getByRole('img', { name: 'pasted.gif' }).waitFor()
    await until(async () => console.getByRole('button', { name: 'Send', exact: true }).isEnabled())
    await leave()
  })

  await t.test('pictures are dropped on the composer', async () => {
    const { page: console, complaints, leave } = await pages.open(api, chat, { memberId })
    await console.locator('#composer').waitFor()
    // A page sees the files only once they are dropped.
    await console.evaluate(`{
      const field = document.querySelector('#composer')
      const over = new DragEvent('dragover', { dataTransfer: new DataTransfer(), bubbles: true, cancelable: true })
      field.dispatchEvent(over)
      if (!over.defaultPrevented) throw new Error('the browser would open the file')
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array([${[...gif({ width: 77 })]}])], 'dropped.gif', { type: 'image/gif' }))
      field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }`)
    await console.getByRole('img', { name: 'dropped.gif' }).waitFor()
    await console.getByRole('button', { name: 'Send', exact: true }).click()
    await console.getByRole('img', { name: 'Picture from us, 77 × 1 pixels' }).waitFor()
    assert.deepEqual(complaints, [])
    await leave()
  })

  await t.test('the refund shows the pictures of its chat', async () => {
    const {
      page: console,
      complaints,
      checkThemes,
      leave,
    } = await pages.open(api, `/refunds/${refundId}`, { memberId })
    // They are loaded when somebody scrolls to them.
    await console.getByRole('heading', { name: 'Pictures' }).scrollIntoViewIfNeeded()
    await console.getByRole('img', { name: /Picture of the chat, 400 × 300 pixels/ }).waitFor()
    if (folder) await console.screenshot({ path: `${folder}/console-refund.png`, fullPage: true })
    await checkThemes()
    assert.deepEqual(complaints, [])
    await leave()
  })

  await t.test('a picture that was removed is said to be', async () => {
    await api.store.write((tx) => tx.run(`UPDATE pictures SET state = 'erased' WHERE id = ?`, tall))
    const { page: console, leave } = await pages.open(api, chat, { memberId })
    await console.getByText('It came like this.').scrollIntoViewIfNeeded()
    await console.getByText('This picture was removed.').waitFor()
    await leave()
  })
})
