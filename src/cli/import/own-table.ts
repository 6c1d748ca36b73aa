import { cellFields, cellKindOf, kindAt, listOf } from '../../objects/kinds.ts'
import { plainHeading } from '../../rows/headings.ts'
import { fieldsByHeading } from '../../rows/own-columns.ts'
import { nearPresets } from '../../rows/presets/list.ts'
import { UnreadableFile } from '../../rows/problem.ts'
import type { RowColumn } from '../../rows/row.ts'
import { type Expected, unknownField } from './rows.ts'

/** A column that somebody matched with a field: `Total=total`. */
export interface ColumnMatch {
  heading: string
  field: string
}

/**
 * Finds the fields of each column: those that it was matched with, or the one that has its name. A column without a field is left out,
 * with a warning that shows the nearest name.
 *
 * @throws UnreadableFile if no column is the id, two columns have one field, or one field is a part of another
 */
export function ownColumns(headings: string[], matches: ColumnMatch[], { fields, warn }: Expected): RowColumn[] {
  const names = namesOf(headings, matches, fields)
  const columns = headings.flatMap((_, index) =>
    (names[index] ?? []).map((name): RowColumn => {
      const path = name.split('.')
      const kind = kindAt({ fields }, path)
      if (!kind) throw new UnreadableFile(`--map: "${name}" is not a field`)
      return { name, index, path, kind: cellKindOf(kind), list: listOf(fields, path) }
    }),
  )
  if (!columns.some(({ name }) => name === 'id')) throw new UnreadableFile(unknownColumns(headings))
  for (const [index, heading] of headings.entries())
    if (heading !== '' && names[index]?.length === 0) warn(unknownField('Column', heading, fields))
  refuseOverlaps(columns.map(({ name }) => name))
  return columns
}

function namesOf(headings: string[], matches: ColumnMatch[], fields: Expected['fields']): string[][] {
  const unused = matches.find(({ heading }) => !headings.some((one) => plainHeading(one) === plainHeading(heading)))
  if (unused) throw new UnreadableFile(`it has no column "${unused.heading}", which --map names`)
  const matched = (heading: string) =>
    matches.filter((match) => plainHeading(match.heading) === plainHeading(heading)).map(({ field }) => field)
  const taken = new Set(matches.map(({ field }) => field))
  const byName = fieldsByHeading(
    headings,
    cellFields(fields).map(({ name }) => name),
  )
  return headings.map((heading, index) => {
    const own = matched(heading)
    if (own.length > 0) return own
    const exact = heading !== '' && kindAt({ fields }, heading.split('.')) ? heading : byName[index]
    return exact && !taken.has(exact) ? [exact] : []
  })
}

/** The first thing that somebody must see whose columns are of another program. */
export function unknownColumns(headings: string[]): string {
  const near = nearPresets(headings).map(
    ({ preset, missing }) =>
      ` It is nearly ${preset.label} (--from ${preset.name}), without the columns ${missing.join(', ')}.`,
  )
  return `its header line has no column "id", and its columns are not those of a known shop system.${near.join('')} Name the columns like fields, or match them: --map "Order number=id"`
}

function refuseOverlaps(names: string[]): void {
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index) throw new UnreadableFile(`it has two columns "${name}"`)
    const part = names.find((other) => other.startsWith(`${name}.`))
    if (part) throw new UnreadableFile(`its columns "${name}" and "${part}" can't be combined`)
  }
}
