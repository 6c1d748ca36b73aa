import { distance } from 'fastest-levenshtein'
import { isObject } from '../../lib/schema.ts'
import type { Kind } from '../../objects/kinds.ts'
import type { Expected, Row } from './rows.ts'

/** No more names than these are told: keys that are data would never come to an end. */
const MAX_TOLD = 100

/** The rows as they are, while each field that the server does not know, and so leaves out, is told once. */
export async function* tellUnknown(rows: AsyncIterable<Row>, { fields, warn }: Expected): AsyncGenerator<Row> {
  const told = new Set<string>()
  for await (const row of rows) {
    if (row.issues.length === 0 && told.size < MAX_TOLD) {
      for (const name of unknownIn(JSON.parse(row.text), { fields }, '')) {
        if (!told.has(name)) warn(unknownField('Field', name, fields))
        told.add(name)
      }
    }
    yield row
  }
}

function unknownIn(value: unknown, kind: Kind, prefix: string): string[] {
  if (typeof kind === 'string') return []
  if ('each' in kind) return Array.isArray(value) ? value.flatMap((entry) => unknownIn(entry, kind.each, prefix)) : []
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = kind.fields.get(name)
    return field ? unknownIn(inner, field, `${prefix}${name}.`) : [prefix + name]
  })
}

/** What to tell of a name that is no field's. */
export function unknownField(what: 'Column' | 'Field', name: string, fields: Map<string, Kind>): string {
  const near = (other: string) => distance(name.toLowerCase(), other.toLowerCase())
  const nearest = namesOf({ fields }).reduce((best, other) => (near(other) < near(best) ? other : best))
  return `${what} "${name}" is not known and is left out: the nearest name is "${nearest}"; "custom.${name}" would keep it.`
}

function namesOf(kind: Kind, prefix = ''): string[] {
  const parts = typeof kind === 'string' ? undefined : 'each' in kind ? kind.each : kind
  if (typeof parts !== 'object' || 'each' in parts) return [prefix]
  return [...parts.fields].flatMap(([name, inner]) => namesOf(inner, prefix ? `${prefix}.${name}` : name))
}
