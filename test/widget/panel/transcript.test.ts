import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeLetterSettings } from '../../../src/letters/settings.ts'
import { createMailbox } from '../../../src/mail/mailbox.ts'
import { startChattingShop } from '../../support/panel.ts'
import { owner, testClock } from '../../support/server.ts'
import { panelOf } from '../../support/shop-page.ts'
import { until } from '../../support/until.ts'

const SHOTS = process.env.SCREENSHOTS

test('at the end of a chat a guest is asked for an address, and gets the chat once it is confirmed', async (t) => {
  const clock = testClock(Date.now())
  const mailbox = createMailbox({ now: clock.now })
  const shop = await startChattingShop(t, { clock, mailer: mailbox })
  const { api } = shop
  mailbox.setBase(api.baseUrl)
  const { store, workspaceId } = api
  await store.write((tx) => changeLetterSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 320],
  ] as const) {
    const { page, say, complaints } = await shop.visit({ theme, width })
    await say('Hello')
    await store.write((tx) => tx.run(`UPDATE conversations SET mode = 'closed' WHERE mode <> 'closed'`))
    await page.reload()
    const frame = await panelOf(page)
    await frame.getByRole('button', { name: 'Send me this chat' }).waitFor()
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/window-${theme}-button.png` })
    await frame.getByRole('button', { name: 'Send me this chat' }).click()
    await frame.getByLabel('Your e-mail address').fill('nobody')
    await frame.locator('.transcript form button').click()
    await frame.getByText('This is not an e-mail address.').waitFor()
    const tooWide = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.thread'))`
    assert.equal(await frame.evaluate(tooWide), 0)
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/window-${theme}-wrong.png` })
    await frame.getByLabel('Your e-mail address').fill(`guest-${theme}@example.com`)
    await frame.getByLabel('Your e-mail address').press('Enter')
    await frame.getByText('Almost done').waitFor()
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/window-${theme}-asked.png` })
    await until(() => mailbox.mails().some(({ to }) => to === `guest-${theme}@example.com`))
    assert.deepEqual(
      complaints.filter((line) => !line.includes('400')),
      [],
    )
  }
})
