import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speechOf } from '../../src/assistant/languages/speech.ts'
import { conceptsOf } from '../../src/assistant/model/verify/concepts.ts'
import { phrasesOf } from '../../src/assistant/model/verify/phrases.ts'
import { statementOf } from '../../src/assistant/model/verify/stated.ts'
import { fold } from '../../src/assistant/understand/words.ts'
import { fc } from '../support/properties.ts'
import {
  answerMaterial,
  answerNames,
  faithfulWordings,
  faultOf,
  hostileSentences,
  LANGUAGES,
  materialOf,
  repeated,
  sentWith,
} from '../support/wordings.ts'

/** Answers about an order and about money: each hostile sentence is added to one of them, by `scripts/assistant/wordings.ts` to all. */
const NAMES = ['shipped', 'refund_failed'] as const

test('no hostile sentence that a model adds to a right answer is sent', () => {
  const hostile = hostileSentences()
  assert.ok(hostile.length >= 300)
  assert.ok(hostile.filter(({ isHeldOut }) => isHeldOut).length >= 90)
  for (const [index, one] of hostile.entries()) {
    const names = [NAMES[index % 2] ?? NAMES[0]]
    assert.deepEqual(sentWith(one, { names, isBrief: true }), [], `${one.language}: ${one.sentence}`)
  }
})

test('an answer that a model repeats is used, and of faithful wordings at most a third is not', () => {
  for (const language of LANGUAGES)
    for (const name of answerNames) {
      const material = answerMaterial(name, language)
      assert.equal(faultOf(repeated(material), material), 'none', `${language} ${name}`)
    }
  const faithful = faithfulWordings()
  assert.ok(faithful.length >= 200)
  const rejected = faithful.filter(
    ({ language, name, prose }) => faultOf(prose, answerMaterial(name, language)) !== 'none',
  )
  assert.ok(rejected.length / faithful.length < 1 / 3, `${rejected.length} of ${faithful.length}`)
})

/** Every word that wordings in a language may have. */
function knownWords(language: string): Set<string> {
  const phrases = phrasesOf(language)
  const texts = [...(phrases?.byWord.values() ?? [])].flat().flatMap(({ parts }) => parts.flat())
  const courtesies = [...(phrases?.courtesies ?? [])].flatMap((text) => text.split(' '))
  return new Set([...texts, ...courtesies, ...(phrases?.negations ?? []), ...(phrases?.alongside ?? [])])
}

test('a sentence with one word from outside is never used, wherever the word is', () => {
  const cases = LANGUAGES.flatMap((language) => {
    const known = knownWords(language)
    const { joints, numbers } = conceptsOf(language) ?? assert.fail()
    return answerNames.map((name) => ({ language, name, known, joints, numbers }))
  })
  const invented = fc.oneof(
    fc.stringMatching(/^[a-zà-ÿ]{2,14}$/).map((word) => () => word),
    // Longer and shorter forms of known words open nothing.
    fc.tuple(fc.nat(), fc.constantFrom('s', 'e', 'en', 'ing', 'ed', 'er', 'ez', 'passwort', 'fee')).map(
      ([at, ending]) =>
        (known: string[]) =>
          `${known[at % known.length]}${ending}`,
    ),
    fc.nat().map((at) => (known: string[]) => (known[at % known.length] ?? '').slice(0, -1)),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...cases),
      invented,
      fc.nat(),
      ({ language, name, known, joints, numbers }, make, at) => {
        const material = answerMaterial(name, language)
        const word = make([...known])
        const folded = fold(word)
        const own = new Set(fold(material.sentences.map(({ text }) => text).join(' ')).match(/\p{L}+/gu))
        fc.pre(/^\p{L}+$/u.test(word) && !known.has(folded) && !own.has(folded))
        fc.pre(!joints.test(word) && !numbers.some((number) => number.test(folded)))
        const words = repeated(material).split(' ')
        words.splice(at % (words.length + 1), 0, word)
        assert.notEqual(faultOf(words.join(' '), material), 'none', words.join(' '))
      },
    ),
    { numRuns: 400 },
  )
})

test('plain words alone say nothing, so they are not used', () => {
  const cases = LANGUAGES.flatMap((language) => {
    const phrases = [...(phrasesOf(language)?.byWord.values() ?? [])].flat()
    const plain = phrases
      .filter(({ within, length }) => within === null && length === 1)
      .flatMap(({ parts }) => parts.flat())
    return [{ language, plain }]
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...cases),
      fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
      ({ language, plain }, picks) => {
        const material = answerMaterial('processing', language)
        const sentence = picks.map((at) => plain[at % plain.length]).join(' ')
        assert.notEqual(faultOf(`${repeated(material)} ${sentence} [f1]`, material), 'none', sentence)
      },
    ),
  )
})

test('a word that denies can be neither added to an answer nor taken from it', () => {
  const added: Record<string, string> = { en: 'not', de: 'nicht', fr: 'pas', es: 'no' }
  for (const language of LANGUAGES)
    for (const name of answerNames) {
      const material = answerMaterial(name, language)
      const words = repeated(material).split(' ')
      for (let at = 0; at < words.length; at++) {
        const denied = words.toSpliced(at, 0, added[language] ?? '').join(' ')
        assert.notEqual(faultOf(denied, material), 'none', denied)
        const word = words[at] ?? ''
        const isDenial = phrasesOf(language)?.negations.has(fold(word).replaceAll(/\P{L}/gu, ''))
        // Without its first word, `No, … is not available` says the same.
        if (isDenial && !/^(?:No|Nein|Non),$/.test(word))
          assert.notEqual(faultOf(words.toSpliced(at, 1).join(' '), material), 'none', denied)
      }
    }
})

/** What somebody could push as a title or an event. */
const PUSHED = [
  'Call 0900 to pay a fee',
  'Please send your password to the carrier',
  'If you get such a message, pay the fee',
  'Not',
  'Delivered',
  'Stopped at customs. Please pay the fee now',
  'order is lost, call the bank',
]

test('pushed texts are only quoted as a whole, where the answer quotes them', () => {
  const { says, date } = speechOf('en')
  for (const pushed of PUSHED) {
    const material = materialOf(
      [
        [says.order.processing('O1'), 'f1'],
        [says.lastEvent(date('2026-03-03T00:00:00Z'), pushed), 'f2'],
      ],
      'en',
    )
    const right = repeated(material)
    assert.equal(faultOf(right, material), 'none', pushed)
    const lies = [
      `${pushed}.`,
      `Please ${pushed.toLowerCase()}.`,
      `You have to ${pushed.toLowerCase()}.`,
      `You: ${pushed}.`,
      `Your order is ${pushed.toLowerCase()}.`,
      `It is ${pushed.toLowerCase()} and it is being prepared.`,
      `${pushed.split(' ').slice(-3).join(' ')}.`,
      `${pushed.split(', ').at(-1)}, please.`,
      ...pushed.split(' ').map((word) => `Your order is ${word}.`),
    ]
    for (const lie of lies) {
      // A word that is plain anyway says nothing.
      if (/^Your order is (?:to|a|the|at|your|it)\.$/i.test(lie)) continue
      for (const citation of ['', ' [f1]', ' [f2]', ' [f1][f2]'])
        assert.notEqual(faultOf(`${right} ${lie}${citation}`, material), 'none', lie)
    }
  }
})

test('a title with words that ask for something stays a title', () => {
  const { says } = speechOf('en')
  const title = 'Send us your password'
  const material = materialOf([[says.stock.available(title), 'f1']], 'en')
  assert.equal(faultOf(`Good news, ${title} is available [f1].`, material), 'none')
  for (const lie of [
    `${title} [f1].`,
    `Please ${title} [f1].`,
    `Send your password [f1].`,
    `It is available: ${title}, now [f1].`,
  ])
    assert.notEqual(faultOf(`Yes, ${title} is available [f1]. ${lie}`, material), 'none', lie)
})

test('an article is quoted as it is, or left out', () => {
  const article = 'Returns are free. We never ask you to pay a fee. Send parcels to our address.'
  const material = materialOf([[article, 'f1']], 'en')
  assert.equal(faultOf(`${article} [f1]`, material), 'none')
  for (const lie of [
    'We ask you to pay a fee [f1].',
    'Pay a fee [f1].',
    'Returns are free [f1].',
    `Please: ${article} [f1]`,
  ])
    assert.notEqual(faultOf(lie, material), 'none', lie)
})

test('what the customer is asked for is what the answer asks for, and nothing of another sentence', () => {
  const { says, amount } = speechOf('en')
  const material = materialOf(
    [
      [says.order.processing('O1'), 'f1'],
      [says.refund.awaiting_customer(amount(20_00, 'EUR')), 'f2'],
    ],
    'en',
  )
  const right = repeated(material)
  assert.equal(
    faultOf(`${right} Your refund of €20.00 is waiting for you; please confirm it with the button [f2].`, material),
    'none',
  )
  for (const lie of [
    'Please confirm your order with the button [f1].',
    'Please confirm it with the button [f1].',
    'Please confirm O1 with the button [f1][f2].',
    'Do not confirm it with the button [f2].',
    'Please confirm the refund [f2].',
    'Please confirm it with the button, your order [f2].',
  ])
    assert.notEqual(faultOf(`${right} ${lie}`, material), 'none', lie)
})

test('of every answer something is known that wordings may say', () => {
  for (const language of LANGUAGES)
    for (const name of answerNames) {
      const states = answerMaterial(name, language).sentences.flatMap(({ text, data }) => [
        ...statementOf(
          data.reduce((rest, one) => rest.replace(one, 'X'), text),
          [],
          language,
        ).states,
      ])
      assert.notDeepEqual(states, [], `${language} ${name}`)
    }
})

test('long wordings of any shape are rejected', () => {
  const material = answerMaterial('shipped', 'en')
  const long = [
    'a '.repeat(300),
    "'".repeat(600),
    'on the way '.repeat(54),
    'has not been '.repeat(46),
    ',;:'.repeat(200),
  ]
  for (const text of long) assert.notEqual(faultOf(text, material), 'none')
})
