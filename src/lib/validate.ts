import type * as v from 'valibot'
import { isObject, isProblem, type Problem } from './schema.ts'
import { type Leaf, type List, type ObjectShape, type Shape, shapeOf } from './shape.ts'

type Path = (string | number)[]

export interface FoundIssue {
  path: Path
  message: string
  /** Whether the field is unknown, or empty and omitted for that; the caller decides whether that is an error. */
  mayBeIgnored: boolean
}

/** The maximum number of collected issues, more than any response contains: a body of megabytes may have a million. */
const MAX_ISSUES = 1_000
/** The maximum number of reported ignored fields of one object. */
const MAX_IGNORED_FIELDS = 100

/** The state of a check. */
interface Walk {
  /** The path to the current object or array. */
  path: Path
  issues: FoundIssue[]
  /** The number of issues so far, without ignored fields. */
  wrong: number
  /** The bounded lists around the current value, outermost first. */
  lists: IgnoredFields[]
}

/**
 * Checks a value in one pass, bounds before contents. Ignored fields are reported and are not in the output. Use the output only if
 * there is no other issue.
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

/** Visits the value under `key` in the current object or array. */
function visitAt(key: string | number, shape: Shape, value: unknown, walk: Walk): unknown {
  if (shape.kind === 'leaf') return readLeaf(shape, value, key, walk)
  walk.path.push(key)
  const output = visit(shape, value, walk)
  walk.path.pop()
  return output
}

function readLeaf({ read }: Leaf, value: unknown, key: string | number | undefined, walk: Walk): unknown {
  const output = read(value)
  // Most outputs are text and numbers.
  if (typeof output === 'object' && isProblem(output)) reportAll(output, key, walk)
  return output
}

function reportAll(problems: Problem | Problem[], key: string | number | undefined, walk: Walk): void {
  const own = key === undefined ? [] : [key]
  for (const { message, path } of [problems].flat()) report(walk, message, ...own, ...path)
}

/** @param path relative to the current object or array */
function report(walk: Walk, message: string, ...path: Path): void {
  walk.wrong++
  walk.issues.push({ path: [...walk.path, ...path], message, mayBeIgnored: false })
}

/**
 * Iterates over the fields of the input, not of the schema: this finds unknown fields in the same pass and skips the many fields that
 * a push omits. An array is not an object.
 */
function visitObject({ fields, required, requires }: ObjectShape, input: unknown, walk: Walk): unknown {
  if (!isObject(input)) return report(walk, 'must be an object')
  const output: Record<string, unknown> = {}
  const wrongBefore = walk.wrong
  const issuesBefore = walk.issues.length
  let ignored = 0
  for (const key in input) {
    const value = input[key]
    const field = fields.get(key)
    if (!field) {
      if (ignored++ < MAX_IGNORED_FIELDS) reportIgnored(walk, key, 'is not a known field')
    } else if (value === '' && field.isOmittedIfEmpty) {
      if (ignored++ < MAX_IGNORED_FIELDS) reportIgnored(walk, key, 'is empty: leave it out, or send null to clear it')
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
    if (lacks && !hasIssue(field) && !hasIssue(other)) report(walk, `is required if ${field} is sent`, other)
  }
  return output
}

function isSent(value: unknown): boolean {
  return value !== null && value !== undefined
}

/**
 * Checks the length first. The entries of a longer array are not checked, so that a huge invalid array has one issue, not a million.
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

/** The reported ignored fields in the entries of a list. */
interface IgnoredFields {
  /** The length of the path to an entry. */
  depth: number
  reported: number
  names: Set<string | number> | undefined
}

function reportIgnored(walk: Walk, key: string, message: string): void {
  const { path, lists, issues } = walk
  path.push(key)
  let isWanted = true
  for (let at = lists.length - 1; at >= 0 && isWanted; at--) {
    const list = lists[at]
    isWanted = list === undefined || isSeldom(list, path)
  }
  if (isWanted) issues.push({ path: [...path], message, mayBeIgnored: true })
  path.pop()
}

/** The first 100 ignored fields of a list are reported; after them, each new name once, up to 100 names. */
function isSeldom(list: IgnoredFields, path: Path): boolean {
  if (list.reported++ < MAX_IGNORED_FIELDS) return true
  list.names ??= new Set()
  if (list.names.size >= MAX_IGNORED_FIELDS) return false
  const before = list.names.size
  // The quick path for fields of the entry itself: there may be a million.
  const deeper = path.length - list.depth > 1
  const name = deeper ? path.slice(list.depth).map(anyIndex).join('.') : (path[list.depth] ?? '')
  return list.names.add(name).size > before
}

function anyIndex(step: string | number): string {
  return typeof step === 'number' ? '' : step
}

/** Up to this many entries are compared one by one, which is faster than a set. */
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
