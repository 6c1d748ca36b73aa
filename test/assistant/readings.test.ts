import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { understand } from '../../src/assistant/understand/understand.ts'
import { listMessages } from '../../src/conversations/conversations.ts'
import { startChats } from '../support/chats.ts'
import { openNumbersShop } from '../support/numbers-shop.ts'
import { owner, tempFolder } from '../support/server.ts'
import { type Judged, judgeNumber, judgeTongue, sidedPhrases } from '../support/sided-phrases.ts'
import { until } from '../support/until.ts'

const PAGES = ['en', 'de', 'fr', 'es']

async function judgedOf(t: TestContext, kind: 'tongues' | 'numbers'): Promise<Judged[]> {
  const { ask, close } = await openNumbersShop(join(await tempFolder(t), 'shop.db'))
  t.after(close)
  const judged: Judged[] = []
  for (const phrase of sidedPhrases(kind))
    judged.push(await (kind === 'tongues' ? judgeTongue(ask, phrase) : judgeNumber(ask, phrase)))
  return judged
}

const share = (list: Judged[]) => list.filter(({ faults }) => faults.length === 0).length / list.length

/** Checks the share of each language, on each side of the line. Phrases that are kept aside are only counted. */
function assertShares(judged: Judged[], isOnLine: (one: Judged) => boolean, least: { tuned: number; aside: number }) {
  for (const page of PAGES)
    for (const side of [true, false]) {
      const list = judged.filter((one) => one.phrase.page === page && isOnLine(one) === side)
      assert.ok(list.length >= 30, `${page}: ${list.length}`)
      const [tuned, aside] = [false, true].map((is) => list.filter(({ phrase }) => phrase.isKeptAside === is))
      assert.ok(share(tuned ?? []) >= least.tuned, `${page} ${side}: ${share(tuned ?? [])}`)
      assert.ok(share(aside ?? []) >= least.aside, `${page} ${side}, kept aside: ${share(aside ?? [])}`)
    }
}

test('a short or odd message is answered in the language of its page, a whole sentence in its own', async (t) => {
  const judged = await judgedOf(t, 'tongues')
  assertShares(judged, ({ phrase }) => phrase.section === phrase.page, { tuned: 0.9, aside: 0.85 })
  // Whatever the shop's four languages make of it: it is never handed over as a language that nobody wrote.
  const strange = judged.filter(
    ({ phrase, faults }) => phrase.section === phrase.page && faults.some((fault) => !/ (?:en|de|fr|es)$/.test(fault)),
  )
  assert.equal(strange.length, 0)
})

test('amounts, postcodes, telephone numbers, years and words with digits are no order numbers, order numbers are', async (t) => {
  const judged = await judgedOf(t, 'numbers')
  assertShares(judged, ({ phrase }) => phrase.section === 'no number', { tuned: 0.89, aside: 0.85 })
  const denied = judged.filter(({ phrase, faults }) => phrase.section === 'no number' && faults.length > 0)
  assert.ok(denied.length / judged.length < 0.01)
})

test('over the server: a phrase of each language and side', async (t) => {
  const { api, widget } = await startChats(t)
  const { store, clock, workspaceId } = api
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  const answerTo = async (text: string, locale: string, customerId: string) => {
    const of = { updatedAt: '2026-02-21T10:00:00Z', status: 'shipped', customerId }
    await api.push('orders', [
      { ...of, id: `${customerId}-1`, number: '#1041' },
      { ...of, id: `${customerId}-2`, number: '#1052' },
    ])
    const { body } = await widget.start({ identityToken: await widget.sign({ sub: customerId }), locale })
    const call = (method: string, path: string, json?: object) =>
      fetch(`${api.baseUrl}/widget${path}`, {
        method,
        headers: { authorization: `Bearer ${body.token}`, 'content-type': 'application/json' },
        ...(json ? { body: JSON.stringify(json) } : {}),
      })
    assert.equal((await call('POST', '/messages', { text })).status, 200)
    const { id } = await store.read
      .get<{ id: string }>('SELECT conversation_id AS id FROM widget_sessions WHERE id = ?', body.sessionId)
      .then((row) => row ?? { id: '' })
    const newest = async () => (await listMessages(store.read, id)).at(-1)
    await until(async () => (await newest())?.author === 'assistant')
    return (await newest())?.text ?? ''
  }
  const customers: [string, string, RegExp][] = [
    ['status WL-7741 ???', 'de', /Ich finde keine Bestellung WL-7741/],
    ['1041', 'fr', /^La commande #1041 /],
    ['gracias', 'en', /^You’re welcome/],
    ['merci', 'es', /^¡?De nada/],
    ['paid 1200 EUR for 1041, where is it', 'en', /^Order #1041 /],
    ['vivo en 28013 Madrid, dónde está mi paquete', 'es', /^¿De qué pedido/],
    ['wo bleibt mein Paket, 1200 € bezahlt', 'de', /^Welche Bestellung/],
    ['où est mon colis, appelez-moi au 06 12 34 56 78', 'fr', /^De quelle commande/],
  ]
  for (const [index, [text, locale, answer]] of customers.entries())
    assert.match(await answerTo(text, locale, `c-${index}`), answer, text)
})

test('the languages of the shop come first, and customer, page and conversation have a vote', () => {
  const speaks = (...codes: string[]) => ({ isAnswered: (language: string) => codes.includes(language), shop: 'en' })
  const languageOf = (text: string, hints = {}) => understand(text, hints).language
  // Another language needs more known words than those of the shop, and more than one.
  assert.equal(languageOf('merci', speaks('en')), 'en')
  assert.equal(languageOf('ciao', speaks('en')), 'en')
  assert.equal(languageOf('AB-2210 Lykke ???', speaks('en', 'de')), 'en')
  assert.equal(languageOf('bonjour, où est mon colis', speaks('en')), 'fr')
  assert.equal(languageOf('waar is mijn bestelling', speaks('en', 'de')), 'nl')
  // A page in a language that nobody answers in is no reason to leave the customer to people.
  assert.equal(languageOf('1041', { ...speaks('en', 'de'), locale: 'it' }), 'en')
  assert.equal(languageOf('1041', { ...speaks('en', 'de'), locale: 'it', customerLocale: 'de-AT' }), 'de')
  assert.equal(languageOf('status', { ...speaks('en', 'de'), customerLocale: 'de-AT' }), 'de')
  assert.equal(languageOf('status', { ...speaks('en', 'de'), last: 'en', locale: 'de', customerLocale: 'de' }), 'en')
  assert.equal(languageOf('status', { ...speaks('en', 'de'), locale: 'en', customerLocale: 'de' }), 'en')
  // Borrowed words are understood all the same.
  assert.deepEqual(
    understand('merci', { locale: 'de' }).commands.map(({ name }) => name),
    ['thanks'],
  )
})

test('a number that looks like a year answers the question which order', async (t) => {
  const { api, open, say } = await startChats(t)
  const of = { updatedAt: '2026-02-21T10:00:00Z', status: 'processing', customerId: 'c5' }
  await api.push('orders', [
    { ...of, id: 'o2019', number: '#2019' },
    { ...of, id: 'o2020', number: '#2020' },
  ])
  const conversation = await open('c5')
  assert.equal((await say(conversation, 'cancel my order'))?.state.pending?.about, 'order')
  const { commands, state } = (await say(conversation, 'ok so 2019 yeah')) ?? {}
  assert.deepEqual([commands?.map(({ name }) => name), state?.orderId], [['cancel_order'], 'o2019'])
})

test('the language of a signed-in customer counts in a chat without one of its own', async (t) => {
  const { api, open, say } = await startChats(t)
  await api.push('customers', [{ id: 'c7', updatedAt: '2026-02-21T10:00:00Z', locale: 'de-AT' }])
  await api.push('orders', [
    { id: 'o7', updatedAt: '2026-02-21T10:00:00Z', number: '#7001', status: 'shipped', customerId: 'c7' },
  ])
  assert.match((await say(await open('c7'), '7001'))?.text ?? '', /^Bestellung #7001 /)
})
