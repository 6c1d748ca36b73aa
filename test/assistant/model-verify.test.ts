import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speechOf } from '../../src/assistant/languages/speech.ts'
import { conceptLanguages, conceptsOf } from '../../src/assistant/model/verify/concepts.ts'
import { piecesOf } from '../../src/assistant/model/verify/frames.ts'
import { type Material, verify, type WordingFault } from '../../src/assistant/model/verify/verify.ts'
import { fold } from '../../src/assistant/understand/words.ts'
import { fc } from '../support/properties.ts'

const en = speechOf('en')
const TOKENS = /O1|O2|T1|\{\{url_1\}\}|\{\{customer\.first_name\}\}/g

const material = (change: Partial<Material> = {}): Material => ({
  sentences: [
    { text: en.says.order.processing('O1'), facts: ['f1'], data: [] },
    {
      text: en.says.shipment.unknown('The parcel', en.says.onDay(en.date('2026-03-05T00:00:00Z'))),
      facts: ['f2'],
      data: [],
    },
    { text: en.says.total('O1', en.amount(129_00, 'EUR')), facts: ['f3'], data: [] },
    { text: en.says.refundedOf(en.amount(20_00, 'EUR')), facts: ['f3'], data: [] },
  ],
  subjects: { f1: 'O1', f2: 'O1', f3: 'O1', f4: 'O2' },
  spoken: 'en',
  wanted: 'en',
  tokensIn: (text) => text.match(TOKENS) ?? [],
  ...change,
})

const FAITHFUL = [
  'Hi {{customer.first_name}}! Your order O1 is being prepared and has not been shipped yet [f1].',
  'It is expected on Thursday, 5 March 2026 [f2].',
  'The total of O1 is €129.00, and 20.00 EUR of it was refunded [f3].',
]

const faultOf = (prose: string, change?: Partial<Material>): WordingFault | 'none' => {
  const verdict = verify(prose, material(change))
  return verdict.isFaithful ? 'none' : verdict.fault
}

test('a faithful wording passes, without its citations', () => {
  const split = [FAITHFUL[0], FAITHFUL[1], 'The total of O1 is €129.00 [f3].', '20 € of it was refunded [f3].'].join(
    ' ',
  )
  const verdict = verify(split, material())
  assert.ok(verdict.isFaithful, JSON.stringify(verdict))
  assert.deepEqual(verdict.citations, ['f1', 'f2', 'f3'])
  assert.ok(!/\[f/.test(verdict.text))
})

test('the sentences of the templates pass as they are, in all languages', () => {
  for (const language of ['en', 'de', 'fr', 'es']) {
    const { says, date, amount } = speechOf(language)
    const sentences = [
      ...Object.values(says.order).map((line) => line('O1')),
      ...Object.values(says.shipment).map((line) => line(says.parcel('DHL', null), null)),
      ...Object.values(says.shipment).map((line) =>
        line(says.parcel('DHL', 1), says.onDay(date('2026-03-05T00:00:00Z'))),
      ),
      says.shipment.in_transit(
        says.parcel('DHL', null),
        says.betweenDays(date('2026-03-05T00:00:00Z'), date('2026-04-07T00:00:00Z')),
      ),
      says.total('O1', amount(129_99, 'EUR')),
      ...Object.values(says.refund).map((line) => line(amount(5, 'EUR'))),
      ...Object.values(says.stock).map((line) => line('Mug')),
      says.returnDays(30),
      says.returnUntil('O1', date('2026-03-31T00:00:00Z')),
      says.handOver,
    ]
    for (const text of sentences.filter((text) => text !== '')) {
      const sentences = piecesOf({ text, facts: ['f1'] }, language)
      const own = { sentences, spoken: language, wanted: language }
      const repeated = sentences.map((one) => `${one.text} [f1]`).join(' ')
      assert.equal(faultOf(repeated, own), 'none', `${language}: ${text}`)
    }
  }
})

test('whatever is invented, swapped or left out is found', () => {
  const all =
    'O1 is being prepared and has not been shipped yet [f1]. It is expected on 5 March 2026 [f2]. The total of O1 is €129.00 [f3]. €20.00 of it was refunded [f3].'
  assert.equal(faultOf(all), 'none')
  const added: [string, WordingFault][] = [
    ['We add 10.00 EUR [f3].', 'claim'],
    ['It comes tomorrow [f2].', 'claim'],
    ['It comes on Friday [f2].', 'claim'],
    ['It comes on 6 March 2026 [f2].', 'claim'],
    ['It comes on 05/03/2026 [f2].', 'claim'],
    ['You have two parcels [f1].', 'claim'],
    ['You have ２ parcels [f1].', 'characters'],
    ['It has been shipped [f1].', 'claim'],
    ['It was cancelled [f1].', 'claim'],
    ['It was delivered.', 'claim'],
    ['Your parcel was received [f1].', 'claim'],
    ['It was left with a neighbor [f1].', 'claim'],
    ['I have changed the address [f1].', 'claim'],
    ['We will call you [f1].', 'claim'],
    ['You get a voucher [f1].', 'claim'],
    ['I promise it [f1].', 'claim'],
    ['See https://evil.example/pay [f1].', 'link'],
    ['See evil.com [f1].', 'link'],
    ['Write to help@evil.example [f1].', 'link'],
    ['See {{url_1}} [f1].', 'claim'],
    ['See {{url_9}} [f1].', 'placeholder'],
    ['Your other order is O2 [f1].', 'claim'],
    ['It is fine [f9].', 'citation'],
    ['**Good** news [f1].', 'markup'],
    ['<b>Good</b> news [f1].', 'markup'],
    ['It is being prepared [f1][f4].', 'two_subjects'],
    ['Es wurde storniert [f1].', 'language'],
    ['It is dеlivered [f1].', 'characters'],
    ['It is de\u200blivered [f1].', 'characters'],
  ]
  for (const [sentence, fault] of added) assert.equal(faultOf(`${all} ${sentence}`), fault, sentence)
  assert.equal(faultOf(all.replace('€129.00', '€20.00').replace('€20.00 of', '€129.00 of')), 'combination')
  assert.equal(faultOf(all.replace(' and has not been shipped yet', '')), 'omission')
  assert.equal(faultOf(all.replace('The total of O1 is €129.00 [f3]. ', '')), 'omission')
  assert.equal(faultOf(all.replaceAll(/ \[f\d\]/g, '')), 'citation')
  assert.equal(faultOf(''), 'empty')
  assert.equal(faultOf(`${all} ${'Nice. '.repeat(100)}`), 'too_long')
  assert.equal(faultOf(all, { wanted: 'ja' }), 'language_unknown')
})

/** Of languages without templates: what says the answer, and what says more than it. */
const OTHER_LANGUAGES: Record<string, { says: string; invented: string[] }> = {
  sv: {
    says: 'Din beställning O1 förbereds just nu och har inte skickats än [f1]. Den väntas torsdag 5 mars 2026 [f2]. Totalt kostar O1 129,00 € [f3]. Av det har 20,00 € återbetalats till dig [f3].',
    invented: [
      'Den har levererats till dig [f1].',
      'Ditt paket är på väg till dig [f1].',
      'Beställningen är avbokad nu [f1].',
      'Jag har ändrat din adress [f1].',
      'Vi återkommer till dig snart [f1].',
      'Det är en rabatt till dig [f1].',
      'Jag lovar att det går bra [f1].',
      'Det kommer två paket till dig [f1].',
      'Det kommer i morgon till dig [f2].',
      'Din retur är godkänd nu [f1].',
      'Det är hundra kronor till dig [f3].',
    ],
  },
  da: {
    says: 'Din ordre O1 bliver forberedt lige nu og er ikke sendt endnu [f1]. Den forventes torsdag 5. marts 2026 [f2]. I alt koster O1 129,00 € [f3]. Af det er 20,00 € refunderet [f3].',
    invented: [
      'Den er leveret til dig nu [f1].',
      'Din pakke er på vej til dig [f1].',
      'Ordren er nu annulleret af os [f1].',
      'Jeg har af hensyn til dig ændret adressen [f1].',
      'Vi vender endnu tilbage til dig [f1].',
      'Der er en rabat til dig [f1].',
      'Jeg lover at det går godt [f1].',
      'Der kommer to pakker til dig [f1].',
      'Den kommer i morgen til dig [f2].',
      'Din ordre er udløbet nu [f1].',
      'Det er tusind kroner af os til dig [f3].',
    ],
  },
}

test('Swedish and Danish wordings pass if they say the answer, and not if they say more', () => {
  for (const [wanted, { says, invented }] of Object.entries(OTHER_LANGUAGES)) {
    const verdict = verify(says, material({ wanted }))
    assert.ok(verdict.isFaithful, `${wanted} ${JSON.stringify(verdict)}`)
    for (const sentence of invented) assert.equal(faultOf(`${says} ${sentence}`, { wanted }), 'claim', sentence)
    assert.equal(faultOf(says.replace(/ (?:inte|ikke) /, ' '), { wanted }), 'claim')
  }
})

test('who says that a parcel was received says that it was delivered, in each language', () => {
  const received: Record<string, string> = {
    en: 'Somebody signed for your parcel.',
    de: 'Sie haben Ihr Paket gestern erhalten.',
    fr: 'Votre colis a été reçu.',
    es: 'El paquete fue recibido.',
    it: 'Il pacco è stato ricevuto.',
    nl: 'U hebt het pakket gisteren ontvangen.',
    pt: 'O pacote foi recebido.',
    pl: 'Paczka została odebrana.',
    sv: 'Paketet är mottaget.',
    da: 'Pakken er modtaget.',
  }
  for (const language of conceptLanguages) {
    const delivered = conceptsOf(language)?.concepts.find(([name]) => name === 'delivered')?.[1]
    assert.match(fold(received[language] ?? ''), delivered ?? /^\b$/, language)
  }
})

test('no number, amount or date that the answer does not have passes, however it is written', () => {
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  const written = fc.oneof(
    fc.integer({ min: 0, max: 1e9 }).map(String),
    fc.integer({ min: 0, max: 1e9 }).map((cents) => `€${(cents / 100).toFixed(2)}`),
    fc
      .integer({ min: 0, max: 1e7 })
      .map((cents) => new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }).format(cents / 100)),
    fc
      .tuple(day, fc.constantFrom('full', 'long', 'medium', 'short'), fc.constantFrom('en-GB', 'en-US', 'de', 'fr'))
      .map(([date, dateStyle, locale]) =>
        new Intl.DateTimeFormat(locale, { dateStyle: dateStyle as 'full', timeZone: 'UTC' }).format(date),
      ),
    fc.stringMatching(/^[A-Z]{2}\d{6,12}[A-Z]{2}$/),
  )
  const known =
    /129[.,]00|(?<!\d)20[.,]00|5[.]? M(arch|ar|ärz|ars) 2026|mars 2026|5 Mar|Mar(ch)? 5, 2026|0?5\.0?3\.2026|^€20$|^€129$/
  const frames = ['It is ? [f1].', 'The refund is ? [f3].', 'It comes ? [f2].', '? [f1]', 'Of ?, all is well.']
  fc.assert(
    fc.property(
      written,
      fc.constantFrom(...frames),
      fc.integer({ min: 0, max: FAITHFUL.length }),
      (value, frame, at) => {
        fc.pre(!known.test(value))
        const parts: string[] = [...FAITHFUL]
        parts.splice(at, 0, frame.replace('?', value))
        assert.notEqual(faultOf(parts.join(' ')), 'none', parts.join(' '))
      },
    ),
  )
})

test('no text makes the check fail or pass more than its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 700 }), (text) => {
      const verdict = verify(text, material())
      assert.equal(verdict.isFaithful, false)
    }),
  )
})
