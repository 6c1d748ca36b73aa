import type * as v from 'valibot'
import { isObject, isProblem, type Problem } from './schema.ts'
import { type Leaf, type List, type ObjectShape, type Shape, shapeOf } from './shape.ts'

type Path = (string | number)[]

export interface FoundIssue {
  path: Path
  message: string
  /** Whether it is about a field that the schema does not know; whether that is an error is the caller's choice. */
  isUnknownField: boolean
}

/** More issues than anyone is told are not collected: a body of megabytes may have a million. */
const MAX_ISSUES = 1_000
/** No more unknown fields than these are told of one object. */
const UNKNOWN_FIELDS_TOLD = 100

/** What is kept while a value is checked. */
interface Walk {
  /** Leads to the object or array at hand. */
  path: Path
  issues: FoundIssue[]
  /** Issues so far, without those of unknown fields. */
  wrong: number
  /** For each bounded list around the value at hand, the outermost first. */
  lists: UnknownFields[]
}

/**
 * Checks a value in one pass: unknown fields told, bounds before contents. Unknown fields are not in the output, which is to be used only
 * where no other issue was found.
 */
export function validate(schema: v.GenericSchema, input: unknown): { output: unknown; issues: FoundIssue[] } {
  const walk: Walk = { path: [], issues: [], wrong: 0, lists: [] }
  const shape = shapeOf(schema)
  const output = shape.kind === 'leaf' ? readLeaf(shape, input, undefined, walk) : visit(shape, input, walk)
  return { output, issues: walk.issues }
}

function visit(shape: List | ObjectShape, input: unknown, walk: Walk): unknown {
  return shape.kind === 'list' ? visitList(shape, input, walk) : visitObject(shape, input, walk)
}

/** Goes on with a value that stands under `key` in the object or array at hand. */
function visitAt(key: string | number, shape: Shape, value: unknown, walk: Walk): unknown {
  if (shape.kind === 'leaf') return readLeaf(shape, value, key, walk)
  walk.path.push(key)
  const output = visit(shape, value, walk)
  walk.path.pop()
  return output
}

function readLeaf({ read }: Leaf, value: unknown, key: string | number | undefined, walk: Walk): unknown {
  const output = read(value)
  // Most are text and numbers.
  if (typeof output === 'object' && isProblem(output)) reportAll(output, key, walk)
  return output
}

function reportAll(problems: Problem | Problem[], key: string | number | undefined, walk: Walk): void {
  const own = key === undefined ? [] : [key]
  for (const { message, path } of [problems].flat()) report(walk, message, ...own, ...path)
}

/** @param path behind that of the object or array at hand */
function report(walk: Walk, message: string, ...path: Path): void {
  walk.wrong++
  walk.issues.push({ path: [...walk.path, ...path], message, isUnknownField: false })
}

/**
 * The fields of the input are gone through, not those of the schema, which finds the unknown ones in the same pass and does not look at
 * the many that a push leaves out. An array is no object.
 */
function visitObject({ fields, required, requires }: ObjectShape, input: unknown, walk: Walk): unknown {
  if (!isObject(input)) return report(walk, 'must be an object')
  const output: Record<string, unknown> = {}
  const wrongBefore = walk.wrong
  const issuesBefore = walk.issues.length
  let unknown = 0
  for (const key in input) {
    const value = input[key]
    const field = fields.get(key)
    if (!field) {
      if (unknown++ < UNKNOWN_FIELDS_TOLD) reportUnknown(walk, key)
    } else if (field.mayBeNull && (value === null || value === undefined)) {
      output[key] = value
    } else {
      output[key] = visitAt(key, field.shape, value, walk)
    }
  }
  for (const key of required) if (!Object.hasOwn(output, key)) report(walk, 'is required', key)
  for (const [field, other] of requires) {
    const hasIssue = (key: string) =>
      walk.wrong > wrongBefore && walk.issues.slice(issuesBefore).some(({ path }) => path[walk.path.length] === key)
    const lacks = isSent(output[field]) && !isSent(output[other])
    if (lacks && !hasIssue(field) && !hasIssue(other)) report(walk, `is required where ${field} is sent`, other)
  }
  return output
}

function isSent(value: unknown): boolean {
  return value !== null && value !== undefined
}

/**
 * The length is checked first: the entries of a longer array are not looked at, so that a huge array of nonsense costs one issue and not
 * a million.
 */
function visitList({ each, max, distinct }: List, input: unknown, walk: Walk): unknown {
  if (!Array.isArray(input)) return report(walk, 'must be an array')
  if (max !== undefined && input.length > max) return report(walk, `must have at most ${max} entries`)
  const output: unknown[] = []
  const enough = walk.wrong + MAX_ISSUES
  if (max !== undefined) walk.lists.push({ depth: walk.path.length + 1, reported: 0, names: undefined })
  for (let index = 0; index < input.length && walk.wrong < enough; index++) {
    output.push(visitAt(index, each, input[index], walk))
  }
  if (max !== undefined) walk.lists.pop()
  if (distinct) reportRepeatedIds(input, walk)
  return output
}

/** What a list has told of the unknown fields of its entries. */
interface UnknownFields {
  /** How many steps lead to an entry. */
  depth: number
  reported: number
  names: Set<string | number> | undefined
}

function reportUnknown(walk: Walk, key: string): void {
  const { path, lists, issues } = walk
  path.push(key)
  let isWanted = true
  for (let at = lists.length - 1; at >= 0 && isWanted; at--) {
    const list = lists[at]
    isWanted = list === undefined || isSeldom(list, path)
  }
  if (isWanted) issues.push({ path: [...path], message: 'is not a known field', isUnknownField: true })
  path.pop()
}

/** The first unknown fields of a list are all reported; after them, each name once, and no more than as many again. */
function isSeldom(list: UnknownFields, path: Path): boolean {
  if (list.reported++ < UNKNOWN_FIELDS_TOLD) return true
  list.names ??= new Set()
  if (list.names.size >= UNKNOWN_FIELDS_TOLD) return false
  const before = list.names.size
  // Most are fields of the entry itself, and there may be a million.
  const deeper = path.length - list.depth > 1
  const name = deeper ? path.slice(list.depth).map(anyIndex).join('.') : (path[list.depth] ?? '')
  return list.names.add(name).size > before
}

function anyIndex(step: string | number): string {
  return typeof step === 'number' ? '' : step
}

/** Up to so many entries are compared one by one, which is quicker than a set. */
const FEW = 8

function reportRepeatedIds(entries: unknown[], walk: Walk): void {
  if (entries.length <= FEW && !repeatsAmongFew(entries)) return
  const seen = new Set<unknown>()
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]
    if (!isObject(entry) || entry.id === undefined) continue
    if (seen.has(entry.id)) report(walk, 'must be unique within its list', index, 'id')
    seen.add(entry.id)
  }
}

function repeatsAmongFew(entries: unknown[]): boolean {
  return entries.some((entry, index) => {
    const { id } = (entry ?? {}) as { id?: unknown }
    for (let earlier = 0; earlier < index; earlier++) {
      if (id !== undefined && (entries[earlier] as { id?: unknown } | null)?.id === id) return true
    }
    return false
  })
}
