import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountText, minorUnits } from '../../src/console/pages/parts/amount-text.ts'
import { formatAmount } from '../../src/lib/amounts.ts'

test('pages and messages show an amount with the same digits, whatever the language of the browser', () => {
  for (const currency of ['EUR', 'JPY', 'HUF', 'COP', 'IQD', 'CLF']) {
    const number = (text: string) => text.replaceAll(/[^\d.]/g, '').replace(/^\.|\.$/, '')
    assert.equal(number(amountText(1_234_567, currency)), number(formatAmount(1_234_567, currency)), currency)
  }
})

test('a typed amount is read in the minor units of its currency', () => {
  assert.deepEqual(
    [minorUnits('39', 'EUR'), minorUnits('39,5', 'EUR'), minorUnits('39.505', 'EUR'), minorUnits('3900', 'JPY')],
    [3_900, 3_950, undefined, 3_900],
  )
  assert.equal(minorUnits('39.5', 'HUF'), 3_950)
})
