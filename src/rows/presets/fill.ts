import { isJsonObject, type Json, type JsonObject } from '../json-object.ts'
import { BadCell } from '../problem.ts'
import type { RowIssue } from '../row.ts'
import type { CellsOf, Field, ObjectContext } from './preset.ts'

/** A cell as a field's value. What can't be read stays as it is, with an issue. */
export function fieldValue(field: Field, cell: string, context: ObjectContext, path: string): Json | undefined {
  if (cell === '') return undefined
  const value = field.read(cell, context)
  if (!(value instanceof BadCell)) return value
  context.reject(path, `${field.names[0] ?? ''}: ${value.problem}`)
  return cell
}

const steps = new Map<string, string[]>()

/** Puts a value at a path such as `shippingAddress.city`. */
export function put(object: JsonObject, path: string, value: Json | undefined): void {
  if (value === undefined) return
  let way = steps.get(path)
  if (!way) {
    way = path.split('.')
    steps.set(path, way)
  }
  let target = object
  for (const step of way.slice(0, -1)) {
    const inner = target[step]
    const next = isJsonObject(inner) ? inner : {}
    target[step] = next
    target = next
  }
  target[way.at(-1) ?? ''] = value
}

/** Fills the fields of an object from its records: each from the first record that has a cell for it. */
export function fillFields(
  object: JsonObject,
  fields: Record<string, Field>,
  records: CellsOf[],
  context: ObjectContext,
): void {
  for (const [path, field] of Object.entries(fields)) {
    let first = ''
    for (const cellOf of records) {
      const cell = cellOf.of(field)
      if (cell === '') continue
      if (first === '') first = cell
      else if (cell !== first && (field.kind === 'amount' || field.kind === 'id'))
        context.reject(path, `${field.names[0] ?? ''} differs in the rows of one object: ${first} and ${cell}`)
    }
    put(object, path, fieldValue(field, first, context, path))
  }
}

/** Fills the fields of one entry of a list. */
export function entryOf(
  fields: Record<string, Field>,
  cellOf: CellsOf,
  context: ObjectContext,
  at: string,
): JsonObject {
  const entry: JsonObject = {}
  for (const [path, field] of Object.entries(fields)) {
    put(entry, path, fieldValue(field, cellOf.of(field), context, `${at}.${path}`))
  }
  return entry
}

/** The latest of the times of an object; undefined if it has none. */
export function latest(ages: Field[], records: CellsOf[], context: ObjectContext): number | undefined {
  let found: number | undefined
  for (const field of ages) {
    for (const cellOf of records) {
      const cell = cellOf.of(field)
      const time = cell === '' ? undefined : field.read(cell, context)
      if (typeof time === 'number' && (found === undefined || time > found)) found = time
    }
  }
  return found
}

/** An issue at a path joined by dots, in which numbers are places in lists. */
export function issueAt(path: string, message: string): RowIssue {
  const steps = path === '' ? [] : path.split('.')
  return { path: steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)), message }
}

/** Puts the fields that every object has first. */
export function withIdentity(object: JsonObject, updatedAt: number | undefined): JsonObject {
  // Assigned in this order: what has no value is left out of the JSON.
  return Object.assign({ id: object.id, updatedAt } as JsonObject, object)
}
