import type { Random } from '../../../src/sample-shop/repeatable.ts'

export type Schema = Record<string, unknown>

/** Share of values that are replaced by one that matches no schema. */
const ODD_SHARE = 0.005
/** Share of values with a format that get an invalid one. */
const WRONG_SHARE = 0.05
const MAX_DEPTH = 6

const ODD = [
  ...['null', 'true', '""', '0', '-0', '-1', '1.5', '1e400', '-1e400', '9007199254740993', '1e-7', '[]', '{}', '[[]]'],
  ...['[null]', '{"a":1,"a":2}', '{"__proto__":{"x":1}}', '{"constructor":1}', '"\\u0000"', '"\\ud800"', '"\\u202e"'],
  ...['NaN', '01', '"\\x"', "'a'", 'undefined', '', '\u2028', '"\t"', '\ufeff1'],
]
/** Valid and invalid values of the formats in the document. */
const FORMS: Record<string, [right: string[], wrong: string[]]> = {
  'date-time': [
    [
      '"2026-03-01T09:30:00Z"',
      '"2026-03-01T09:30:00.123456789+05:30"',
      '"0000-01-01T00:00:00Z"',
      '"2024-02-29T23:59Z"',
    ],
    ['"2026-02-30T00:00:00Z"', '"2026-03-01"', '"yesterday"', '"+10000-01-01T00:00:00Z"', '253402300800000'],
  ],
  email: [
    ['"ada@example.com"', '"a@b.example"'],
    ['"@"', '"a b@example.com"', '"a@b"'],
  ],
  uri: [['"https://example.com/a?b=c#d"'], ['"javascript:1"', '"//x"', '"http://[::1"']],
  '^[A-Z]{2}$': [
    ['"DE"', '"US"'],
    ['"de"', '"DEU"'],
  ],
  '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$': [
    ['"en"', '"de-CH"'],
    ['"x"', '"en_US"'],
  ],
  '^[A-Z]{3}$': [
    ['"EUR"', '"USD"'],
    ['"eur"', '"EURO"', '"ZZZ"'],
  ],
}
const LETTERS = [
  'a',
  'Z',
  '0',
  ' ',
  '-',
  '_',
  '/',
  '%',
  '?',
  '#',
  '"',
  '\\',
  '\n',
  '\x7f',
  'é',
  'ß',
  '漢',
  '🧶',
  '\u0301',
]

/** Text of JSON that fits a schema of the OpenAPI document, nearly always. `known` are ids that exist, by the field's name. */
export function jsonText(
  schema: Schema,
  { random, schemas, known }: { random: Random; schemas: Record<string, Schema>; known: Record<string, string[]> },
): string {
  const { int, pick, chance } = random

  function text(minimum: number, maximum: number): string {
    const length = chance(0.005) ? maximum + int(-1, 1) : int(minimum, Math.min(maximum, 12))
    return Array.from({ length: Math.max(0, length) }, () => pick(LETTERS)).join('')
  }

  function anything(depth: number): string {
    const kind = depth > MAX_DEPTH ? 0 : int(0, 3)
    const count = int(0, 3)
    if (kind === 1) return `[${Array.from({ length: count }, () => anything(depth + 1)).join()}]`
    if (kind === 2)
      return `{${Array.from({ length: count }, () => `${JSON.stringify(text(0, 8))}:${anything(depth + 1)}`).join()}}`
    return kind === 3 ? JSON.stringify(text(0, 40)) : pick(ODD)
  }

  function string({ minLength = 0, maxLength = 40, format, pattern }: Schema): string {
    const form = FORMS[String(format ?? pattern)]
    if (form) return pick(form[chance(WRONG_SHARE) ? 1 : 0])
    return JSON.stringify(text(minLength as number, maxLength as number))
  }

  function object({ properties = {}, required = [], additionalProperties }: Schema, depth: number): string {
    const fields = Object.entries(properties as Record<string, Schema>)
      .filter(([name]) => ((required as string[]).includes(name) ? !chance(0.002) : chance(0.25)))
      .map(
        ([name, field]) =>
          `${JSON.stringify(name)}:${known[name] && chance(0.9) ? JSON.stringify(pick(known[name])) : write(field, depth + 1)}`,
      )
    if (additionalProperties === true || chance(0.05))
      fields.push(`${JSON.stringify(text(1, 8))}:${anything(depth + 1)}`)
    return `{${fields.join()}}`
  }

  function array({ items = {}, maxItems = 4 }: Schema, depth: number): string {
    const length = chance(0.01) ? Math.min(maxItems as number, 60) + int(0, 1) : int(0, Math.min(maxItems as number, 4))
    return `[${Array.from({ length }, () => write(items as Schema, depth + 1)).join()}]`
  }

  function write(field: Schema, depth: number): string {
    if (chance(ODD_SHARE)) return chance(0.5) ? pick(ODD) : anything(depth)
    if (typeof field.$ref === 'string') return write(schemas[field.$ref.split('/').at(-1) ?? ''] ?? {}, depth)
    if (Array.isArray(field.anyOf)) return write(pick(field.anyOf as Schema[]), depth)
    if (Array.isArray(field.enum)) return JSON.stringify(pick(field.enum))
    if (field.type === 'object') return object(field, depth)
    if (field.type === 'array') return array(field, depth)
    if (field.type === 'string') return string(field)
    if (field.type === 'boolean') return pick(['true', 'false'])
    if (field.type === 'null') return 'null'
    if (field.type === 'integer' || field.type === 'number')
      return chance(0.05) ? String(field.maximum ?? 2 ** 53) : String(int(0, 5_000))
    return anything(depth)
  }

  return write(schema, 0)
}
