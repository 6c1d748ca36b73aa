import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../src/assistant/languages/list.ts'
import { createPauses } from '../../src/assistant/pauses.ts'
import { detectLanguage } from '../../src/assistant/understand/language.ts'
import { understand } from '../../src/assistant/understand/understand.ts'
import { clausesOf } from '../../src/assistant/understand/words.ts'
import { type Catalog, createCatalogs } from '../../src/tools/catalog.ts'
import { choosing, matching, namesOther } from '../../src/tools/find-products.ts'
import { tokensOf } from '../../src/tools/same-words.ts'
import { createCorrection } from '../../src/tools/title-words.ts'
import { product } from '../support/objects.ts'
import { indexed } from '../support/searching.ts'
import { startServer } from '../support/server.ts'

const LONGEST = 4_000

/** A catalog of one mug that counts the words it is asked for. */
function mugs() {
  const mug = {
    id: 'p1',
    title: 'Stone mug',
    words: new Set(['stone', 'mug']),
    skus: new Set(['mug-1']),
    colors: new Set<string>(),
    options: new Set<string>(),
  }
  const seen = { asked: 0 }
  const byWord = new Map([...mug.words].map((word) => [word, [mug]]))
  const has = byWord.has.bind(byWord)
  byWord.has = (word) => {
    seen.asked++
    return has(word)
  }
  const catalog: Catalog = {
    listed: [mug],
    byWord,
    bySku: new Map([['mug-1', mug]]),
    skuLengths: [5],
    written: mug.words,
    corrected: createCorrection(byWord.has),
  }
  return { catalog, seen }
}

const letters = (count: number) => [...'abcdefghijklmnopqrstuvwxyz'].slice(0, count)

for (const [what, text, most] of [
  // Each sign is folded to the four letters of `kcal`.
  ['one word of 16,000 letters', `is the mug ${'㎉'.repeat(3_900)}ł in stock?`, 500],
  ['words that are folded to four times the letters', '㎉㎉ '.repeat(1_300), 4_000],
  [
    'words with typing mistakes',
    letters(25)
      .flatMap((one) => letters(19).map((other) => `${one}${other}stone`))
      .join(' '),
    30_000,
  ],
  [
    'compounds',
    letters(25)
      .map((letter) => letter.repeat(60))
      .join(' '),
    4_000,
  ],
] as const)
  test(`a message of ${what} takes little work`, () => {
    const { catalog, seen } = mugs()
    assert.ok(text.length <= LONGEST)
    const found = matching(catalog, text)
    assert.ok(seen.asked < most, `${seen.asked} words`)
    assert.ok(found.length <= 1)
    for (const ask of [() => choosing(catalog, text, 'the mug'), () => namesOther(catalog, text, text)]) {
      seen.asked = 0
      ask()
      assert.ok(seen.asked < 4 * most, `${seen.asked} words`)
    }
  })

test('a product is found by its name beside a very long word, and by its SKU at the beginning of a word', () => {
  const { catalog } = mugs()
  const ids = (text: string) => matching(catalog, text).map(({ id }) => id)
  assert.deepEqual(ids(`${'x'.repeat(3_000)} mug`), ['p1'])
  assert.deepEqual(ids('Is there a stome mugg?'), ['p1'])
  assert.deepEqual(ids('(MUG-1)?'), ['p1'])
  assert.deepEqual(ids('smug-1'), [])
})

test('a text has as many words as its first 4,000 characters, folded', () => {
  assert.equal(tokensOf('㎉ '.repeat(LONGEST)).length, LONGEST / 'kcal '.length)
  assert.deepEqual(tokensOf('ﬃ'.repeat(22)), [])
  assert.equal(tokensOf('ﬃ'.repeat(21)).length, 1)
})

test('products of many megabytes are not kept in memory: a message finds them in the index', async (t) => {
  const api = await startServer(t)
  const description = 'x'.repeat(90_000)
  for (let at = 0; at < 200; at += 20)
    await api.push(
      'products',
      Array.from({ length: 20 }, (_, index) =>
        product({ id: `p${at + index}`, title: at + index === 7 ? 'Stone mug' : 'Scarf', description }),
      ),
    )
  await indexed(api)
  const catalog = await createCatalogs(api.store, api.clock.now).of(api.workspaceId, 'the stone mug')
  assert.deepEqual(
    catalog.listed.map(({ id }) => id),
    ['p7'],
  )
})

/** Words that no lexicon knows, in which no letter is written twice in a row. */
const strange = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `zq${String.fromCharCode(97 + (index % 26))}x${'vk'.repeat(2 + index / 26)}`,
  )

test('of the words of a message that may be typing mistakes, the first 50 are corrected', () => {
  const english = languages.en?.()
  const isFound = (text: string) => english?.annotate(text).hits.some(({ concept }) => concept === 'parcel')
  assert.equal(isFound(`${strange(49).join(' ')} pakcage`), true)
  assert.equal(isFound(`${strange(50).join(' ')} pakcage`), false)
  assert.equal(isFound(`${'zqaxvkvk '.repeat(300)} pakcage`), true, 'a word that is repeated counts once')
})

test('of the clauses of a message 30 are read on their own, and the message as a whole', () => {
  assert.equal(clausesOf('well, '.repeat(1_000), new Set()).length, 30)
  const { commands } = understand(`${'well then, '.repeat(300)}I want a refund`)
  assert.deepEqual(
    commands.map(({ name }) => name),
    ['refund_request'],
  )
})

test('a message is in the language of its first 1,000 characters', () => {
  const english = 'Where is my order? I am waiting for my parcel. '.repeat(22)
  assert.equal(detectLanguage(`${english}${'Wo ist meine Bestellung? Ich warte auf mein Paket. '.repeat(50)}`), 'en')
})

test('one part of an answer is made at a time, and the parts of a long one after a pause', async () => {
  const pauses = createPauses()
  const made: string[] = []
  const parts = async (name: string, isLong: boolean) => {
    for (const part of [1, 2]) {
      await pauses(isLong)
      made.push(`${name}${part}`)
      setImmediate(() => made.push('others'))
    }
  }
  await Promise.all([parts('a', false), parts('b', true), parts('c', false)])
  const order = made.join(' ')
  assert.match(order, /^a1 others b1 others c1 others a2 others b2 others c2/)
})
