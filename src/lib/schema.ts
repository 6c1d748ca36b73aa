import * as v from 'valibot'

/*
 * What the schemas of pushed objects are declared with: valibot's own schemas, so that its types and its JSON Schema apply. What a push
 * asks for beyond them stands in their metadata: `shape.ts` reads it, and `validate.ts` checks by it.
 */

/** How a stored value differs from the pushed one: see `present.ts`. */
export type Stored = 'time' | 'custom'

/** How one value is read. */
export interface LeafFacts {
  /** Gives what is to be stored, or all that is wrong with the value. */
  read: (value: unknown) => unknown
  stored?: Stored
}

export interface ListFacts {
  /** The most entries. */
  max: number
  /** Whether no two entries may have the same id. */
  distinct: boolean
}

/** Which field has to be sent beside which other one. */
export type Requires = Record<string, string>

/** What our metadata says of a schema. */
export interface FieldMetadata {
  /** How the API reference describes it: a fragment of JSON Schema. */
  json?: Record<string, unknown>
  leaf?: LeafFacts
  list?: ListFacts
  requires?: Requires
}

/** Why a value can't be taken, as the end of a sentence that begins with the field's name. */
export class Problem {
  readonly message: string
  /** Which part of the value is wrong; empty where it is the whole of it. */
  readonly path: readonly (string | number)[]

  constructor(message: string, path: readonly (string | number)[] = []) {
    this.message = message
    this.path = path
  }
}

/** Whether what `read` gave are problems. */
export function isProblem(output: unknown): output is Problem | Problem[] {
  return output instanceof Problem || (Array.isArray(output) && output[0] instanceof Problem)
}

/** A field that holds one value: `read` gives what is to be stored, or all that is wrong with it. */
export function leaf<Input, Output>({
  json,
  stored,
  read,
}: {
  json: Record<string, unknown>
  stored?: Stored
  read: (value: unknown) => Output | Problem | Problem[]
}): v.GenericSchema<Input, Output> {
  const metadata: FieldMetadata = { json, leaf: stored ? { read, stored } : { read } }
  return v.pipe(
    v.custom<Input>(() => true),
    v.metadata({ ...metadata }),
    // For whoever asks valibot to check a schema that is not made of ours alone.
    v.rawTransform<Input, Output>(({ dataset, addIssue, NEVER }) => {
      const output = read(dataset.value)
      if (!isProblem(output)) return output
      for (const { message } of [output].flat()) addIssue({ message })
      return NEVER
    }),
  )
}

/** A field that may be left out, which leaves what is stored, or null, which clears it. */
export function optional<const Field extends v.GenericSchema>(field: Field) {
  return v.nullish(field)
}

/** An array of any length, each entry of which fits `entry`. */
export function array<const Entry extends v.GenericSchema>(entry: Entry) {
  return v.array(entry)
}

/** An array of at most `max` entries, their ids distinct where `distinct` says so. */
export function list<const Entry extends v.GenericSchema>(entry: Entry, max: number, { distinct = false } = {}) {
  const metadata: FieldMetadata = { json: { maxItems: max }, list: { max, distinct } }
  return v.pipe(v.array(entry), v.metadata({ ...metadata }))
}

/**
 * An object with the given fields, known to the API reference as `name`.
 *
 * @param requires for a field that makes another one required, that other one
 */
export function object<const Entries extends v.ObjectEntries>(name: string, entries: Entries, requires: Requires = {}) {
  const metadata: FieldMetadata = { requires }
  return v.pipe(v.object(entries), v.title(name), v.metadata({ ...metadata }))
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
