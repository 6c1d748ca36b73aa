import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { noBrowser } from '../support/browser.ts'
import { PASSWORD } from '../support/console.ts'
import { type ConsolePage, ownComplaints, startPages } from '../support/console-page.ts'
import { type Api, tempFolder } from '../support/server.ts'
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
async function signUp({ page, click }: FirstMinutes): Promise<void> {
  await page.getByText('answers “where is my order?” from it').waitFor()
  await page.getByLabel('Name of the shop').and(page.locator(':focus')).waitFor()
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
  await picture('first-welcome')
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
