import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAmount } from '../../src/lib/amounts.ts'
import { checkLines } from '../../src/refunds/left-to-refund.ts'
import type { RefundableOrder } from '../../src/refunds/orders.ts'
import { approvalReasons, isInReturnPeriod } from '../../src/refunds/policy.ts'
import type { Refund } from '../../src/refunds/refunds.ts'
import { defaultRefundSettings, getRefundSettings, type RefundSettings } from '../../src/refunds/settings.ts'
import { startShop } from '../support/shop.ts'

const open: RefundSettings = {
  ...defaultRefundSettings,
  autoLimit: 10_000,
  limitCurrency: 'EUR',
  rungs: { defect: 4, not_received: 5, return: 3, other: 0 },
}
const refund = { amount: 10_000, currency: 'EUR', kind: 'defect' } as const

const cases: [what: string, settings: Partial<RefundSettings>, refund: object, reasons: string[]][] = [
  ['at the limit', {}, {}, []],
  ['one over the limit', {}, { amount: 10_001 }, ['over_limit']],
  ['in another currency', {}, { currency: 'USD', amount: 1 }, ['other_currency']],
  ['while frozen', { frozen: true }, {}, ['frozen']],
  ['below trust level 4', {}, { kind: 'return' }, ['rung']],
  ['at trust level 5', {}, { kind: 'not_received' }, []],
  ['without a limit', { autoLimit: null, limitCurrency: null }, { amount: 1, kind: 'other' }, ['no_limit']],
  ['of nothing without a limit', { autoLimit: null, limitCurrency: null }, { amount: 0 }, []],
  ['with everything against it', { frozen: true }, { amount: 20_000, kind: 'other' }, ['frozen', 'over_limit', 'rung']],
]
for (const [what, settings, fields, reasons] of cases) {
  test(`a refund ${what} ${reasons.length === 0 ? 'is automatic' : `needs an agent: ${reasons.join(', ')}`}`, () => {
    assert.deepEqual(approvalReasons({ ...open, ...settings }, { ...refund, ...fields }), reasons)
  })
}

const DAY = 86_400_000
const times = { placedAt: 0, deliveredAt: null, returnableUntil: null }
const period = (days: number | null) => ({ ...open, returnPeriodDays: { ...open.returnPeriodDays, return: days } })

test('the return period counts from the delivery, or else from the order, including its last moment', () => {
  const settings = period(30)
  assert.equal(isInReturnPeriod(settings, 'return', times, 30 * DAY), true)
  assert.equal(isInReturnPeriod(settings, 'return', times, 30 * DAY + 1), false)
  assert.equal(isInReturnPeriod(settings, 'return', { ...times, deliveredAt: 5 * DAY }, 35 * DAY), true)
  assert.equal(isInReturnPeriod(settings, 'return', { ...times, deliveredAt: 5 * DAY }, 35 * DAY + 1), false)
})

test('without a return period every date is allowed, and an order without dates is outside every period', () => {
  assert.equal(isInReturnPeriod(period(null), 'return', { ...times, placedAt: null }, 9_999 * DAY), true)
  assert.equal(isInReturnPeriod(period(30), 'return', { ...times, placedAt: null }, 0), false)
})

test('if the shop names a last date for returns, only that date counts', () => {
  const until = { ...times, returnableUntil: 60 * DAY }
  assert.equal(isInReturnPeriod(period(30), 'return', until, 60 * DAY), true)
  assert.equal(isInReturnPeriod(period(null), 'return', until, 61 * DAY), false)
  assert.equal(isInReturnPeriod(period(30), 'other', until, 31 * DAY), false)
})

const order = {
  items: [
    { id: 'l1', quantity: 3, refundedQuantity: 0 },
    { id: 'l2', quantity: 2, refundedQuantity: 1 },
  ],
} as RefundableOrder
const earlier = (status: string, lines: Refund['lines']) => ({ status, lines }) as Refund
const line = (itemId: string, quantity: number) => ({ itemId, quantity })

test('lines may name items that were bought and not yet refunded', () => {
  checkLines([line('l1', 3), line('l2', 1)], order, [])
  checkLines([], order, [earlier('succeeded', [])])
  checkLines([line('l1', 2)], order, [earlier('succeeded', [line('l1', 1)]), earlier('failed', [line('l1', 2)])])
})

const wrong: [lines: Refund['lines'], earlier: Refund[], problem: RegExp][] = [
  [[line('l9', 1)], [], /Line l9: the order has no line/],
  [[line('l1', 1), line('l1', 1)], [], /given twice/],
  [[line('l1', 0)], [], /at least 1/],
  [[line('l1', 1.5)], [], /whole number/],
  [[line('l1', 4)], [], /only 3 of 4 can still be refunded/],
  [[line('l2', 2)], [], /only 1 of 2 can still be refunded/],
  [[line('l1', 3)], [earlier('succeeded', [line('l1', 1)])], /only 2 of 3 can still/],
  [[line('l1', 1)], [earlier('succeeded', [])], /only 0 of 1 can still be refunded/],
]
for (const [lines, before, problem] of wrong) {
  test(`lines ${JSON.stringify(lines)} are refused: ${problem.source}`, () => {
    assert.throws(() => checkLines(lines, order, before), problem)
  })
}

test('amounts are shown with the digits of their currency', () => {
  assert.equal(formatAmount(1250, 'EUR'), '12.50 EUR')
  assert.equal(formatAmount(5, 'EUR'), '0.05 EUR')
  assert.equal(formatAmount(1250, 'JPY'), '1250 JPY')
  assert.equal(formatAmount(1250, 'KWD'), '1.250 KWD')
  assert.equal(formatAmount(1250, 'XYZ'), '12.50 XYZ')
})

test('the digits of a currency are those of ISO 4217, also if people rarely write them', () => {
  for (const currency of ['HUF', 'IDR', 'COP', 'PKR', 'RSD', 'ALL', 'MGA'])
    assert.equal(formatAmount(1_250_000, currency), `12500.00 ${currency}`)
  assert.equal(formatAmount(1250, 'IQD'), '1.250 IQD')
  assert.equal(formatAmount(1250, 'CLF'), '0.1250 CLF')
  for (const currency of ['CLP', 'ISK', 'KRW', 'UGX', 'VND', 'XAF', 'XOF'])
    assert.equal(formatAmount(1250, currency), `1250 ${currency}`)
})

test('settings out of range are rejected for every caller', async (t) => {
  const shop = await startShop(t)
  const wrong: [change: object, message: RegExp][] = [
    [{ autoLimit: '', limitCurrency: 'EUR' }, /limit for automatic refunds/],
    [{ autoLimit: 12.5, limitCurrency: 'EUR' }, /limit for automatic refunds/],
    [{ autoLimit: -1, limitCurrency: 'EUR' }, /limit for automatic refunds/],
    [{ limitCurrency: 'eur' }, /ISO 4217.*EUR/],
    [{ limitCurrency: 'UDS' }, /ISO 4217.*USD/],
    [{ mode: 'both' }, /execute or request/],
    [{ rungs: { defect: 6 } }, /trust level of defect/],
    [{ rungs: { defect: Number.NaN } }, /trust level of defect/],
    [{ rungs: { bored: 4 } }, /Unknown reason bored/],
    [{ returnPeriodDays: { return: 1.5 } }, /return period of return/],
    [{ customerTimeoutMinutes: 0 }, /time for customers/],
    [{ approvalTimeoutHours: Number.POSITIVE_INFINITY }, /time for agents/],
  ]
  const before = await getRefundSettings(shop.api.store.read, shop.api.workspaceId)
  for (const [change, message] of wrong) await assert.rejects(shop.set(change), { code: 'BAD_REQUEST', message })
  assert.deepEqual(await getRefundSettings(shop.api.store.read, shop.api.workspaceId), before)
})
