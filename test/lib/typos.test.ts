import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getHeapStatistics } from 'node:v8'
import { withoutTypo } from '../../src/lib/typos.ts'

test('the spellings of a word are all words with one wrong, missing, additional or exchanged letter, in their order', () => {
  const spellings = withoutTypo('scraf')
  for (const spelling of ['scarf', 'scrap', 'scra', 'scrafs', 'scrarf', 'craf']) assert.ok(spellings.includes(spelling))
  for (const other of ['scraf', 'scarfs', 'scar']) assert.ok(!spellings.includes(other))
  assert.deepEqual(spellings, [...new Set(spellings)].sort())
})

test('the spellings of many words leave no memory behind', () => {
  const wordOf = (number: number) =>
    `scarf${[...number.toString(26)].map((digit) => String.fromCharCode(97 + parseInt(digit, 26))).join('')}`
  const before = getHeapStatistics().malloced_memory
  for (let number = 0; number < 1_000; number++) withoutTypo(wordOf(number))
  assert.ok(getHeapStatistics().malloced_memory - before < 1024 * 1024)
})
