import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMailbox } from '../../src/mail/mailbox.ts'
import { browser } from '../support/console.ts'
import { startDevShop } from '../support/dev.ts'
import { until } from '../support/until.ts'

test('a developer reads what would have been sent: list, text, HTML in a sandbox, and headers', async (t) => {
  const shop = await startDevShop(t)
  const empty = await shop.dev('GET', '/mailbox')
  assert.match(empty.text, /No mail yet/)
  const opened = await fetch(new URL('/console', shop.baseUrl), { headers: { accept: 'text/html' } })
  const page = browser(shop, opened.headers.getSetCookie()[0]?.split(';')[0])
  const invited = await page.post('/members/invite', { email: 'ben@shop.example', role: 'agent' })
  assert.equal(invited.body?.isMailed, true, invited.text)
  await until(async () => (await shop.dev('GET', '/mails')).body.data.length === 1)
  const { data } = (await shop.dev('GET', '/mails')).body
  assert.equal(data[0].to, 'ben@shop.example')
  const list = await shop.dev('GET', '/mailbox')
  assert.ok(list.text.includes(`/dev/mailbox/${data[0].id}`))
  const mail = await shop.dev('GET', `/mailbox/${data[0].id}`)
  assert.match(mail.text, /<iframe title="HTML part" sandbox="" src="\/dev\/mailbox\/mail_\w+\/html"/)
  assert.match(mail.text, /Message-ID: &lt;mail_/)
  assert.match(mail.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  const html = await shop.dev('GET', `/mailbox/${data[0].id}/html`)
  assert.match(html.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
  assert.ok(html.text.includes(`${new URL(shop.baseUrl).origin}/console#invite=`))
  assert.equal((await shop.dev('GET', '/mailbox/mail_none')).status, 404)
  await shop.dev('POST', '/mailbox/clear')
  assert.match((await shop.dev('GET', '/mailbox')).text, /No mail yet/)
})

test('what a mail says is text in the mailbox, and pages of other origins delete nothing', async (t) => {
  const shop = await startDevShop(t)
  const refused = await shop.dev('POST', '/mailbox/clear', undefined, { origin: 'https://evil.example' })
  assert.equal(refused.status, 403)
  const { mailPage } = await import('../../src/dev/mailbox-page.ts')
  const evil = '<script>alert(1)</script>'
  const mail = { id: 'mail_1', to: evil, from: evil, subject: evil, text: evil, html: evil, headers: [evil], at: 0 }
  assert.doesNotMatch(mailPage(mail), /<script>/)
})

test('the mailbox keeps the newest 100 mails', async () => {
  const box = createMailbox({ now: () => 0, base: 'http://127.0.0.1' })
  const letter = { fromName: null, from: null, replyTo: null, html: null, unsubscribe: null, text: 'x' }
  for (let count = 0; count < 120; count++)
    await box.send({ id: `mail_${count}`, to: 'a@b.example', locale: 'en', letter: { ...letter, subject: `${count}` } })
  assert.deepEqual([box.mails().length, box.mails()[0]?.subject, box.mails().at(-1)?.subject], [100, '119', '20'])
})
