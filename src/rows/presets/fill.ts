import type { Json, JsonObject } from '../json-object.ts'
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

/** Puts a value at a path such as `shippingAddress.city`. */
export function put(object: JsonObject, path: string, value: Json | undefined): void {
  if (value === undefined) return
  const [step = '', ...rest] = path.split('.')
  if (rest.length === 0) {
    object[step] = value
    return
  }
  const inner = object[step]
  const target = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {}
  object[step] = target
  put(target, rest.join('.'), value)
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
      const cell = cellOf(...field.names)
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
    put(entry, path, fieldValue(field, cellOf(...field.names), context, `${at}.${path}`))
  }
  return entry
}

/** The latest of the times of an object; undefined if it has none. */
export function latest(ages: Field[], records: CellsOf[], context: ObjectContext): number | undefined {
  let found: number | undefined
  for (const { names, read } of ages) {
    for (const cellOf of records) {
      const cell = cellOf(...names)
      const time = cell === '' ? undefined : read(cell, context)
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
  const { id, ...rest } = object
  return { ...(id === undefined ? {} : { id }), ...(updatedAt === undefined ? {} : { updatedAt }), ...rest }
}
