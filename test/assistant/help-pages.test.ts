import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Answer } from '../../src/assistant/answer.ts'
import { createAsker, sampleAssistant } from '../support/assistant.ts'
import { startChats } from '../support/chats.ts'
import { indexed } from '../support/searching.ts'

const pagesOf = ({ facts }: Answer) =>
  facts.flatMap(({ source }) => (source.startsWith('articles/') ? [source.slice(9)] : []))

/** Questions by the page that answers them, in the words of several people. The sample shop has twenty published pages in two languages. */
const FITTING: Record<string, string[]> = {
  'help-account': [
    'I forgot my password',
    'how do I change my newsletter settings',
    'can you delete my account please',
    "can't log in, the password is wrong",
    'how do i reset my password',
  ],
  'help-invoice': [
    'where do I find my invoice',
    'I need a receipt for my order',
    'can I get an invoice with my company name',
    'do you send an invoice?',
  ],
  'help-codes': ['how do I use a coupon', 'where do I enter a voucher', 'can I add a promo code later'],
  'help-sizes': ['what size should I take', 'which size do I need?'],
  'help-care': ['can wool go in the washing machine?', 'how do I remove small knots'],
  'help-shipping': [
    'how long does shipping take',
    'what does delivery cost',
    'how much is express shipping',
    'do you ship to Austria?',
    'is delivery free?',
  ],
  'help-payment': [
    'can I pay with klarna',
    'when is my card charged',
    'do you accept paypal',
    'what are the payment methods',
  ],
  'help-returns': ['how do I return something', 'how long do I have to return an item', 'how do I get a return label'],
  'help-warranty': ['a seam opened, is that covered?', 'do you have a warranty', 'what is your warranty policy'],
  'help-contact': ['when are you open', 'what are your opening hours'],
  'help-account-de': ['Passwort vergessen', 'Wie ändere ich meinen Newsletter?', 'Bitte löscht mein Konto'],
  'help-invoice-de': ['Wo finde ich meine Rechnung?', 'Ich brauche eine Rechnung'],
  'help-codes-de': ['Wo gebe ich einen Gutschein ein?'],
  'help-sizes-de': ['Welche Größe brauche ich?'],
  'help-shipping-de': ['Was kostet der Versand?', 'Liefert ihr nach Österreich?', 'Wie lange dauert die Lieferung?'],
  'help-payment-de': ['Kann ich mit PayPal zahlen?', 'Welche Zahlungsarten habt ihr?'],
  'help-returns-de': ['Wie kann ich etwas zurückgeben?', 'Wie lange kann ich zurückschicken?'],
}
/** Questions that no page answers. */
const OTHER = [
  'are you hiring?',
  'can you gift wrap my order',
  'do you have a store in Paris',
  'do you price match',
  'I need a present for my mother',
  'is there a loyalty program',
  'who designed your logo',
  'can I become a reseller',
  'what is the weather in Vienna',
  'tell me a joke',
  'are you a robot',
  'where do your sheep live',
  'do you sponsor events',
  'how old is your company',
  'can I pick the color of the box',
  'hello',
  'thanks a lot',
  'ok',
  'hmm',
  'not really',
  'Sucht ihr Mitarbeiter?',
  'Gibt es ein Treueprogramm?',
  'Wer hat das Logo gemacht?',
  'Wie alt ist eure Firma?',
  'Erzähl einen Witz',
  'my order has not arrived',
  'where is my order',
  'I want to talk to a person',
  'please cancel my order',
  'my scarf is broken, money back',
]

test('with twenty help pages the right one is found for four of five questions, and hardly ever a wrong one', async (t) => {
  const shop = await sampleAssistant(t)
  const ask = await createAsker(shop)
  let [right, wrong, all] = [0, 0, 0]
  const missed: string[] = []
  for (const [page, questions] of Object.entries(FITTING))
    for (const question of questions) {
      all++
      const found = pagesOf(await ask(null, question))
      if (found.includes(page)) right++
      else missed.push(`${question}: ${found.join()}`)
      if (found.some((one) => one !== page)) wrong++
    }
  const unfit = []
  for (const question of OTHER) if (pagesOf(await ask(null, question)).length > 0) unfit.push(question)
  assert.ok(right / all >= 0.8, `${right} of ${all}: ${missed.join('; ')}`)
  assert.ok(
    (wrong + unfit.length) / (all + OTHER.length) <= 0.03,
    `${wrong} wrong; ${unfit.join('; ')}; ${missed.join('; ')}`,
  )
})

/** A shop with help pages of its own. */
async function startShop(t: TestContext) {
  const chats = await startChats(t)
  const page = (id: string, title: string, body: string, change: object = {}) => ({
    id,
    updatedAt: '2026-03-01T09:00:00Z',
    title,
    body,
    language: 'en',
    url: `https://shop.example/${id}`,
    ...change,
  })
  await chats.api.push('articles', [
    page(
      'invoices',
      'Invoices',
      'We are fond of paper.\n\nYour **invoice** is in the parcel.\n\nWe print on both sides.',
    ),
    page('abroad', 'Delivery abroad', 'We ship to Austria and Spain within 5 days.'),
    page('codes', 'Using a code', 'Type the code into the cart.', { callPerson: true }),
    page('secret', 'Loyalty program', 'Not yet.', { status: 'draft' }),
    page('club', 'Membership points', 'You get points for what you buy.'),
    page('clubs', 'Membership levels', 'There are three levels of membership.'),
  ])
  await indexed(chats.api)
  const first = async (text: string) => (await chats.say(await chats.open(), text)) ?? assert.fail()
  return { ...chats, first }
}

test('the paragraph that answers is shown with the link, and people are one word away', async (t) => {
  const { open, say } = await startShop(t)
  const id = await open()
  const shown = await say(id, 'I need an invoice')
  assert.equal(
    shown?.text,
    'Your invoice is in the parcel.\nMore: Invoices, https://shop.example/invoices\nShall I pass this on to our team?',
  )
  assert.equal(shown?.handOver, null)
  assert.equal((await say(id, 'yes'))?.handOver?.reason, 'human')
})

test('a code is a coupon, in whatever language, and a page may call a person', async (t) => {
  const { first } = await startShop(t)
  for (const text of ['where do I enter my coupon', 'how can I use a voucher']) {
    const { text: said, handOver } = await first(text)
    assert.match(said, /^Type the code into the cart\.\n/, text)
    assert.equal(handOver?.reason, 'no_article')
    assert.equal(handOver?.summary, `Was shown the help page “Using a code”: “${text}”`)
  }
  assert.match((await first('wo gebe ich meinen Gutschein ein')).text, /Using a code/)
})

test('what a page does not say is said, with the link and a person', async (t) => {
  const { first } = await startShop(t)
  const { text, handOver } = await first('do you ship to Norway?')
  assert.match(
    text,
    /^Our page “Delivery abroad” doesn’t say that\. You find it here: https:\/\/shop\.example\/abroad\n/,
  )
  assert.match(handOver?.summary ?? '', /^Asks what the help page “Delivery abroad” does not say: /)
  assert.match((await first('do you ship to Spain?')).text, /^We ship to Austria and Spain/)
})

test('two pages that are close are buttons with their titles, and one of them is shown', async (t) => {
  const { open, say } = await startShop(t)
  const id = await open()
  const asked = await say(id, 'tell me about membership')
  const titles = asked?.choices
    .slice(0, 2)
    .map(({ label }) => label)
    .sort()
  assert.deepEqual(titles, ['Membership levels', 'Membership points'])
  assert.equal(asked?.state.pending?.about, 'page')
  const chosen = await say(id, 'Membership points', 'Membership points')
  assert.match(chosen?.text ?? '', /^You get points for what you buy\.\nMore: Membership points/)
})

test('drafts are never shown, and without a page nothing is', async (t) => {
  const { first } = await startShop(t)
  assert.deepEqual(pagesOf(await first('is there a loyalty program')), [])
  assert.equal((await first('qwertz yxcv')).text, 'I did not understand that. Is it about one of these?')
})
