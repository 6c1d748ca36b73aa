import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencies, nearestCurrency } from '../../src/lib/currencies.ts'
import { fc } from '../support/properties.ts'

test('every currency that Node.js knows is known', () => {
  const missing = Intl.supportedValuesOf('currency').filter((code) => !currencies.has(code))
  assert.deepEqual(missing, [], 'add these to src/lib/currencies.ts')
})

test('funds, metals, historic currencies and the codes for testing are known', () => {
  for (const code of ['CLF', 'USN', 'XAU', 'XDR', 'XXX', 'XTS', 'DEM', 'FRF', 'HRK', 'BGN', 'ZWL', 'VEF', 'YUM'])
    assert.ok(currencies.has(code), code)
  for (const code of ['ZZZ', 'EUX', 'BTC', 'eur', 'EURO', '']) assert.ok(!currencies.has(code), code)
})

test('each code has three capital letters', () => {
  for (const code of currencies) assert.match(code, /^[A-Z]{3}$/)
})

test('the nearest currency is the one that was probably meant', () => {
  const meant = { eur: 'EUR', ERU: 'EUR', UDS: 'USD', GPB: 'GBP', Euro: 'EUR', EUX: 'EUR', CFH: 'CHF' }
  for (const [text, code] of Object.entries(meant)) assert.equal(nearestCurrency(text), code, text)
  assert.equal(nearestCurrency('€'), undefined)
})

test('the nearest currency of a code with one wrong letter has the two other letters', () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.integer({ min: 0, max: 2 }), (code, place) => {
      const nearest = nearestCurrency(`${code.slice(0, place)}?${code.slice(place + 1)}`) ?? ''
      const same = [...nearest].filter((letter, index) => index !== place && letter === code[index])
      assert.equal(same.length, 2, `${code} without its letter ${place} leads to ${nearest}`)
    }),
  )
})
