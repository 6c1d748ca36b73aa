import { test } from 'node:test'
import { noBrowser } from '../../../test/support/browser.ts'
import { addMember, browser, PASSWORD } from '../../../test/support/console.ts'
import { startPages } from '../../../test/support/console-page.ts'
import { startServer, testClock } from '../../../test/support/server.ts'

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

  await t.test('after too many wrong passwords the time until the next try is counted down', async () => {
    // The time that the browser takes does not shorten the wait.
    const api = await startServer(t, { clock: testClock(Date.now()) })
    await addMember(api)
    for (let number = 0; number < 5; number++)
      await browser(api).post('/sign-in', { email: 'ada@shop.example', password: 'wrong' })
    const { page } = await pages.open(api, '/')
    await page.clock.install()
    await page.getByLabel('E-mail').fill('ada@shop.example')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText(/^Try again in (300|299|298) s/).waitFor()
    await page.clock.fastForward(200_000)
    await page.getByText(/^Try again in \d\d s/).waitFor()
    await page.clock.fastForward(100_000)
    await page.getByText(/^Try again in/).waitFor({ state: 'detached' })
    await page.context().close()
  })
})
