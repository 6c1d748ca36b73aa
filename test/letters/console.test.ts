import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeLetterSettings, getLetterSettings } from '../../src/letters/settings.ts'
import { commandRunner } from '../support/commands.ts'
import { addMember, browserOf } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { MINUTE, startMailingShop } from '../support/letters.ts'
import { owner } from '../support/server.ts'
import { until } from '../support/until.ts'

/*
 * What the people of a shop see and set.
 */

const run = commandRunner()
const SHOTS = process.env.SCREENSHOTS

test('an agent sees in the chat that a reply waits, was mailed, or was refused, and the command line shows the same', async (t) => {
  let isRefused = false
  const shop = await startMailingShop(t, {
    refusal: () =>
      isRefused ? { code: 552, explanation: 'The mailbox is full. The customer has to make room.' } : null,
  })
  const { api } = shop
  const pages = await startPages(t)
  const memberId = await addMember(api, { role: 'agent' })
  const guest = await shop.confirmedGuest('guest@example.com')
  const { page, checkThemes, checkAccess, complaints } = await pages.open(api, `/chats/${guest.conversationId}`, {
    memberId,
  })
  await page.getByText('Replies are mailed there').waitFor()
  await shop.reply(guest.conversationId, 'We found it.')
  await page.getByText('Waiting to be sent').waitFor()
  shop.later(2 * MINUTE)
  await page.getByText(/Mailed at \d\d:\d\d/).waitFor()
  await checkThemes()
  isRefused = true
  await shop.reply(guest.conversationId, 'It is on its way.')
  await shop.settled()
  shop.later(2 * MINUTE)
  await page.getByText('Refused: The mailbox is full').waitFor()
  for (const [width, height] of [
    [1280, 800],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await checkAccess()
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/chat-${width}.png` })
  }
  assert.deepEqual(complaints, [])
  const { stdout } = await run(['conversations', 'show', guest.conversationId, '--db', api.file])
  assert.match(stdout, /left the address: guest@example\.com, replies are mailed there/)
  assert.match(stdout, /We found it\.\n {2}\(mailed at 2026-03-01T09:3\d:\d\d\.\d{3}Z\)/)
  assert.match(stdout, /It is on its way\.\n {2}\(mail refused: The mailbox is full/)
  const json = JSON.parse(
    (await run(['conversations', 'show', guest.conversationId, '--json', '--db', api.file])).stdout,
  )
  assert.equal(json.contact.state, 'confirmed')
  assert.equal(json.messages.at(-1).mail.state, 'failed')
})

test('an owner switches mails on, an admin only off; the sender, the signature and texts are of the shop', async (t) => {
  const shop = await startMailingShop(t, { settings: { enabled: false } })
  const { api } = shop
  const [owner, admin, agent] = await Promise.all(
    (['owner', 'admin', 'agent'] as const).map(async (role) =>
      browserOf(api, await addMember(api, { role, email: `${role}@shop.example` })),
    ),
  )
  assert.ok(owner && admin && agent)
  const set = (browser: typeof owner, json: object) => browser.post('/settings/mail', json)
  assert.equal((await set(admin, { enabled: true })).status, 403)
  assert.equal((await set(agent, { senderName: 'x' })).status, 403)
  assert.equal((await set(owner, { enabled: true })).status, 200)
  assert.equal((await set(admin, { enabled: false })).status, 200)
  assert.equal((await set(owner, { enabled: true })).status, 200)
  // An own address only in the domains of the operator.
  const foreign = await set(owner, { from: 'me@bank.example' })
  assert.equal(foreign.status, 400)
  assert.match(foreign.body.message, /dev\.example/)
  const texts = [{ language: 'en', name: 'replySubject', text: 'News from {shop}' }]
  const change = { from: 'help@dev.example', senderName: 'Mugs & Co', signature: 'Mugs Ltd, Leeds', texts }
  assert.equal((await set(admin, change)).status, 200)
  const audited = await api.store.read.all<{ details: string }>(
    `SELECT details FROM audit_log WHERE action = 'letter_settings.changed'`,
  )
  assert.ok(audited.length >= 4)
  assert.doesNotMatch(JSON.stringify(audited), /help@dev/)
  const guest = await shop.confirmedGuest('guest@example.com')
  await shop.reply(guest.conversationId, 'Hi')
  await shop.settled()
  shop.later(2 * MINUTE)
  const mail = await shop.arrived(2)
  assert.equal(mail.from, 'help@dev.example')
  assert.equal(mail.subject, 'News from shop')
  assert.match(mail.headers.join('\n'), /From: "?Mugs & Co"? <help@dev\.example>/)
  assert.match(mail.text, /Mugs Ltd, Leeds/)
})

test('an address for answers is used once its owner has confirmed it', async (t) => {
  const shop = await startMailingShop(t)
  const { api } = shop
  const headerOf = (lines: string[]) => lines.find((line) => line.startsWith('Reply-To:'))
  await shop.set({ replyTo: 'help@shop.example' })
  const asked = await shop.arrived(1)
  assert.equal(asked.to, 'help@shop.example')
  const guest = await shop.confirmedGuest('guest@example.com')
  const reply = async (count: number) => {
    await shop.reply(guest.conversationId, 'Hi')
    await shop.settled()
    shop.later(2 * MINUTE)
    const mail = await shop.arrived(count)
    await shop.settled()
    return mail
  }
  assert.equal(headerOf((await reply(3)).headers), undefined)
  assert.equal((await shop.press('reply-to', shop.tokenOf(asked, 'reply-to'))).status, 200)
  assert.match(headerOf((await reply(4)).headers) ?? '', /help@shop\.example/)
  // Another one has to be confirmed again.
  await shop.set({ replyTo: 'other@shop.example' })
  assert.equal((await getLetterSettings(api.store.read, api.workspaceId)).confirmedReplyTo, null)
  const admin = await browserOf(api, await addMember(api, { role: 'admin' }))
  for (let count = 0; count < 3; count++) assert.equal((await admin.post('/settings/mail/reply-to', {})).status, 200)
  assert.equal((await admin.post('/settings/mail/reply-to', {})).status, 429)
})

test('the page of the settings shows, changes and stops, also without an SMTP server', async (t) => {
  const shop = await startMailingShop(t, { settings: { enabled: false } })
  const { api } = shop
  const pages = await startPages(t)
  const memberId = await addMember(api, { role: 'owner' })
  const { page, checkThemes, checkAccess, complaints } = await pages.open(api, '/settings/mail', { memberId })
  await page.getByLabel('Mail customers who have left').check()
  await page.getByLabel('Name', { exact: true }).fill('Mugs & Co')
  await page.getByLabel('Address for answers').fill('help@shop.example')
  await page.getByLabel('Signature').fill('Mugs Ltd, 1 Pot Lane, Leeds')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Not confirmed: not used yet').waitFor()
  const stored = await getLetterSettings(api.store.read, api.workspaceId)
  assert.deepEqual([stored.enabled, stored.senderName, stored.replyTo], [true, 'Mugs & Co', 'help@shop.example'])
  const mail = await shop.arrived(1)
  await shop.press('reply-to', shop.tokenOf(mail, 'reply-to'))
  await page.getByLabel('Address', { exact: true }).last().fill('ada@example.com')
  await page.getByRole('button', { name: 'Stop mails to this address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop mails to this address' }).click()
  await page.getByText('1 address has stopped your mails.').waitFor()
  await checkThemes()
  for (const theme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1280, 1500],
      [320, 2200],
    ] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height })
      await checkAccess()
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/settings-${theme}-${width}.png` })
    }
  assert.deepEqual(complaints, [])
  await until(async () => (await getLetterSettings(api.store.read, api.workspaceId)).confirmedReplyTo !== null)
})

test('the command line shows and changes the settings, and stops an address', async (t) => {
  const shop = await startMailingShop(t)
  const { file } = shop.api
  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--json', '--db', file])
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const set = await command(
    'mail',
    'settings',
    'set',
    '--off',
    '--sender-name',
    'Mugs',
    '--text',
    'de.openButton=Zum Chat',
  )
  assert.deepEqual([set.enabled, set.senderName, set.texts.length], [false, 'Mugs', 1])
  assert.deepEqual((await command('mail', 'settings', 'set', '--on', '--text', 'de.openButton=')).texts, [])
  assert.deepEqual(await command('mail', 'stop', 'ada@example.com'), { stopped: 1 })
  assert.equal((await command('mail', 'settings', 'show')).stopped, 1)
  const wrong = await run(['mail', 'stop', 'nobody', '--db', file])
  assert.match(wrong.stderr, /nobody is not an e-mail address/)
  const { stdout } = await run(['mail', 'settings', 'show', '--db', file])
  assert.match(stdout, /mail to customers\s+on/)
  const { store, workspaceId, clock } = shop.api
  const agent = { name: 'ben', origin: 'test', role: 'agent' } as const
  const change = { workspaceId, change: { senderName: 'x' } }
  await assert.rejects(
    store.write((tx) => changeLetterSettings(tx, agent, change, clock.now())),
    /owners and admins/,
  )
})

test('the owner of an address for answers that was replaced at once confirms no other', async (t) => {
  const shop = await startMailingShop(t)
  const { store, clock, workspaceId } = shop.api
  await store.write(async (tx) => {
    for (const replyTo of ['first@shop.example', 'second@shop.example'])
      await changeLetterSettings(tx, owner, { workspaceId, change: { replyTo } }, clock.now())
  })
  await shop.settled()
  assert.deepEqual(
    shop.mails().map(({ to }) => to),
    ['second@shop.example'],
  )
})
