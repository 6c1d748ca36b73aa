import { isJsonObject, type Json, type JsonObject } from '../json-object.ts'
import type { RowContext } from '../mapping.ts'
import type { ImportRow, RowIssue } from '../row.ts'
import { entryOf, fillFields, issueAt, latest, withIdentity } from './fill.ts'
import type { CellsOf, Field, FieldKind, JsonPreset, ObjectContext } from './preset.ts'

/** A value of JSON as the cell of a table: the path of a name leads into objects, and a number into lists. */
export function cellsIn(source: JsonObject): CellsOf {
  const byNames = (...names: string[]) => {
    for (const name of names) {
      const cell = cellAt(source, name)
      if (cell !== '') return cell
    }
    return ''
  }
  return Object.assign(byNames, { of: ({ names }: Field) => byNames(...names) })
}

function cellAt(source: JsonObject, name: string): string {
  let value: Json | undefined = source
  for (const step of name.split('.')) {
    if (Array.isArray(value)) value = value[Number(step)]
    else if (isJsonObject(value)) value = Object.hasOwn(value, step) ? value[step] : undefined
    else return ''
  }
  if (Array.isArray(value)) return value.filter((entry) => typeof entry !== 'object').join(',')
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value).trim()
}

/** The objects of a list; empty if there is no such list. */
export function objectsIn(source: JsonObject, name: string): JsonObject[] {
  const list = source[name]
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

/** The object that an entry of a JSON file is in our form. */
export function objectOfJson(
  preset: JsonPreset,
  source: JsonObject,
  place: number,
  { answers, importedAt, now }: RowContext,
): ImportRow {
  const issues: RowIssue[] = []
  const cells = [cellsIn(source)]
  const currency = cellsIn(source)(...(preset.currency ?? [])) || answers.currency
  const context: ObjectContext = {
    answers,
    currency: currency?.toUpperCase(),
    // Numbers of JSON have a point.
    decimals: 'point',
    now,
    reject: (field, message) => issues.push(issueAt(field, message)),
  }
  const object: JsonObject = {}
  fillFields(object, preset.fields, cells, context)
  preset.finish?.(object, source, context)
  for (const [name, { from, fields, each }] of Object.entries(preset.lists ?? {})) {
    object[name] = objectsIn(source, from).map((inner, index) => {
      const entry = entryOf(fields, cellsIn(inner), context, `${name}.${index}`)
      each?.(entry, inner, index, object)
      return entry
    })
  }
  const updatedAt = latest(preset.ages, cells, context) ?? importedAt
  if (updatedAt === undefined)
    context.reject('updatedAt', `has no time in ${preset.ages.map(({ names: [name] }) => name).join(', ')}`)
  return { place, text: JSON.stringify(withIdentity(object, updatedAt)), issues }
}

/** The names of the fields that hold amounts, and of those that hold times of a zone that people must say. */
export function fieldsOfJson({ fields, ages }: JsonPreset): { amounts: string[][]; times: string[][] } {
  const of = (kind: FieldKind) =>
    [...Object.values(fields), ...ages].filter((one) => one.kind === kind).map(({ names }) => names)
  return { amounts: of('amount'), times: of('time') }
}
