import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnswer, type Verdict } from '../../src/refunds/endpoint/answers.ts'
import type { RequestType } from '../../src/refunds/endpoint/endpoint-request.ts'
import { fc } from '../support/properties.ts'

const types: RequestType[] = ['ping', 'refund.preview', 'refund.create']

/** A verdict in a few words. */
function told(verdict: Verdict): string {
  return verdict.kind === 'no_answer' ? verdict.reason : verdict.kind
}

const amount = (text: string, currency = '"EUR"') => `{"ok":true,"amount":${text},"currency":${currency}}`

test('a ping needs ok in the response, and other fields are ignored', () => {
  assert.deepEqual(readAnswer('ping', 200, '{"ok":true}'), { kind: 'ok' })
  assert.deepEqual(readAnswer('ping', 200, ' {"shop":"x","ok":true}\n'), { kind: 'ok' })
  assert.deepEqual(readAnswer('ping', 202, '{"ok":true}'), { kind: 'ok' })
})

test('a response to a preview has an amount, a currency and optionally a note', () => {
  const verdict = readAnswer('refund.preview', 200, '{"ok":true,"amount":1250,"currency":"EUR","note":"less shipping"}')
  assert.deepEqual(verdict, { kind: 'amount', amount: 1250, currency: 'EUR', note: 'less shipping' })
  const bare = { kind: 'amount', amount: 0, currency: 'JPY', note: null }
  assert.deepEqual(readAnswer('refund.preview', 200, amount('0', '"JPY"')), bare)
  assert.deepEqual(readAnswer('refund.preview', 200, '{"ok":true,"amount":0,"currency":"JPY","note":null}'), bare)
})

const amounts: [json: string, expected: number | 'bad_amount'][] = [
  ['1250', 1250],
  ['1250.0', 1250],
  ['1.25e3', 1250],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 'bad_amount'],
  ['12.5', 'bad_amount'],
  ['-1', 'bad_amount'],
  ['-0', 'bad_amount'],
  ['1e400', 'bad_amount'],
  ['"1250"', 'bad_amount'],
  ['null', 'bad_amount'],
  ['true', 'bad_amount'],
  ['[1250]', 'bad_amount'],
  ['{}', 'bad_amount'],
]
for (const [json, expected] of amounts) {
  test(`an amount written as ${json} is ${typeof expected === 'number' ? expected : 'invalid'}`, () => {
    const verdict = readAnswer('refund.preview', 200, amount(json))
    assert.equal(verdict.kind === 'amount' ? verdict.amount : told(verdict), expected)
  })
}

test('a response without an amount is invalid', () => {
  assert.equal(told(readAnswer('refund.preview', 200, '{"ok":true,"currency":"EUR"}')), 'bad_amount')
})

for (const currency of [
  '"eur"',
  '"Eur"',
  '"EURO"',
  '"EU"',
  '""',
  '"€€€"',
  '"EUR\\n"',
  '" EUR"',
  '"ЕUR"',
  'null',
  '978',
]) {
  test(`the currency ${currency} makes the response invalid`, () => {
    assert.equal(told(readAnswer('refund.preview', 200, amount('1', currency))), 'bad_currency')
  })
}

test('a refund has succeeded or is pending, with any refundId of the shop', () => {
  const outcome = (json: string) => readAnswer('refund.create', 200, json)
  const named = { kind: 'outcome', refundId: 'rf_1', fault: null }
  for (const status of ['succeeded', 'pending'])
    assert.deepEqual(outcome(`{"ok":true,"status":"${status}","refundId":"rf_1"}`), { ...named, status })
})

const noReference = ['', ',"refundId":null', ',"refundId":""', ',"refundId":{}', ',"refundId":1.5', ',"refundId":981']
for (const given of noReference) {
  test(`an outcome counts even with ${given || 'no refundId'}, so that it is not repeated, and the mistake is recorded`, () => {
    for (const status of ['succeeded', 'pending']) {
      const verdict = readAnswer('refund.create', 200, `{"ok":true,"status":"${status}"${given}}`)
      assert.ok(verdict.kind === 'outcome')
      assert.deepEqual([verdict.status, verdict.refundId], [status, given.endsWith('981') ? '981' : null])
      assert.match(verdict.fault ?? '', /^"refundId" is missing or is not a string/)
    }
  })
}

for (const status of ['', ',"status":"failed"', ',"status":"Succeeded"', ',"status":null', ',"status":["pending"]']) {
  test(`an outcome with ${status || 'no status'} is invalid`, () => {
    assert.equal(told(readAnswer('refund.create', 200, `{"ok":true,"refundId":"rf_1"${status}}`)), 'unknown_status')
  })
}

test('a refusal counts with any HTTP status and for every type', () => {
  for (const type of types) {
    for (const status of [200, 202, 301, 400, 401, 404, 409, 422, 429, 500, 503]) {
      const verdict = readAnswer(type, status, '{"ok":false,"code":"too_old","message":"31 days"}')
      assert.deepEqual(verdict, { kind: 'refused', code: 'too_old', message: '31 days' }, `${type} ${status}`)
    }
  }
})

test('the message of a refusal may be missing, or not be text', () => {
  for (const message of ['', ',"message":null', ',"message":""', ',"message":{"de":"nein"}']) {
    const verdict = readAnswer('refund.create', 200, `{"ok":false,"code":"no"${message}}`)
    assert.deepEqual(verdict, { kind: 'refused', code: 'no', message: null })
  }
})

test('a response of code that threw is invalid, and only a 5xx shows that it threw', () => {
  for (const status of [500, 502, 503, 599])
    assert.equal(told(readAnswer('refund.create', status, '{"ok":false,"code":"error"}')), 'store_error')
  for (const status of [200, 400, 499])
    assert.equal(told(readAnswer('refund.create', status, '{"ok":false,"code":"error"}')), 'refused')
})

test('401 with bad_signature means for every type that the secrets differ', () => {
  for (const type of types) {
    const verdict = readAnswer(type, 401, '{"ok":false,"code":"bad_signature","message":"clock?"}')
    assert.deepEqual(verdict, { kind: 'bad_signature', message: 'clock?' })
  }
  assert.equal(told(readAnswer('ping', 401, '{"ok":false,"code":"no_such_shop"}')), 'refused')
  assert.equal(told(readAnswer('ping', 403, '{"ok":false,"code":"bad_signature"}')), 'refused')
})

test('a status other than 2xx is invalid, even with ok in the body', () => {
  const body = '{"ok":true,"status":"succeeded","refundId":"rf_1","amount":1,"currency":"EUR"}'
  for (const type of types) {
    for (const status of [400, 401, 404, 500, 503]) assert.equal(told(readAnswer(type, status, body)), 'http_status')
    for (const status of [300, 301, 302, 303, 304, 307, 308])
      assert.equal(told(readAnswer(type, status, body)), 'redirect')
  }
  assert.equal(told(readAnswer('ping', 502, '<h1>Bad Gateway</h1>')), 'http_status')
})

const shapeless: [body: string, reason: string][] = [
  ['', 'not_json'],
  ['ok', 'not_json'],
  ['{"ok":true', 'not_json'],
  ['{"ok":true}{"ok":true}', 'not_json'],
  ["{'ok':true}", 'not_json'],
  ['null', 'wrong_shape'],
  ['true', 'wrong_shape'],
  ['"ok"', 'wrong_shape'],
  ['[{"ok":true}]', 'wrong_shape'],
  ['{}', 'wrong_shape'],
  ['{"ok":1}', 'wrong_shape'],
  ['{"ok":"true"}', 'wrong_shape'],
  ['{"OK":true}', 'wrong_shape'],
  ['{"__proto__":{"ok":true}}', 'wrong_shape'],
  ['{"ok":false}', 'wrong_shape'],
  ['{"ok":false,"code":""}', 'wrong_shape'],
  ['{"ok":false,"code":17}', 'wrong_shape'],
  ['['.repeat(60_000), 'not_json'],
  ['['.repeat(30_000) + ']'.repeat(30_000), 'wrong_shape'],
]
for (const [body, reason] of shapeless) {
  test(`${body.slice(0, 30) || 'an empty body'} is an invalid response`, () => {
    for (const type of types) assert.equal(told(readAnswer(type, 200, body)), reason)
  })
}

test('if a member is there twice, the last one counts', () => {
  const body = '{"ok":false,"code":"no","amount":1,"currency":"EUR","ok":true,"amount":2}'
  assert.deepEqual(readAnswer('refund.preview', 200, body), { kind: 'amount', amount: 2, currency: 'EUR', note: null })
})

test('any text with any status has one verdict, and every invalid response is explained in a sentence', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .record(
        {
          ok: fc.oneof(fc.boolean(), fc.anything()),
          amount: fc.anything(),
          currency: fc.anything(),
          status: fc.constantFrom('succeeded', 'pending', 'x'),
          code: fc.oneof(fc.string(), fc.anything()),
        },
        { requiredKeys: [] },
      )
      .map((body) => JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? String(value) : value))),
  )
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.integer({ min: 200, max: 599 }), texts, (type, status, text) => {
      const verdict = readAnswer(type, status, text)
      if (verdict.kind === 'no_answer') assert.match(verdict.explanation, /^[A-Z"].*\.$/)
      if (verdict.kind === 'amount')
        assert.ok(type === 'refund.preview' && verdict.amount >= 0 && Number.isSafeInteger(verdict.amount))
      if (verdict.kind === 'outcome') assert.equal(type, 'refund.create')
      if (verdict.kind === 'ok') assert.equal(type, 'ping')
    }),
  )
})
