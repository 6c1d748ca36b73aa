import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEndpoint } from '../../src/events/change-endpoints.ts'
import { createMailbox } from '../../src/mail/mailbox.ts'
import { addMember, PASSWORD } from '../support/console.ts'
import { looksOf, ownComplaints, screenOf, startPages, WIDTHS } from '../support/console-page.ts'
import { owner, startServer } from '../support/server.ts'
import { smtpMailer, startSmtp } from '../support/smtp.ts'
import { until } from '../support/until.ts'

/** SCREENSHOTS=FOLDER writes pictures of the pages. */
const folder = process.env.SCREENSHOTS

test('somebody who has forgotten the password gets a mail, and sets a new one with its link', async (t) => {
  const box = createMailbox({ now: () => 0 })
  const api = await startServer(t, { mailer: box })
  box.setBase(api.baseUrl)
  await addMember(api)
  const pages = await startPages(t)
  const { page, checkThemes, complaints } = await pages.open(api, '/')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('E-mail').fill('ada@shop.example')
  await checkThemes()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('If this is the e-mail of a member').waitFor()
  await until(() => box.mails().length === 1)
  const [, link = ''] = /(http\S+#reset=\w+)/.exec(box.mails()[0]?.text ?? '') ?? []
  await page.goto('about:blank')
  await page.goto(link)
  const password = `${PASSWORD} again 7`
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Set the password' }).click()
  // The page before has fields with longer names.
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Home' }).first().waitFor()
  assert.deepEqual(ownComplaints(complaints), [])
})

test('an address that gets events is confirmed by a button', async (t) => {
  const box = createMailbox({ now: () => 0 })
  const api = await startServer(t, { mailer: box })
  box.setBase(api.baseUrl)
  await addMember(api)
  const by = { sealer: api.sealer, policy: api.outbound.policy }
  const wanted = { url: 'team@shop.example' }
  await api.store.write((tx) => createEndpoint(tx, owner, api.workspaceId, wanted, by, api.clock.now()))
  await until(() => box.mails().length === 1)
  const [, link = ''] = /(http\S+#confirm=\w+)/.exec(box.mails()[0]?.text ?? '') ?? []
  const pages = await startPages(t)
  const { page, checkThemes } = await pages.open(api, `/${link.slice(link.indexOf('#'))}`)
  await page.getByRole('button', { name: 'Confirm' }).waitFor()
  await checkThemes()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your address is confirmed').waitFor()
  assert.deepEqual(await api.store.read.get('SELECT state FROM event_endpoints'), { state: 'on' })
})

test('the pages of e-mail are readable on a phone and a laptop, in both themes', async (t) => {
  const smtp = await startSmtp(t)
  const api = await startServer(t, { mailer: smtpMailer(smtp) })
  const memberId = await addMember(api)
  const pages = await startPages(t)
  const { page, checkAccess } = await pages.open(api, '/settings/notifications', { memberId })
  await page.getByLabel('Quiet hours').check()
  for (const { size, theme } of looksOf(WIDTHS)) {
    await page.setViewportSize(screenOf(size))
    await page.emulateMedia({ colorScheme: theme })
    await checkAccess()
    if (folder) await page.screenshot({ path: `${folder}/notifications-${size}-${theme}.png`, fullPage: true })
  }
})
