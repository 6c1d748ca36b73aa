import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { loadSampleWorkspace } from '../../src/sample-shop/workspace.ts'
import { hooks } from '../../src/serve/features.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { type ConsolePage, looksOf, ownComplaints, startPages } from '../support/console-page.ts'
import { type Api, owner, startServer, tempFolder, testClock } from '../support/server.ts'
import { until } from '../support/until.ts'

/** Writes what the test sees as pictures: `SCREENSHOTS=FOLDER node --test …`. */
const folder = process.env.SCREENSHOTS
const WIDTHS = [320, 390, 1440]

/** A server with a year of the sample shop, counted. */
async function startYear(t: TestContext): Promise<{ api: Api; memberId: string }> {
  const api = await startServer(t, { clock: testClock(Date.now()) })
  const { store, sealer, clock, baseUrl } = api
  const server = new URL(baseUrl).origin
  const operator = { ...owner, isOperator: true }
  const { workspace } = await store.write((tx) =>
    loadSampleWorkspace(tx, operator, { hooks, sealer, server }, clock.now()),
  )
  api.wake()
  await until(async () => (await store.read.get("SELECT 1 FROM jobs WHERE kind = 'report.rebuild'")) === undefined)
  return { api, memberId: await addMember(api, { workspaceId: workspace.id }) }
}

async function pictures({ page, checkAccess }: ConsolePage, name: string): Promise<void> {
  for (const { size: width, theme } of looksOf(WIDTHS)) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })
    await checkAccess()
    if (folder !== undefined)
      await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('the report of a year of the sample shop', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const { api, memberId } = await startYear(t)

  await t.test('shows figures, charts and lists, readable in each theme and width', async () => {
    const opened = await pages.open(api, '/report', { memberId })
    const { page, complaints } = opened
    await page.getByRole('heading', { name: 'Chats a day' }).waitFor()
    await page.getByText('Resolved without people means: the assistant answered').waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    if (folder !== undefined) await page.screenshot({ path: join(folder, 'report.png') })
    await pictures(opened, 'report')
    assert.deepEqual(ownComplaints(complaints), [])
    await opened.leave()
  })

  await t.test('the chart says its values under the pointer, by the arrow keys, and in a table', async () => {
    const opened = await pages.open(api, '/report?days=7', { memberId })
    const { page } = opened
    const chart = page.getByRole('group', { name: 'Chats a day' })
    await chart.focus()
    const status = page.locator('.chart-value')
    const today = await status.innerText()
    await page.keyboard.press('ArrowLeft')
    await until(async () => (await status.innerText()) !== today)
    assert.match(await status.innerText(), /^\d+ \w+ \d{4}: (0|(Assistant alone|With people) \d+)/)
    await page.getByText('As a table').click()
    assert.equal(await page.getByRole('table', { name: 'Chats a day' }).locator('tbody tr').count(), 7)
    await page.getByRole('link', { name: '90 days' }).click()
    await until(async () => (await page.locator('.chart-area g').count()) === 90)
    await opened.leave()
  })

  await t.test('a question without an answer becomes an article, or is not ours', async () => {
    const opened = await pages.open(api, '/report?days=90', { memberId })
    const { page } = opened
    const questions = page.locator('section', {
      has: page.getByRole('heading', { name: 'Questions without an answer' }),
    })
    const hole = questions.getByRole('listitem').filter({ hasText: /moth hole/ })
    await hole.first().waitFor()
    const count = await questions.getByRole('listitem').count()
    await questions.getByRole('button', { name: 'Not ours', exact: true }).last().click()
    await until(async () => (await questions.getByRole('listitem').count()) === count - 1)
    await questions.getByRole('button', { name: 'Show what is not ours' }).click()
    await questions.getByRole('button', { name: 'Ours after all' }).click()
    await questions.getByText('No question was marked as not yours.').waitFor()
    await questions.getByRole('button', { name: 'Back to open questions' }).click()
    await hole.first().getByRole('link', { name: 'Write an article' }).click()
    await page.getByRole('heading', { name: 'Write an article' }).waitFor()
    assert.match(await page.getByRole('textbox', { name: 'Title' }).inputValue(), /moth hole/)
    await opened.leave()
  })

  await t.test('all that was counted is saved as CSV', async () => {
    const opened = await pages.open(api, '/report', { memberId })
    const { page } = opened
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    assert.match(download.suggestedFilename(), /^report-[\d-]{10}-[\d-]{10}\.csv$/)
    // The browser may be another process's, so its files have no path here.
    const file = join(await tempFolder(t), 'report.csv')
    await download.saveAs(file)
    const text = await readFile(file, 'utf8')
    assert.match(text, /^day,measure,value\n\d{4}-\d\d-\d\d,[\w.]+,\d+\n/)
    await opened.leave()
  })

  await t.test('Home shows what waits, then three figures, then what may be broken', async () => {
    const opened = await pages.open(api, '/', { memberId })
    const { page } = opened
    await page.getByRole('link', { name: 'The last 7 days' }).waitFor()
    const titles = await page.locator('h2').allInnerTexts()
    const place = (title: string) => titles.findIndex((one) => one.includes(title))
    assert.ok(place('Chats that wait') < place('The last 7 days'), titles.join())
    assert.ok(place('The last 7 days') < place('Refund endpoint'), titles.join())
    await pictures(opened, 'home')
    await opened.leave()
  })
})

test('before the first chat the report says what it will show, and agents are sent to an owner', {
  skip: noBrowser,
}, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const opened = await pages.open(api, '/report', { memberId: await addMember(api) })
  const { page } = opened
  await page.getByText('No chats in these days').waitFor()
  await page.getByRole('link', { name: 'Put the chat on your pages' }).waitFor()
  await pictures(opened, 'report-empty')
  const agent = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  const other = await pages.open(api, '/report', { memberId: agent })
  await other.page.getByText('Only owners and admins see the report.').waitFor()
  assert.equal(await other.page.getByRole('link', { name: 'Report' }).count(), 0)
})
