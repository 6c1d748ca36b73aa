import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { phrasesToLearn } from '../../scripts/vote/phrases.ts'
import { train } from '../../scripts/vote/train.ts'
import { languages } from '../../src/assistant/languages/list.ts'
import { understand } from '../../src/assistant/understand/understand.ts'
import { decide } from '../../src/assistant/vote/decide.ts'
import { foundIn } from '../support/vote-totals.ts'

const names = (text: string, locale: string) => understand(text, { locale }).commands.map(({ name }) => name)

test('the second vote is what the phrases teach, byte for byte (npm run write:vote)', () => {
  const kept = readFileSync(new URL('../../src/assistant/vote/weights.bin', import.meta.url))
  assert.ok(train(phrasesToLearn()).equals(kept), 'phrases, a lexicon or the traits changed: npm run write:vote')
  assert.ok(kept.length < 400 * 1024)
})

test('with the vote, held-out phrases are understood better than by the rules alone', () => {
  // Only their number: held-out phrases are not to be seen.
  const [alone, both] = [foundIn({ vote: false }), foundIn({ vote: true })]
  assert.ok(both.falseHits <= 0.5 * alone.falseHits && both.falseHits / both.others <= 0.02, `${both.falseHits} hits`)
  assert.ok(both.status > alone.status && both.status / both.statuses >= 0.92, `${both.status} of ${both.statuses}`)
  assert.ok(
    both.right > 1.2 * alone.right && both.wrong < 0.75 * alone.wrong,
    `${both.right} right, ${both.wrong} wrong`,
  )
  assert.ok(both.refunds < alone.refunds)
})

test('usual words are no typing mistakes of ours', () => {
  for (const [code, word, concept] of [
    ['en', 'cancer', 'cancel'],
    ['en', 'detect', 'broken'],
    ['de', 'gestorben', 'lost'],
    ['fr', 'renard', 'late'],
    ['es', 'seguid', 'track'],
  ] as const)
    assert.ok(
      !languages[code]?.()
        .annotate(word)
        .hits.some((hit) => hit.concept === concept),
      word,
    )
  for (const [text, locale] of [
    ['cancer screening age', 'en'],
    ['y a un renard devant ma porte', 'fr'],
  ] as const)
    assert.ok(['unclear', 'out_of_scope'].includes(names(text, locale)[0] ?? ''), text)
})

test('the vote never asks for money, nor turns a request for it into something else', () => {
  const reading = { isThin: false, namesProduct: false, isShort: false }
  const votes = (name: string, share: number) => [
    { name, share },
    ...['order_status', 'refund_request', 'not_received', 'stock', 'out_of_scope']
      .filter((other) => other !== name)
      .map((other) => ({ name: other, share: (1 - share) / 4 })),
  ]
  for (const money of ['refund_request', 'not_received'])
    for (const ruled of ['unclear', 'stock', 'order_status', 'discount_code']) {
      const decision = decide({ ...reading, names: [ruled] }, votes(money, 0.99))
      // Who misses a parcel hears its status: no money is near that.
      assert.ok(decision.kind !== 'vote' || decision.name === 'order_status', `${ruled}, ${money}`)
      if (money === 'refund_request') assert.notEqual(decision.kind, 'vote', ruled)
    }
  assert.equal(decide({ ...reading, names: ['refund_request'] }, votes('stock', 0.99)).kind, 'rules')
})

test('numbers and addresses are read by the rules alone', () => {
  for (const text of ['2002, postcode 10115 please', 'my email: ann@example.com', '#1041 please then'])
    assert.deepEqual(
      names(text, 'en'),
      understand(text, { locale: 'en', isAnswer: true }).commands.map(({ name }) => name),
    )
})
