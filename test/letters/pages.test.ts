import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { type MailingShop, MINUTE, startMailingShop } from '../support/letters.ts'
import { testClock } from '../support/server.ts'
import { panelOf } from '../support/shop-page.ts'
import { until } from '../support/until.ts'

/*
 * Mails, their links and the chat window in a real browser. SCREENSHOTS=FOLDER writes pictures.
 */

const SHOTS = process.env.SCREENSHOTS

const linksOf = (text: string) => [...text.matchAll(/https?:\/\/\S+\/mail\/\S+/g)].map(([link]) => link)

async function startBrowser(t: Parameters<typeof launchBrowser>[0]) {
  const browser = await launchBrowser(t)
  const complaints: string[] = []
  const open = async (theme: 'light' | 'dark', width: number) => {
    const context = await browser.newContext({ viewport: { width, height: 640 }, colorScheme: theme, locale: 'en-GB' })
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    return page
  }
  return { open, complaints }
}

const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true })
}

async function replied(shop: MailingShop) {
  const guest = await shop.confirmedGuest()
  await shop.reply(
    guest.conversationId,
    'We found your mug.\nIt leaves today: https://track.example/parcels/00340434161094042557',
  )
  await shop.settled()
  shop.later(2 * MINUTE)
  return { guest, mail: await shop.arrived(2) }
}

test('a scanner that opens links and runs their scripts, but presses no button, does nothing', async (t) => {
  const shop = await startMailingShop(t, { clock: testClock(Date.now()) })
  const { mail } = await replied(shop)
  await shop.guest('another@example.com')
  const asked = await shop.arrived(3)
  const { open, complaints } = await startBrowser(t)
  const page = await open('light', 640)
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') posts.push(request.url())
  })
  const links = [...linksOf(mail.text), ...linksOf(asked.text)]
  assert.deepEqual(links.map((link) => /\/mail\/([\w-]+)/.exec(link)?.[1]).toSorted(), [
    'confirm',
    'open',
    'stop',
    'stop',
  ])
  for (const link of links) {
    await page.goto(link)
    await page.getByRole('button').waitFor()
    await page.mouse.move(300, 300)
    await page.keyboard.press('End')
  }
  assert.deepEqual(posts, [])
  const { read } = shop.api.store
  assert.equal(await read.get('SELECT 1 FROM mail_stops'), undefined)
  assert.equal(await read.get('SELECT 1 FROM widget_sessions WHERE by_link = 1'), undefined)
  assert.deepEqual(await read.get('SELECT count(*) AS count FROM mail_contacts WHERE confirmed_at IS NULL'), {
    count: 1,
  })
  assert.deepEqual(complaints, [])
})

test('the button of a link opens the chat, confirms or stops; once', async (t) => {
  const shop = await startMailingShop(t, { clock: testClock(Date.now()) })
  const { guest, mail } = await replied(shop)
  await shop.guest('another@example.com')
  const asked = await shop.arrived(3)
  const { open, complaints } = await startBrowser(t)
  const find = (from: typeof mail, name: string) =>
    linksOf(from.text).find((link) => link.includes(`/mail/${name}`)) ?? ''
  for (const theme of ['light', 'dark'] as const)
    for (const width of [320, 1280]) {
      const page = await open(theme, width)
      for (const [name, link] of [
        ['open', find(mail, 'open')],
        ['confirm', find(asked, 'confirm')],
        ['stop', find(asked, 'stop')],
      ]) {
        await page.goto(link ?? '')
        await page.getByRole('button').waitFor()
        await shot(page, `page-${name}-${theme}-${width}`)
      }
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      assert.ok(wide <= 0)
    }
  const page = await open('light', 400)
  await page.goto(find(mail, 'open'))
  await page.getByRole('button', { name: 'Open the chat' }).click()
  await page.waitForURL(/\/chat\?key=pk_/)
  const frame = await panelOf(page)
  await frame.getByText('We found your mug.').waitFor()
  await frame.getByRole('textbox').fill('Thank you!')
  await frame.getByRole('textbox').press('Enter')
  await until(async () => (await guest.call('GET', '/conversation')).text.includes('Thank you!'))
  await page.goto(find(asked, 'confirm').replace('lang=en', 'lang=de'))
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
  await page.getByText('Ihre Adresse ist bestätigt').waitFor()
  await page.goto(find(asked, 'stop'))
  await page.getByRole('button').click()
  await page.getByText('This address gets no more e-mails').waitFor()
  await shot(page, 'page-stop-done')
  await page.goto('about:blank')
  await page.goto(find(asked, 'stop'))
  await page.getByRole('button').click()
  await page.getByText('used already, or has expired').waitFor()
  assert.deepEqual(
    complaints.filter((line) => !line.includes('404')),
    [],
  )
})

test('a mail fits a client of 320 pixels in both themes, and loads nothing', async (t) => {
  const shop = await startMailingShop(t, {
    clock: testClock(Date.now()),
    settings: { signature: 'Mugs Ltd\n1 Pot Lane, Leeds' },
  })
  const { guest, mail } = await replied(shop)
  await guest.call('POST', '/transcript', { json: {} })
  const transcript = await shop.arrived(3)
  await shop.guest('another@example.com')
  const asked = await shop.arrived(4)
  const { open, complaints } = await startBrowser(t)
  for (const theme of ['light', 'dark'] as const)
    for (const width of [320, 640])
      for (const [name, { html, text }] of [
        ['reply', mail],
        ['transcript', transcript],
        ['confirm', asked],
      ] as const) {
        const page = await open(theme, width)
        const loaded: string[] = []
        page.on('request', (request) => loaded.push(request.url()))
        await page.setContent(html ?? '')
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        assert.ok(wide <= 0, `${name} is ${wide} pixels wider than ${width}`)
        const back = await page.evaluate<string>(`getComputedStyle(document.querySelector('.card')).backgroundColor`)
        assert.equal(back, theme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(32, 37, 43)')
        assert.deepEqual(loaded, [])
        await shot(page, `mail-${name}-${theme}-${width}`)
        if (SHOTS && theme === 'light' && width === 640) {
          await page.setContent(`<pre style="white-space:pre-wrap"></pre>`)
          await page.locator('pre').evaluate((element, content) => element.append(content), text)
          await shot(page, `text-${name}`)
        }
        await page.close()
      }
  assert.deepEqual(complaints, [])
})
