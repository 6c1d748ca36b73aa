import * as v from 'valibot'

/*
 * Functions that declare the schemas of pushed objects. They return valibot schemas, for its types and its JSON Schema. The metadata
 * contains our own rules: `shape.ts` reads it, and `validate.ts` checks by it.
 */

/** How a stored value differs from the pushed one: see `prepare.ts`. */
export type Stored = 'time' | 'custom'

/** How one value is read and stored. */
export interface LeafFacts {
  /** Returns the value to store, or all problems of the value. */
  read: (value: unknown) => unknown
  stored?: Stored
  /** Whether the value is an amount in minor units. */
  isAmount?: boolean
  /** Whether an empty string counts as an omitted field if the field is `optional`: no value of its kind is empty. */
  isOmittedIfEmpty?: boolean
}

export interface ListFacts {
  /** The maximum number of entries. */
  max: number
  /** Whether no two entries may have the same id. */
  distinct: boolean
}

/** Maps a field to the other field that it requires. */
export type Requires = Record<string, string>

/** Our metadata of a schema. */
export interface FieldMetadata {
  /** The description in the API reference: a fragment of JSON Schema. */
  json?: Record<string, unknown>
  /** The description in responses, if different. */
  shownJson?: Record<string, unknown>
  leaf?: LeafFacts
  list?: ListFacts
  requires?: Requires
}

/** Why a value is invalid, as the end of a sentence that begins with the field's name. */
export class Problem {
  readonly message: string
  /** The path to the invalid part of the value; empty for the whole value. */
  readonly path: readonly (string | number)[]

  constructor(message: string, path: readonly (string | number)[] = []) {
    this.message = message
    this.path = path
  }
}

/** Whether the output of `read` is a problem, or a list of problems. */
export function isProblem(output: unknown): output is Problem | Problem[] {
  return output instanceof Problem || (Array.isArray(output) && output[0] instanceof Problem)
}

/** A field with one value: `read` returns the value to store, or all problems of the value. */
export function leaf<Input, Output>({
  json,
  shownJson,
  read,
  ...rest
}: {
  json: Record<string, unknown>
  shownJson?: Record<string, unknown>
  read: (value: unknown) => Output | Problem | Problem[]
} & LeafFacts): v.GenericSchema<Input, Output> {
  const facts: LeafFacts = { read, ...rest }
  const metadata: FieldMetadata = { json, leaf: facts, ...(shownJson ? { shownJson } : {}) }
  return v.pipe(
    v.custom<Input>(() => true),
    v.metadata({ ...metadata }),
    // For callers that let valibot check a schema that also contains other schemas.
    v.rawTransform<Input, Output>(({ dataset, addIssue, NEVER }) => {
      const output = read(dataset.value)
      if (!isProblem(output)) return output
      for (const { message } of [output].flat()) addIssue({ message })
      return NEVER
    }),
  )
}

/**
 * A field that may be omitted, which keeps the stored value, or null, which clears it. Many shops send an empty string for a value that
 * they do not have: if no value of the field is empty, such as an e-mail address, the field counts as omitted.
 */
export function optional<const Field extends v.GenericSchema>(field: Field) {
  return v.nullish(field)
}

/**
 * An array whose entries fit `entry`. `max` is only for the API reference: the caller must check it, or never exceed it.
 */
export function array<const Entry extends v.GenericSchema>(entry: Entry, max: number) {
  const metadata: FieldMetadata = { json: { maxItems: max } }
  return v.pipe(v.array(entry), v.metadata({ ...metadata }))
}

/** An array of at most `max` entries; with `distinct`, no two entries may have the same id. */
export function list<const Entry extends v.GenericSchema>(entry: Entry, max: number, { distinct = false } = {}) {
  const metadata: FieldMetadata = { json: { maxItems: max }, list: { max, distinct } }
  return v.pipe(v.array(entry), v.metadata({ ...metadata }))
}

/**
 * An object with the given fields, named `name` in the API reference.
 *
 * @param requires maps a field to the other field that it requires
 */
export function object<const Entries extends v.ObjectEntries>(name: string, entries: Entries, requires: Requires = {}) {
  const metadata: FieldMetadata = { requires }
  return v.pipe(v.object(entries), v.title(name), v.metadata({ ...metadata }))
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
