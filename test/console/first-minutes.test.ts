import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { noBrowser } from '../support/browser.ts'
import { PASSWORD } from '../support/console.ts'
import { type ConsolePage, ownComplaints, startPages } from '../support/console-page.ts'
import { type Api, tempFolder } from '../support/server.ts'
import { shopifyCsv } from '../support/shopify-samples.ts'
import { atTerminal, noTerminal } from '../support/terminal.ts'

/** Writes the steps as pictures: `SCREENSHOTS=FOLDER node --test …`. */
const folder = process.env.SCREENSHOTS

interface FirstMinutes extends ConsolePage {
  /** Clicks, and counts that. */
  click(target: Locator): Promise<void>
  clicks(): number
  picture(name: string): Promise<void>
}

/** A person who has just started the server for the first time, and opens the link that it printed. */
async function opened(t: TestContext): Promise<FirstMinutes> {
  const db = join(await tempFolder(t), 'shop.db')
  const { until, type, ended } = atTerminal(['serve', '--port', '0', '--db', db], { NO_COLOR: '1' })
  t.after(async () => {
    type('\u0003')
    await ended
  })
  const [, url = '', fragment = ''] = await until(/\nOpen (http:\S+)\/console#(setup=\w+)\n/)
  const pages = await startPages(t)
  const shown = await pages.open({ baseUrl: `${url}/api/v1` } as Api, `/#${fragment}`)
  let count = 0
  return {
    ...shown,
    click: async (target) => {
      await target.click()
      count++
    },
    clicks: () => count,
    picture: async (name) => {
      if (folder !== undefined) await shown.page.screenshot({ path: join(folder, `${name}.png`) })
    },
  }
}

/** Fills the form in, with the Tab key between its fields. */
async function signUp({ page, click, picture }: FirstMinutes): Promise<void> {
  await page.getByText('answers “where is my order?” from it').waitFor()
  await page.getByLabel('Name of the shop').and(page.locator(':focus')).waitFor()
  await picture('first-welcome')
  for (const text of ['Wool & Co', 'Ada', 'ada@shop.example', PASSWORD]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await click(page.getByRole('button', { name: 'Sign up' }))
  await page.getByText('My shop runs on …').waitFor()
}

test('from the first start to the first answered question in eight clicks, without a terminal', {
  skip: noBrowser || noTerminal,
}, async (t) => {
  const first = await opened(t)
  const { page, click, picture, complaints } = first
  await signUp(first)
  await click(page.getByRole('radio', { name: 'Just looking' }))
  await picture('first-home')
  await click(page.getByRole('button', { name: 'Load the sample shop' }))
  await click(page.getByRole('link', { name: 'Ask where order #1441 is' }))
  const chat = page.frameLocator('iframe[title="Chat window"]')
  await click(chat.getByRole('button', { name: 'Send' }))
  await chat.getByText('is out for delivery').waitFor()
  await picture('first-answer')
  assert.ok(first.clicks() <= 8, `it took ${first.clicks()} clicks`)
  assert.deepEqual(ownComplaints(complaints), [])
})

/** An export of Shopify with 1,000 orders, every second of two rows. The last one was sent. */
function thousandOrders(): string {
  return shopifyCsv(
    Array.from({ length: 1_000 }, (_, index) => {
      const day = (minutes: number) => new Date(Date.UTC(2026, 4, 1, 0, index * 60 + minutes)).toISOString()
      const text = (minutes: number) => `${day(minutes).slice(0, 19).replace('T', ' ')} +0000`
      const order = {
        ...{ Name: `#${1_001 + index}`, Id: String(5_604_183_244_051 + index), Email: `customer${index}@example.com` },
        ...{ 'Created at': text(0), 'Paid at': text(1), 'Fulfillment Status': 'fulfilled', 'Fulfilled at': text(20) },
      }
      const further = { Name: order.Name, 'Lineitem quantity': '1', 'Lineitem name': 'Sock', 'Lineitem price': '0.00' }
      const empty = Object.fromEntries(['Id', 'Created at', 'Paid at', 'Total', 'Currency'].map((name) => [name, '']))
      return index % 2 === 0 ? [order] : [order, { ...empty, ...further }]
    }).flat(),
  )
}

test('from the first start to an answer from an export of Shopify with 1,000 orders in twelve clicks', {
  skip: noBrowser || noTerminal,
}, async (t) => {
  const first = await opened(t)
  const { page, click, picture, complaints } = first
  await signUp(first)
  await click(page.getByRole('radio', { name: 'Shopify' }))
  await picture('shopify-home')
  await click(page.getByRole('link', { name: 'Import a file' }))
  const choosing = page.waitForEvent('filechooser')
  await click(page.getByLabel('File', { exact: true }))
  const chooser = await choosing
  await chooser.setFiles({ name: 'orders_export.csv', mimeType: 'text/csv', buffer: Buffer.from(thousandOrders()) })
  await page.getByText('Shopify orders: 1,000 orders of 1,500 rows, EUR.').waitFor()
  await picture('shopify-check')
  await click(page.getByRole('button', { name: 'Import', exact: true }))
  await page.getByText('1,000 of 1,000 sent').waitFor()
  await picture('shopify-sent')
  await click(page.getByRole('link', { name: 'Home' }))
  await click(page.getByRole('link', { name: 'Ask where order #2000 is' }))
  const chat = page.frameLocator('iframe[title="Chat window"]')
  await click(chat.getByRole('button', { name: 'Send' }))
  await chat.getByText('Order #2000 has been shipped').waitFor()
  await picture('shopify-answer')
  assert.ok(first.clicks() <= 12, `it took ${first.clicks()} clicks`)
  assert.deepEqual(ownComplaints(complaints), [])
})
