import { type CellKind, type CellReading, jsonOf, spoiledProblem } from './cells.ts'
import { isNamedByDigits, restored } from './guard.ts'

/** What is wrong with one value. `path` leads from the object to the value. */
export interface RowIssue {
  path: (string | number)[]
  message: string
}

/** One object of a file, as the JSON text to send: parsing would lose digits of numbers and the order of keys. */
export interface ImportRow {
  /** The number of its first line, or its position in a JSON array, counted from 1. */
  place: number
  /** The object as JSON; for an invalid row, the text of the file. */
  text: string
  /** Why the row can't be sent; empty for most rows. */
  issues: RowIssue[]
}

/** One column of a table. */
export interface RowColumn {
  /** The path of its field, joined by dots. */
  name: string
  index: number
  /** The path of its field. */
  path: string[]
  kind: CellKind
  /** The list whose entries have this field; undefined for a field of the object itself. */
  list: string | undefined
}

/** A JSON value under construction: finished JSON text, or its parts. A Map keeps the order of keys. */
type Node = string | Map<string, Node> | Node[]

/** An object that lines of a table are added to. */
export interface ObjectDraft {
  place: number
  object: Map<string, Node>
  /** The cells of the object itself, which a later line may repeat. */
  cells: Map<string, string>
  issues: RowIssue[]
}

/** @param place the number of its first line */
export function newDraft(place: number): ObjectDraft {
  return { place, object: new Map(), cells: new Map(), issues: [] }
}

export function rowOf({ place, object, issues }: ObjectDraft): ImportRow {
  return { place, text: written(object), issues }
}

function written(node: Node): string {
  if (typeof node === 'string') return node
  if (Array.isArray(node)) return `[${node.map(written).join(',')}]`
  return `{${[...node].map(([name, value]) => `${JSON.stringify(name)}:${written(value)}`).join(',')}}`
}

/** Adds the cells of a line. An empty cell is an omitted field. */
export function addLine(
  draft: ObjectDraft,
  columns: RowColumn[],
  record: string[],
  line: number,
  reading: CellReading,
): void {
  /** The number of entries of each list before this line. */
  const before = new Map<string, number>()
  for (const column of columns) {
    const { name, index, path, kind, list } = column
    const given = record[index] ?? ''
    if (given === '') continue
    const cell = kind === 'text' ? restored(given, name) : given
    if (!list && isRepeated(draft, name, cell, line)) continue
    // An apostrophe shows that no spreadsheet has taken the cell for a number.
    const spoiled = cell === given && isNamedByDigits(name) ? spoiledProblem(cell) : undefined
    const read = spoiled === undefined ? jsonOf(cell, kind, reading) : { problem: spoiled }
    const value = 'json' in read ? read.json : JSON.stringify(cell)
    const [target, inner] = list ? entryOf(draft, list, path, before) : [draft.object, path]
    put(target, inner, value)
    const at = list ? [list, before.get(list) ?? 0, ...inner] : path
    if ('problem' in read) draft.issues.push({ path: at, message: `${read.problem} (line ${line})` })
  }
}

/** Whether an earlier line of the same object has a cell in this column; adds an issue if the two differ. */
function isRepeated({ cells, issues }: ObjectDraft, name: string, cell: string, line: number): boolean {
  const earlier = cells.get(name)
  if (earlier === undefined) cells.set(name, cell)
  else if (earlier !== cell) {
    issues.push({ path: name.split('.'), message: `differs from the line before with the same id (line ${line})` })
  }
  return earlier !== undefined
}

/** The entry of a line in a list, and the path from there to the field. */
function entryOf(
  { object }: ObjectDraft,
  list: string,
  path: string[],
  before: Map<string, number>,
): [Map<string, Node>, string[]] {
  const entries = (object.get(list) as Map<string, Node>[] | undefined) ?? []
  object.set(list, entries)
  const position = before.get(list) ?? entries.length
  before.set(list, position)
  const entry = entries[position] ?? new Map<string, Node>()
  entries[position] = entry
  return [entry, path.slice(1)]
}

function put(target: Map<string, Node>, [step = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    target.set(step, value)
    return
  }
  const inner = (target.get(step) as Map<string, Node> | undefined) ?? new Map<string, Node>()
  target.set(step, inner)
  put(inner, rest, value)
}
