import type * as v from 'valibot'
import { currencies } from '../../src/lib/currencies.ts'
import { objectShapeOf, type Shape } from '../../src/lib/shape.ts'
import { fc } from './properties.ts'

/*
 * Any object that a shop may push, made from the schema of its type: every field, with texts that spreadsheets, CSV files and formats
 * of other programs could take for something else.
 */

const ODD = [
  ...[
    '',
    "'",
    "''",
    '=1+1',
    "'=1+1",
    "''=1+1",
    '+49',
    '-',
    '@x',
    '\tx',
    '\rx',
    "'\tx",
    '\n',
    'a\r\nb',
    '"',
    '""',
    '","',
  ],
  ...[
    '1E5',
    '4.5E+12',
    "'1E5",
    '007',
    ' x ',
    '  ',
    ',',
    ';',
    'sep=;',
    'null',
    '[1]',
    '{"a":1}',
    '[',
    '\u2028',
    '\ufeff',
    '‮x',
  ],
]
const text = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ maxLength: 12 }),
)
const storable = text.map((value) => value.replaceAll('\0', ''))
const some = storable.filter((value) => value !== '' && value !== '.' && value !== '..')
const custom = fc.dictionary(storable, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }).map((value) => plain(value))

/** JSON without what no database keeps: NUL, and halves of characters. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/\\u0000|\\ud[89a-f]../gi, '?'))
}

/** Any object of a type: all its fields may be there, an object within it has at least one. */
export function anyObject(schema: v.GenericSchema): fc.Arbitrary<Record<string, unknown>> {
  return objectOf(objectShapeOf(schema))
}

function objectOf({ fields, required, requires }: Extract<Shape, { kind: 'object' }>) {
  const parts = Object.fromEntries([...fields].map(([name, { shape }]) => [name, anyOf(shape)]))
  return fc
    .record(parts, { requiredKeys: required.length > 0 ? required : [[...fields.keys()][0] ?? ''] })
    .map((made): Record<string, unknown> => {
      const object = { ...made } as Record<string, unknown>
      for (const [field, other] of requires) if (object[other] === undefined) delete object[field]
      return object
    })
}

function anyOf(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.kind === 'object') return objectOf(shape)
  if (shape.kind === 'list') {
    const each = anyOf(shape.each)
    const idOf = (entry: unknown) => (entry as { id: string }).id
    return shape.distinct ? fc.uniqueArray(each, { maxLength: 3, selector: idOf }) : fc.array(each, { maxLength: 3 })
  }
  const { stored, json } = shape
  if (stored === 'custom') return custom
  if (stored === 'time')
    return fc.integer({ min: 400_000_000_000, max: 9_000_000_000_000 }).map((at) => new Date(at).toISOString())
  if (json.enum) return fc.constantFrom(...(json.enum as string[]))
  if (json.type === 'boolean') return fc.boolean()
  if (json.type === 'integer')
    return fc.integer({ min: Number(json.minimum), max: Math.min(Number(json.maximum), 2 ** 53 - 1) })
  if (json.type === 'object') return fc.dictionary(some, storable, { maxKeys: 3 })
  if (json.format === 'email') return fc.constantFrom('ada@example.com', '=a@b', '+a@b.c', "'-@x", '-@b')
  if (json.format === 'uri') return fc.constantFrom('https://shop.example/a?b="c",d', 'http://x/=1')
  if (json.maxLength === 3) return fc.constantFrom(...currencies)
  if (json.pattern === '^[A-Z]{2}$') return fc.constantFrom('GB', 'DE', 'NO')
  if (json.pattern && json.minLength === undefined) return fc.constantFrom('en', 'pt-BR')
  return json.minLength === 1 ? some : storable
}
