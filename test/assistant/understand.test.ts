import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../src/assistant/languages/list.ts'
import { createNumberFinder } from '../../src/assistant/understand/numbers.ts'
import { understand } from '../../src/assistant/understand/understand.ts'
import { warmUp } from '../../src/assistant/warm-up.ts'
import { isOtherSubject, type Judged, judge } from '../support/phrase-totals.ts'
import { phrases, thirdPhrases } from '../support/phrases.ts'
import { fc } from '../support/properties.ts'

const judged = phrases().map(judge)
const share = (list: Judged[], test: (one: Judged) => boolean) => list.filter(test).length / list.length
const names = (text: string, hints = {}) => understand(text, hints).commands.map(({ name }) => name)

test('held-out phrases are understood, or handed over to people who have to act anyway', () => {
  const heldOut = judged.filter(({ phrase }) => phrase.isHeldOut)
  assert.ok(heldOut.length > 300)
  assert.ok(share(heldOut, ({ isRight, isFair }) => isRight || isFair) >= 0.92)
  assert.ok(share(heldOut, ({ isLanguageRight }) => isLanguageRight) >= 0.97)
  assert.ok(share(judged, ({ isRight, isFair }) => isRight || isFair) >= 0.96)
})

test('phrases that were written after the lexicons had been tuned twice are mostly understood', () => {
  const third = thirdPhrases().map(judge)
  assert.ok(share(third, ({ isRight, isFair }) => isRight || isFair) >= 0.9)
  assert.ok(share(third, ({ isLanguageRight }) => isLanguageRight) >= 0.97)
  assert.deepEqual(
    third.filter(({ isFalseHit }) => isFalseHit),
    [],
  )
})

test('no phrase is taken for the wish for a refund, or for another order, that is about neither', () => {
  assert.ok(judged.filter(({ phrase }) => phrase.entities.order !== undefined).length > 60)
  // Only their number: held-out phrases are not to be seen.
  assert.equal(judged.filter(({ isRefundUnasked, isNumberWrong }) => isRefundUnasked || isNumberWrong).length, 0)
})

test('small talk is not taken for the question where an order is', () => {
  const others = judged.filter(({ phrase }) => isOtherSubject(phrase))
  assert.ok(others.length > 300)
  assert.deepEqual(
    others.filter(({ isFalseHit }) => isFalseHit).map(({ phrase }) => phrase.text),
    [],
  )
})

test('one message may ask for several things', () => {
  assert.deepEqual(names('Where is my order and can I return the mug?'), ['order_status', 'refund_request'])
  assert.deepEqual(names('Hi! Thanks for your help. Where is my parcel?'), ['order_status'])
  assert.deepEqual(names('My parcel never arrived. I want my money back!'), ['refund_request'])
})

test('typing mistakes do not matter, but other words do', () => {
  assert.deepEqual(names('wehre is my pacakge'), ['order_status'])
  assert.deepEqual(names('I want a refudn'), ['refund_request'])
  assert.deepEqual(names('Where is my border collie?'), ['unclear'])
})

test('a short message is read in the language of the conversation', () => {
  assert.equal(understand('ok', { last: 'de' }).language, 'de')
  assert.equal(understand('refund please', { last: 'de' }).language, 'en')
  assert.equal(understand('1001', { locale: 'fr-CA' }).language, 'fr')
  assert.equal(understand('Wo ist mein Paket?', { last: 'en', locale: 'en-GB' }).language, 'de')
})

test('a language without a lexicon is recognized and handed over', () => {
  const { language, commands } = understand('Dov’è il mio ordine?')
  assert.deepEqual([language, commands.map(({ name }) => name)], ['it', ['human']])
})

test('any text is understood as something, and always as the same', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 200 })), (text) => {
      const once = understand(text)
      assert.ok(once.commands.length > 0)
      assert.deepEqual(understand(text), once)
    }),
  )
})

/** The processor time of a task in milliseconds, the least of some runs: other tests run at the same time. */
function leastMs(task: () => void): number {
  const runs = Array.from({ length: 3 }, () => {
    const begun = process.cpuUsage().user
    task()
    return (process.cpuUsage().user - begun) / 1_000
  })
  return Math.min(...runs)
}

test('the time to understand grows with the length of the message, and no faster', () => {
  const said = (times: number) => 'wher is my pakcage, my ordr, my delivry? '.repeat(times)
  const short = leastMs(() => {
    for (let times = 0; times < 20; times++) understand(said(5))
  })
  const long = leastMs(() => understand(said(100)))
  // Twenty times as long: a search from each word to each other one would take twenty times as much.
  assert.ok(long < 10 * short, `${long} ms, the same in pieces ${short} ms`)
})

test('a message without spaces is read in one pass, however long it is', () => {
  for (const piece of ['\u{1F9E8}', '1234 ']) {
    const text = (length: number) => piece.repeat(length / piece.length)
    assert.deepEqual(names(text(100_000)), ['unclear'])
    const short = leastMs(() => {
      for (let times = 0; times < 20; times++) understand(text(500))
    })
    // A search from each character takes twenty times as much, and minutes where each is slow.
    assert.ok(leastMs(() => understand(text(10_000))) < 10 * short)
  }
})

test('what the assistant keeps is made in steps, so that the first chat holds up nobody for long', () => {
  assert.ok([...warmUp()].length > Object.keys(languages).length)
})

test('an order number is found however it is spaced, in whole words only', () => {
  const finds = (text: string, number: string) => createNumberFinder(text)(number)
  for (const text of ['wl 2026 004', 'my WL-2026/004!', 'WL2026004?', 'is it wl – 2026 – 004', 'order no.wl2026.004'])
    assert.ok(finds(text, 'WL-2026/004'), text)
  for (const text of ['xwl 2026 004', 'wl 2026 0045', 'wl 2026\n004', 'wl     2026 004', 'wl 2026', ''])
    assert.ok(!finds(text, 'WL-2026/004'), text)
  assert.ok(finds('AA 12 12 34', 'A-12/1234') === false && finds('12 12 34', '1234'))
  assert.ok(!finds('from 2026', '2026') && !finds('size 42', '42'))
  const letter = fc.constantFrom('a', '1', ' ', '-', '\n', 'é')
  const text = fc.string({ unit: letter, maxLength: 30 })
  fc.assert(
    fc.property(text, fc.string({ unit: letter, minLength: 3, maxLength: 6 }), (text, number) => {
      const plain = [...number.replaceAll(/[^a1é]/g, '').replaceAll('é', 'e')]
      if (plain.length < 3 || /^1{3}$/.test(plain.join(''))) return
      const pattern = new RegExp(`(?<![a1e])${plain.join('[ -]{0,3}')}(?![a1e])`)
      assert.equal(finds(text, number), pattern.test(text.replaceAll('é', 'e')))
    }),
  )
})
