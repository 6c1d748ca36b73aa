import { cellKindOf, kindAt, listOf } from '../../objects/cell-fields.ts'
import type { Column } from '../../rows/draft.ts'
import { type Expected, UnreadableFile } from './rows.ts'
import { unknownField } from './unknown.ts'

/**
 * Finds the field for each heading. A heading without a field is left out, with a warning that shows the nearest name.
 *
 * @throws UnreadableFile if a required column is missing, two columns have the same name, or one column is a part of another
 */
export function columnsOf(headings: string[], { fields, required, warn }: Expected): Column[] {
  const columns: Column[] = []
  for (const [index, heading] of headings.entries()) {
    const name = heading.trim()
    const path = name.split('.')
    const kind = name === '' ? undefined : kindAt({ fields }, path)
    if (kind) columns.push({ name, index, path, kind: cellKindOf(kind), list: listOf(fields, path) })
    else if (name !== '') warn(unknownField('Column', name, fields))
  }
  const missing = required.filter((name) => !columns.some((column) => column.name === name))
  if (missing.length > 0)
    throw new UnreadableFile(`its header line has no column ${missing.map((name) => `"${name}"`).join(' or ')}`)
  refuseOverlaps(columns.map(({ name }) => name))
  return columns
}

function refuseOverlaps(names: string[]): void {
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index) throw new UnreadableFile(`it has two columns "${name}"`)
    const part = names.find((other) => other.startsWith(`${name}.`))
    if (part) throw new UnreadableFile(`its columns "${name}" and "${part}" can't be combined`)
  }
}
