import { type Duplex, pipeline } from 'node:stream'
import { nearest } from '../../lib/nearest.ts'
import { isObject } from '../../lib/schema.ts'
import type { Kind } from '../../objects/kinds.ts'
import type { ImportRow } from '../../rows/row.ts'

/** What the objects of a file must look like. */
export interface Expected {
  /** The fields of the objects. */
  fields: Map<string, Kind>
  /** Receives warnings about the file that do not stop the import. */
  warn(message: string): void
}

/** Pipes `input` through `stream`. The reader gets every error of either, even one between two reads. */
export function through<Out>(input: AsyncIterable<unknown>, stream: Duplex): AsyncIterable<Out> {
  return pipeline(input, stream, () => {})
}

/** The most names that are reported: if keys are data, their number has no limit. */
const MAX_REPORTED = 100

/** Yields the rows unchanged, and warns once of each unknown field, which the server leaves out. */
export async function* warnOfUnknown(
  rows: AsyncIterable<ImportRow>,
  { fields, warn }: Expected,
): AsyncGenerator<ImportRow> {
  const reported = new Set<string>()
  for await (const row of rows) {
    if (row.issues.length === 0 && reported.size < MAX_REPORTED) {
      for (const name of unknownIn(JSON.parse(row.text), { fields }, '')) {
        if (!reported.has(name)) warn(unknownField('Field', name, fields))
        reported.add(name)
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

/** The warning about a name that is not a field. */
export function unknownField(what: 'Column' | 'Field', name: string, fields: Map<string, Kind>): string {
  const meant = nearest(name, namesOf({ fields }))
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`
  return `${what} "${name}" is unknown and is left out.${hint} To keep the values, name it "custom.${name}".`
}

function namesOf(kind: Kind, prefix = ''): string[] {
  const parts = typeof kind === 'string' ? undefined : 'each' in kind ? kind.each : kind
  if (typeof parts !== 'object' || 'each' in parts) return [prefix]
  return [...parts.fields].flatMap(([name, inner]) => namesOf(inner, prefix ? `${prefix}.${name}` : name))
}
