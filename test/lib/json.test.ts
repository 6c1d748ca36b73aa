import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JsonText, parse, stringify } from '../../src/lib/json.ts'

const kept = [
  '{"data":[{"custom":{"b":1,"10":2,"9":3}}]}',
  '{"data":[{"custom":{"n":12345678901234567890}}]}',
  '{"data":[{"custom":{"n":1e400}}]}',
  '{"data":[{"items":[{"custom":{"n":9007199254740993}},{"custom":{"z":{"2":1,"1":[{"1":0,"0":1}]}}}]}]}',
  '{"data":[{"custom":{"2":"} ] { [ \\" \\\\","1":"\\"custom\\":{"}}]}',
  '{"data":[{"custom":{"custom":{"2":1,"1":2}}}]}',
  '{"data":[{"custom":{"__proto__":{"2":1,"1":2}}}]}',
]

for (const text of kept) {
  test(`comes back as it was written: ${text}`, () => assert.equal(stringify(parse(text, 'custom')), text))
}

test('white space between tokens is not kept', () => {
  const text = '{ "data" : [ { "custom" : { "2" : [ 1 , 2 ] , "1" : null } } ] }'
  assert.equal(stringify(parse(text, 'custom')), '{"data":[{"custom":{"2":[1,2],"1":null}}]}')
})

test('of a member given twice the last one counts, whichever needs to be kept as text', () => {
  const cases = [
    ['{"custom":{"2":1,"1":2},"custom":{"a":1}}', '{"custom":{"a":1}}'],
    ['{"custom":{"a":1},"custom":{"2":1,"1":2}}', '{"custom":{"2":1,"1":2}}'],
    ['{"x":[{"custom":{"2":1,"1":2}}],"x":[{"custom":{"3":1,"1":2}}]}', '{"x":[{"custom":{"3":1,"1":2}}]}'],
    ['{"x":[{"custom":{"2":1,"1":2}}],"custom":{"3":1,"1":2},"x":[{"b":1}]}', '{"x":[{"b":1}],"custom":{"3":1,"1":2}}'],
  ] as const
  for (const [text, expected] of cases) assert.equal(stringify(parse(text, 'custom')), expected)
})

test('only members of that name are kept as text', () => {
  const parsed = parse('{"other":{"2":1,"1":2},"custom":{"2":1,"1":2}}', 'custom') as Record<string, unknown>
  assert.deepEqual(parsed.other, { 1: 2, 2: 1 })
  assert.ok(parsed.custom instanceof JsonText)
})

test('a string cannot pass for JSON text', () => {
  const mark = new JsonText('{}').toJSON()
  const value = { a: `x${mark}`, b: '\0{}', c: new JsonText('{"1":1}') }
  assert.equal(stringify(value), `{"a":${JSON.stringify(`x${mark}`)},"b":"\\u0000{}","c":{"1":1}}`)
})

test('any custom object comes back with the same value and the same order of keys', () => {
  const key = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.nat(20).map(String),
    fc.constantFrom('custom', '__proto__', 'constructor'),
  )
  const number = fc.oneof(
    fc.integer().map(String),
    fc.bigInt({ min: 10n ** 17n, max: 10n ** 25n }).map(String),
    fc.constantFrom('1e400', '0.1'),
  )
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: 'small' },
      number,
      fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
      fc.constantFrom('null', 'true'),
      tie('array'),
      tie('object'),
    ) as fc.Arbitrary<string>,
    array: fc.array(tie('json') as fc.Arbitrary<string>).map((entries) => `[${entries.join(',')}]`),
    object: fc
      .uniqueArray(fc.tuple(key, tie('json') as fc.Arbitrary<string>), { selector: ([name]) => name })
      .map((entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
  }))
  fc.assert(
    fc.property(fc.array(json as fc.Arbitrary<string>), (values) => {
      const text = `{"data":[${values.map((value) => `{"custom":{"a":${value}}}`).join(',')}]}`
      assert.equal(stringify(parse(text, 'custom')), text)
    }),
  )
})
