import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { listKeys } from '../../src/access/keys.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { ownComplaints, startPages, THEMES, WIDTHS } from '../support/console-page.ts'
import { startServer } from '../support/server.ts'
import { startShopSite } from '../support/shop-page.ts'
import { until } from '../support/until.ts'

/** Writes what the test sees as pictures: `SCREENSHOTS=FOLDER node --test …`. */
const folder = process.env.SCREENSHOTS
const picture = (page: Page, name: string) =>
  folder && page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })

test('the line for a shop’s pages has the key, and works as it is copied', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const { store, workspaceId } = api
  const memberId = await addMember(api)
  const agentId = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  const keys = async () => (await listKeys(store.read, workspaceId)).filter(({ kind }) => kind === 'publishable')
  const install = (page: Page) => page.locator('section', { hasText: 'Put it on your pages' })

  await t.test('without a key one click creates one, and the line appears', async () => {
    const { page, checkThemes, complaints, leave } = await pages.open(api, '/settings/widget', { memberId })
    await install(page).getByText('No publishable key is chosen').waitFor()
    await picture(page, 'widget-none')
    assert.equal(await install(page).locator('pre').count(), 0)
    await install(page).getByRole('button', { name: 'Create a key for the chat window' }).click()
    await install(page).locator('pre').first().waitFor()
    const [key] = await keys()
    assert.deepEqual([key?.widget, key?.name], [true, 'chat widget'])
    const server = new URL(api.baseUrl).origin
    const line = `<script async src="${server}/widget.js" data-key="${key?.key}"></script>`
    assert.equal(await install(page).locator('pre').first().textContent(), line)
    await install(page).getByText('For a tag manager').click()
    await checkThemes()
    const forManager = (await install(page).locator('pre').nth(1).textContent()) ?? ''
    assert.doesNotMatch(forManager, /data-/)

    const site = await startShopSite(t)
    for (const [path, snippet] of [
      ['/line', line],
      ['/manager', forManager],
    ] as const) {
      const visitor = await page.context().browser()?.newPage()
      await visitor?.goto(site.page(path, `<!doctype html><title>Mugs</title><body>${snippet}`))
      await visitor?.waitForFunction('window.storewire?.isReady')
      await visitor?.evaluate(`storewire('open')`)
      await visitor?.waitForFunction('Object.values(sessionStorage).length === 1')
      await until(() => visitor?.frames().some((frame) => frame.url().includes('/widget/frame')) ?? false)
      await visitor?.context().close()
    }
    assert.deepEqual(ownComplaints(complaints), [])
    await leave()
  })

  await t.test('a key of an older version completes the line once a page has used it', async () => {
    const [key] = await keys()
    await store.write((tx) => tx.run('UPDATE api_keys SET public_key = NULL'))
    const { page, checkThemes, leave } = await pages.open(api, '/settings/widget', { memberId })
    await install(page).getByText(`An older version created the key ${key?.prefix}…${key?.suffix}`).waitFor()
    assert.equal(await install(page).locator('pre').count(), 0)
    await checkThemes()
    await picture(page, 'widget-unknown')
    await fetch(`${new URL(api.baseUrl).origin}/widget/frame?key=${key?.key}`)
    await until(async () => (await keys())[0]?.key !== null)
    await page.reload()
    assert.match((await install(page).locator('pre').first().textContent()) ?? '', new RegExp(`data-key="${key?.key}"`))
    await leave()
  })

  await t.test('agents see the line, and change nothing', async () => {
    const { page, leave } = await pages.open(api, '/settings/widget', { memberId: agentId })
    await install(page).locator('pre').first().waitFor()
    assert.equal(await install(page).getByRole('button', { name: 'Create a key' }).count(), 0)
    await leave()
  })

  await t.test('the list of keys shows publishable keys whole, to copy', async () => {
    const [key] = await keys()
    const { page, checkThemes, leave } = await pages.open(api, '/settings/keys', { memberId })
    await page.getByText(key?.key ?? '', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Copy the key chat widget' }).waitFor()
    await checkThemes()
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('second shop')
    await dialog.getByRole('radio', { name: 'Publishable' }).check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').getByText('The list of keys shows it, too.').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await leave()
  })

  if (folder)
    for (const width of WIDTHS)
      for (const theme of THEMES)
        for (const [name, path] of [
          ['widget', '/settings/widget'],
          ['keys', '/settings/keys'],
        ] as const) {
          const { page, leave } = await pages.open(api, path, { memberId, width, theme })
          await page.locator('h1').waitFor()
          await page.getByText('pk_').first().waitFor()
          if (name === 'widget') await page.getByText('For a tag manager').click()
          await picture(page, `${name}-${theme}-${width}`)
          await leave()
        }
})
