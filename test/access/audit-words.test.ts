import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionWords, detailWords } from '../../src/access/audit-words.ts'
import { formatAmount } from '../../src/lib/amounts.ts'
import { refundEvents } from '../../src/refunds/lifecycle.ts'

const words = (details: Record<string, unknown>) => detailWords(details, formatAmount)

test('entries of the audit log are words, not names and JSON', () => {
  assert.equal(actionWords('refund_settings.changed'), 'Refund settings changed')
  assert.equal(
    words({ from: 'awaiting_customer', on: 'customer_confirmed', amount: 11_390, currency: 'EUR', reason: 'no_limit' }),
    '113.90 EUR. The customer confirmed. Before: awaiting customer, reason: no limit',
  )
  assert.equal(words({ from: null, on: 'started_by_agent', amount: 1, currency: 'JPY' }), '1 JPY. An agent started it')
  assert.equal(
    words({ autoLimit: 5_000, limitCurrency: 'EUR', rungs: { not_received: 4 }, enabled: true }),
    'Automatic up to: 50.00 EUR, trust levels: not received 4, enabled: yes',
  )
  assert.equal(words({ autoLimit: null, limitCurrency: null }), 'Automatic up to: none')
  assert.equal(
    words({ languages: ['en', 'de'], shopName: 'Wool_and_Linen' }),
    'Languages: en, de, shop name: Wool_and_Linen',
  )
  assert.equal(words({}), '')
})

test('each event of a refund is a sentence', () => {
  for (const on of refundEvents) assert.notEqual(words({ on }).toLowerCase(), on.replaceAll('_', ' '), on)
})
