import { test } from 'node:test'
import { noBrowser } from '../../../test/support/browser.ts'
import { addMember, PASSWORD } from '../../../test/support/console.ts'
import { startPages } from '../../../test/support/console-page.ts'
import { startServer } from '../../../test/support/server.ts'

test('the pages in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)

  await t.test('who is signed out meanwhile signs in over the page, and loses nothing that was typed', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api)
    const { page, leave } = await pages.open(api, '/settings/keys', { memberId })
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('backend')
    await api.store.write((tx) => tx.run('DELETE FROM member_sessions'))
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog', { name: 'Sign in again' }).getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Copy the key now').waitFor()
    await leave()
  })
})
