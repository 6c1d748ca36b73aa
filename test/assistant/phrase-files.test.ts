import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fourthPhrases } from '../support/phrases.ts'
import { unknownNames } from '../support/vote-totals.ts'

test('there are phrases enough about other subjects, and enough of them are held out', () => {
  const all = fourthPhrases()
  const of = (subject: string) => all.filter((phrase) => phrase.subject === subject)
  const heldOut = (subject: string) => of(subject).filter(({ isHeldOut }) => isHeldOut).length
  assert.ok(all.length >= 6_500 && of('other').length >= 2_500 && of('shop').length >= 2_700)
  assert.ok(heldOut('other') >= 1_000 && heldOut('shop') >= 500 && heldOut('orders') >= 150)
  assert.deepEqual([...new Set(all.map(({ language }) => language))].sort(), ['de', 'en', 'es', 'fr'])
  assert.deepEqual(unknownNames(), [])
})
