import * as v from 'valibot'

/*
 * What the schemas of pushed objects are built with: valibot's own schemas, so that its types and its JSON Schema apply, with
 * runs of their own where a push asks for more: one pass a value, unknown fields told, bounds before contents.
 */

type Issue = v.BaseIssue<unknown>

/** How a stored value differs from the pushed one: see `present.ts`. */
export type Stored = 'time' | 'custom'

export type FieldMetadata = {
  /** How the API reference describes the field: a fragment of JSON Schema. */
  json: Record<string, unknown>
  stored?: Stored
}

/** The parts of a valibot schema that tell what its fields are. */
export interface SchemaParts {
  type: string
  entries?: Record<string, SchemaParts>
  item?: SchemaParts
  wrapped?: SchemaParts
  pipe?: { type: string; metadata?: Partial<FieldMetadata> }[]
}

/** Why a value can't be taken, as the end of a sentence that begins with the field's name. */
export class Problem {
  readonly message: string
  /** Which entry of the value is wrong, where it is not the whole of it. */
  readonly entry: string | undefined

  constructor(message: string, entry?: string) {
    this.message = message
    this.entry = entry
  }
}

/** A field that holds one value: `read` gives what is to be stored, or all that is wrong with it. */
export function leaf<Output, Base extends v.GenericSchema>(
  base: Base,
  metadata: FieldMetadata,
  read: (value: unknown) => Output | Problem | Problem[],
): v.GenericSchema<v.InferInput<Base>, Output> {
  return {
    ...v.pipe(base, v.metadata(metadata)),
    '~run': (dataset) => {
      const output = read(dataset.value)
      if (!isProblem(output)) return { typed: true, value: output }
      const issues = [output].flat().map((problem) => problemIssue(base.type, dataset.value, problem))
      return { typed: false, value: dataset.value, issues }
    },
  } as v.GenericSchema<v.InferInput<Base>, Output>
}

function isProblem(output: unknown): output is Problem | Problem[] {
  return output instanceof Problem || (Array.isArray(output) && output[0] instanceof Problem)
}

function problemIssue(type: string, input: unknown, { message, entry }: Problem): v.BaseIssue<unknown> {
  const issue = issueOf(type, input, message)
  if (entry === undefined || !isObject(input)) return issue
  return { ...issue, path: [{ type: 'object', origin: 'value', input, key: entry, value: input[entry] }] }
}

/** A field that may be left out, which leaves what is stored, or null, which clears it. */
export function optional<const Field extends v.GenericSchema>(field: Field) {
  return v.nullish(field)
}

/** An array of any length, each entry of which fits `entry`. */
export function array<const Entry extends v.GenericSchema>(entry: Entry) {
  return arrayWith(entry, () => () => true)
}

/**
 * An array of at most `max` entries, their ids distinct where `distinct` says so. The length is checked first: the entries of
 * a longer one are not looked at, so that a huge array of nonsense costs one issue and not a million.
 */
export function list<const Entry extends v.GenericSchema>(entry: Entry, max: number, { distinct = false } = {}) {
  const schema = arrayWith(entry, seldom)
  const run = schema['~run']
  const bounded: typeof schema = {
    ...schema,
    '~run': (dataset, config) => {
      const input = dataset.value
      if (Array.isArray(input) && input.length > max) {
        return failed(input, issueOf('array', input, `must have at most ${max} entries`))
      }
      const result = run(dataset, config)
      const repeated = distinct && Array.isArray(input) ? repeatedIds(input) : []
      return repeated.length > 0 ? withIssues(result, [...(result.issues ?? []), ...repeated]) : result
    },
  }
  return v.pipe(bounded, v.metadata({ json: { maxItems: max } } satisfies FieldMetadata))
}

/** More issues than anyone is told are not collected: a body of megabytes may have a million, of half a kilobyte each. */
const MAX_ISSUES = 1_000

/** @param unknownFilter makes what is asked, for each array, whether an unknown field of an entry is to be reported */
function arrayWith<const Entry extends v.GenericSchema>(entry: Entry, unknownFilter: () => (issue: Issue) => boolean) {
  const schema = v.array(entry, 'must be an array')
  const run: (typeof schema)['~run'] = (dataset, config) => {
    const input = dataset.value
    if (!Array.isArray(input)) return failed(input, issueOf('array', input, 'must be an array'))
    const output: unknown[] = []
    const issues: Issue[] = []
    let isWanted: ((issue: Issue) => boolean) | undefined
    let typed = true
    let wrong = 0
    for (let key = 0; key < input.length && wrong < MAX_ISSUES; key++) {
      const value: unknown = input[key]
      const result = entry['~run']({ value }, config)
      typed &&= result.typed
      output.push(result.value)
      for (const issue of result.issues ?? []) {
        if (issue.type !== UNKNOWN_FIELD) wrong++
        else {
          isWanted ??= unknownFilter()
          if (!isWanted(issue)) continue
        }
        issues.push({ ...issue, path: [{ type: 'array', origin: 'value', input, key, value }, ...(issue.path ?? [])] })
      }
    }
    return withIssues({ typed, value: output }, issues)
  }
  return { ...schema, '~run': run }
}

/** The first unknown fields of a list are all reported; after them, each name once, and no more than as many again. */
function seldom(): (issue: Issue) => boolean {
  let reported = 0
  const names = new Set<string>()
  return ({ path = [] }) => {
    if (reported++ < UNKNOWN_FIELDS_TOLD) return true
    if (names.size >= UNKNOWN_FIELDS_TOLD) return false
    const before = names.size
    // Most are fields of the entry itself, and there may be a million.
    const [{ key } = { key: '' }, ...deeper] = path
    const name =
      deeper.length === 0 ? key : path.map((step) => (typeof step.key === 'number' ? '' : step.key)).join('.')
    return names.add(name as string).size > before
  }
}

/** Up to so many entries are compared one by one, which is quicker than a set. */
const FEW = 8

function repeatedIds(entries: unknown[]): Issue[] {
  if (entries.length <= FEW && !repeatsAmongFew(entries)) return []
  const issues: Issue[] = []
  const seen = new Set<unknown>()
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]
    if (!isObject(entry) || entry.id === undefined) continue
    if (seen.has(entry.id)) {
      issues.push({
        ...issueOf('array', entry.id, 'must be unique within its list'),
        path: [
          { type: 'array', origin: 'value', input: entries, key: index, value: entry },
          { type: 'object', origin: 'value', input: entry, key: 'id', value: entry.id },
        ],
      })
    }
    seen.add(entry.id)
  }
  return issues
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

/** The type of issue that {@link object} reports for a field it does not know. The field is not in the output. */
export const UNKNOWN_FIELD = 'unknown_field'
/** No more unknown fields than these are told of one object. */
const UNKNOWN_FIELDS_TOLD = 100

/**
 * An object with the given fields, known to the API reference as `name`. An array is no object. A field that it does not know is
 * left out of the output and reported as an issue of type {@link UNKNOWN_FIELD}; whether that is an error is the caller's choice.
 *
 * valibot's own object goes through the fields of the schema; this one goes through those of the input, which finds the unknown
 * ones in the same pass and does not look at the many that a push leaves out.
 */
export function object<const Entries extends v.ObjectEntries>(name: string, entries: Entries) {
  const fields = new Map<string, v.GenericSchema>(Object.entries(entries) as [string, v.GenericSchema][])
  const required = [...fields].filter(([, { type }]) => type !== 'nullish' && type !== 'optional').map(([key]) => key)
  const schema = v.object(entries)
  const tolerant: typeof schema = {
    ...schema,
    '~run': (dataset, config) => {
      const input = dataset.value
      if (!isObject(input)) return failed(input, issueOf('object', input, 'must be an object'))
      const output: Record<string, unknown> = {}
      const issues: Issue[] = []
      let typed = true
      let unknown = 0
      for (const key in input) {
        const value = input[key]
        const field = fields.get(key)
        if (field) {
          const result = field['~run']({ value }, config)
          if (result.issues) addIssues(issues, result.issues, input, key)
          typed &&= result.typed
          output[key] = result.value
        } else if (unknown++ < UNKNOWN_FIELDS_TOLD) {
          const path: v.BaseIssue<unknown>['path'] = [{ type: 'object', origin: 'value', input, key, value }]
          issues.push({ ...issueOf(UNKNOWN_FIELD, value, 'is not a known field'), path })
        }
      }
      for (const key of required) {
        if (Object.hasOwn(output, key)) continue
        typed = false
        addIssues(issues, [issueOf('object', undefined, 'is required')], input, key)
      }
      return withIssues({ typed, value: output }, issues)
    },
  }
  return v.pipe(tolerant, v.title(name))
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function issueOf(type: string, input: unknown, message: string): v.BaseIssue<unknown> {
  return { kind: 'schema', type, input, expected: null, received: typeof input, message }
}

/** Takes over the issues of a field, their paths led through the object that holds it. */
function addIssues(issues: Issue[], found: Issue[], input: Record<string, unknown>, key: string): void {
  const step: v.IssuePathItem = { type: 'object', origin: 'value', input, key, value: input[key] }
  for (const issue of found) issues.push({ ...issue, path: [step, ...(issue.path ?? [])] })
}

function failed<Issue extends v.BaseIssue<unknown>>(value: unknown, issue: Issue): v.FailureDataset<Issue> {
  return { typed: false, value, issues: [issue] }
}

/** A dataset with issues beside a typed value is what valibot calls partial; its types can't say that of a variable. */
function withIssues<Dataset>({ typed, value }: { typed: boolean; value: unknown }, issues: Issue[]): Dataset {
  return (issues.length > 0 ? { typed, value, issues } : { typed, value }) as Dataset
}
