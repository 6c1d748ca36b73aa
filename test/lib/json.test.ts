import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extentOf, JsonText, parse, stringify } from '../../src/lib/json.ts'
import { fc } from '../support/properties.ts'

/** The text with every number in one form and every string escaped in one way: equal texts have equal values and equal orders of keys. */
function decimals(text: string): string {
  return text.replaceAll(
    /"(?:[^"\\]|\\.)*"|(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?|\s+/g,
    (token, sign, whole, fraction, exponent) => {
      if (token.startsWith('"')) return JSON.stringify(JSON.parse(token))
      if (whole === undefined) return ''
      const digits = `${whole}${fraction ?? ''}`.replace(/^0+/, '')
      const significant = digits.replace(/0+$/, '')
      if (significant === '') return '0'
      const power = Number(exponent ?? 0) - (fraction ?? '').length + digits.length - significant.length
      return `${sign}${significant}e${power}`
    },
  )
}

const kept = [
  '{"data":[{"custom":{"b":1,"10":2,"9":3}}]}',
  '{"data":[{"custom":{"n":12345678901234567890}}]}',
  '{"data":[{"custom":{"n":1e400}}]}',
  '{"data":[{"items":[{"custom":{"n":9007199254740993}},{"custom":{"z":{"2":1,"1":[{"1":0,"0":1}]}}}]}]}',
  '{"data":[{"custom":{"2":"} ] { [ \\" \\\\","1":"\\"custom\\":{"}}]}',
  '{"data":[{"custom":{"custom":{"2":1,"1":2}}}]}',
  '{"data":[{"custom":{"__proto__":{"2":1,"1":2}}}]}',
  '{"data":[{"custom":{"2":1,"1":2,"__proto__":null,"constructor":{},"toString":1,"hasOwnProperty":2}}]}',
  '{"data":[{"custom":{"2":-1.5E+3,"1":[-7,-0,1e-7,0.10,100e-2],"0":true}}]}',
  '{"data":[{"custom":{"n":0.12345678901234567}}]}',
  '{"data":[{"custom":{"n":3.0000000000000000001,"m":-12345678901234567890.5}}]}',
  '{"data":[{"custom":{"2":"\\u0041\\/\\n\\ud83e\\udde3","1":"ü🧣\u2028"}}]}',
  '{"data":[{"custom":{"2":{},"1":[],"0":[[[{"1":0,"0":[]}]]]}}]}',
  '{"data":[{"custom":{"2":"// no comment","1":"/* none */"}}]}',
  '{"data":[{"custom":{"note":"\\"custom\\":{\\"9\\":1}","9":1,"8":2}}]}',
  '{"data":[{"a":"\\"custom\\":","custom":{"2":1,"1":2},"b":["custom",":","{"]}]}',
  '{"data":[{"variants":[{"id":"v"},{"custom":{"2":1,"1":2}},{"custom":{"a":1}},{"custom":{"4":1,"3":2}}]}]}',
  '{"data":[{"custom":{"a":1,"a2":2}},{"custom":12345678901234567890},{"custom":"x"},{"custom":[9007199254740993]}]}',
  '[{"custom":{"2":1,"1":2}}]',
  '"custom"',
]

for (const text of kept) {
  test(`custom keeps its exact text: ${text}`, () => assert.equal(stringify(parse(text, 'custom')), text))
}

test('a name with an escape is not mistaken for an earlier name', () => {
  // What makes JSON.parse read the next name as a backslash.
  parse('{"h":[],"\\\\":0}', 'custom')
  for (const name of ['\\"', '\\n', '\\u00e9']) {
    const text = `{"custom":{"h":1,"${name}":2}}`
    assert.equal(stringify(parse(text, 'custom')), text)
  }
})

test('white space between tokens is not kept', () => {
  const text = '{ "data" : [ { "custom" : { "2" : [ 1 , 2 ] , "1" : null } } ] }'
  assert.equal(stringify(parse(text, 'custom')), '{"data":[{"custom":{"2":[1,2],"1":null}}]}')
})

test('if a member is given twice, the last one counts, whichever is kept as text', () => {
  const cases = [
    ['{"custom":{"2":1,"1":2},"custom":{"a":1}}', '{"custom":{"a":1}}'],
    ['{"custom":{"a":1},"custom":{"2":1,"1":2}}', '{"custom":{"2":1,"1":2}}'],
    ['{"x":[{"custom":{"2":1,"1":2}}],"x":[{"custom":{"3":1,"1":2}}]}', '{"x":[{"custom":{"3":1,"1":2}}]}'],
    ['{"x":[{"custom":{"2":1,"1":2}}],"custom":{"3":1,"1":2},"x":[{"b":1}]}', '{"x":[{"b":1}],"custom":{"3":1,"1":2}}'],
  ] as const
  for (const [text, expected] of cases) assert.equal(stringify(parse(text, 'custom')), expected)
})

test('a number in custom keeps its value, however it was written', () => {
  for (const number of [
    '1e-400',
    '4e-324',
    '9007199254740993e-1',
    '8007199254740993e-2',
    '1e400',
    '9007199254740993',
  ]) {
    assert.equal(
      decimals(stringify(parse(`{"custom":{"n":${number}}}`, 'custom'))),
      decimals(`{"custom":{"n":${number}}}`),
    )
  }
})

test('a name written with escapes is the same name', () => {
  const text = '{"data":[{"\\u0063ustom":{"2":1,"1":2}}]}'
  assert.equal(stringify(parse(text, 'custom')), '{"data":[{"custom":{"2":1,"1":2}}]}')
})

for (const text of [
  '',
  '{',
  '{"custom":{"2":1,"1":2}',
  '{"custom":{"2":1,}}',
  '{"custom":01}',
  "{'custom':1}",
  '{"custom":NaN}',
]) {
  test(`${text || 'nothing'} is not JSON`, () => assert.throws(() => parse(text, 'custom'), SyntaxError))
}

test('only members called custom are kept as text', () => {
  const parsed = parse('{"other":{"2":1,"1":2},"custom":{"2":1,"1":2}}', 'custom') as Record<string, unknown>
  assert.deepEqual(parsed.other, { 1: 2, 2: 1 })
  assert.ok(parsed.custom instanceof JsonText)
})

test('a string is not mistaken for JSON text', () => {
  const mark = new JsonText('{}').toJSON()
  const value = { a: `x${mark}`, b: '\0{}', c: new JsonText('{"1":1}') }
  assert.equal(stringify(value), `{"a":${JSON.stringify(`x${mark}`)},"b":"\\u0000{}","c":{"1":1}}`)
})

/** JSON as anyone might write it: odd numbers, odd names, white space. */
const key = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.nat(20).map(String),
  fc.constantFrom('custom', '__proto__', 'constructor', '"', '\\', '{'),
)
const digits = fc.stringMatching(/^\d{1,20}$/)
const exponent = fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.nat(400)).map(([sign, power]) => sign + power)
const number = fc
  .tuple(fc.constantFrom('', '-'), fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.option(digits), fc.option(exponent))
  .map(([sign, whole, fraction, power]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${power ?? ''}`)
const space = fc.constantFrom('', '', ' ', '\n\t')
const { json } = fc.letrec<{ json: string; array: string; object: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    number,
    fc.integer().map(String),
    fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
    fc.constantFrom('null', 'true', 'false', '"\\u00e9"'),
    tie('array'),
    tie('object'),
  ),
  array: fc.tuple(fc.array(tie('json')), space).map(([entries, gap]) => `[${gap}${entries.join(`${gap},`)}${gap}]`),
  object: fc
    .tuple(fc.uniqueArray(fc.tuple(key, tie('json')), { selector: ([name]) => name }), space)
    .map(
      ([entries, gap]) =>
        `{${gap}${entries.map(([name, value]) => `${JSON.stringify(name)}${gap}:${value}`).join(',')}${gap}}`,
    ),
}))

/** Without what leads JSON.parse to mistake other escaped names for one that begins with a backslash: nodejs/node#63785. */
const plainlyNamed = json.filter((text) => !text.includes('"\\\\'))

test('any custom is read back with the same value and order of keys', () => {
  fc.assert(
    fc.property(fc.array(json), (values) => {
      const text = `{"data":[${values.map((value) => `{"custom":{"a":${value}}}`).join(',')}]}`
      assert.equal(decimals(stringify(parse(text, 'custom'))), decimals(text))
    }),
    { numRuns: 500 },
  )
})

test('any JSON is read with the value that JSON.parse returns', () => {
  // Infinity, which JSON can only read, is left out of the comparison.
  const seen = (text: string): unknown => JSON.parse(JSON.stringify(JSON.parse(text)))
  fc.assert(
    fc.property(plainlyNamed, (text) => assert.deepEqual(seen(stringify(parse(text, 'custom'))), seen(text))),
    { numRuns: 500 },
  )
})

/** All values of a parsed text, and how deep they nest. */
function counted(value: unknown): { values: number; levels: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, levels: 0 }
  const inner = Object.values(value).map(counted)
  return {
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
    levels: 1 + Math.max(0, ...inner.map(({ levels }) => levels)),
  }
}

test('the values of a JSON text are counted without parsing it', () => {
  for (const [text, values, levels] of [
    ['7', 1, 0],
    ['"[{,\\"]"', 1, 0],
    ['{}', 1, 1],
    ['[ \n\t\r]', 1, 1],
    ['[[],{},[[]]]', 5, 3],
    ['{"__proto__":{"__proto__":[]}}', 3, 3],
    ['{"\\"":1,"\\\\":2}', 3, 1],
    ['{"a,[":[1,"\\\\\\\\",{"b":null}]}', 6, 3],
  ] as const) {
    assert.deepEqual(extentOf(Buffer.from(text)), { values, levels }, text)
  }
  fc.assert(
    fc.property(plainlyNamed, (text) => assert.deepEqual(extentOf(Buffer.from(text)), counted(JSON.parse(text)))),
    { numRuns: 500 },
  )
})

test('a text that is not JSON is also counted to its end', () => {
  for (const text of ['', '"', '"\\', '[', ']', '}{', ',,', '{"a":"'])
    assert.ok(extentOf(Buffer.from(text)).values >= 0)
})
