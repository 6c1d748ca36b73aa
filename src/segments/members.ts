import { badRequest, busy, DomainError } from '../lib/errors.ts'
import { getObjects, type ShownObject } from '../objects/find/read.ts'
import { customers } from '../objects/types/customer.ts'
import type { Sql, SqlValue, Store } from '../store/store.ts'
import { compileRule } from './compile.ts'
import { countNow } from './facts-reader.ts'
import { requireSegment } from './segments.ts'

/**
 * Customers of one step, of the first and at most, and the time that a step should take: other searches wait for it. The next step is
 * larger after a short one, and smaller after a long one, so that it suits the rule and the machine.
 */
const FIRST_STEP = 2_000
const LARGEST_STEP = 50_000
const SHORT_MS = 20
/** Far above the time of a step. */
const STEP_MS = 2_000
/** After this time a page ends, so that it may be short. */
const PAGE_MS = 400
/** After this time a count ends. */
const COUNT_MS = 1_000

export interface MemberPage {
  data: ShownObject[]
  /** Where the next page begins; null on the last one. */
  nextCursor: string | null
  /** Whether pushed data are still being counted, so that customers may be missing. */
  incomplete: boolean
}

interface Asked {
  workspaceId: string
  id: string
  limit: number
  cursor?: string | undefined
}

/**
 * The customers of a segment, in the order of their ids. The rule is tested on what is stored now.
 *
 * @throws DomainError NOT_FOUND; BAD_REQUEST for an invalid cursor
 */
export async function listMembers(
  store: Store,
  { workspaceId, id, limit, cursor }: Asked,
  now: number,
): Promise<MemberPage> {
  const after = cursor === undefined ? '' : readCursor(cursor)
  const { rule } = await requireSegment(store.read, workspaceId, id)
  const isComplete = await countNow(store, workspaceId)
  const test = compileRule(rule, workspaceId, now)
  const found = await findMembers(store, { workspaceId, test, after, most: limit })
  const { data, isCut } = await getObjects(store.read, customers, workspaceId, found.ids)
  const next = isCut ? (data.at(-1)?.id ?? null) : found.reached
  return { data, nextCursor: next === null ? null : writeCursor(next), incomplete: !isComplete }
}

/**
 * The SQL test of a segment for a customer with the alias `object`, for filters.
 *
 * @throws DomainError NOT_FOUND; SERVICE_UNAVAILABLE while customers are counted, since a filtered list must be complete
 */
export async function memberTest(store: Store, workspaceId: string, id: string, now: number): Promise<Sql> {
  const { rule } = await requireSegment(store.read, workspaceId, id)
  if (!(await countNow(store, workspaceId)))
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      'segment_not_ready',
      'The segment is not ready yet: storewire is still counting orders of customers. Try again in some seconds.',
    )
  const { text, values } = compileRule(rule, workspaceId, now)
  return {
    text: `EXISTS (SELECT 1 FROM customer_facts AS facts
      WHERE facts.workspace_id = ? AND facts.customer_id = object.id AND ${text})`,
    values: [workspaceId, ...values],
  }
}

interface Search {
  workspaceId: string
  /** On a row of `customer_facts` with the alias `facts`. */
  test: Sql
  /** Only customers with ids behind this one. */
  after: string
  most: number
}

/** Finds members in steps until there are enough or the time is up. @returns `reached`: where to go on; null at the end */
export async function findMembers(
  store: Pick<Store, 'readSlowly'>,
  { workspaceId, test, after, most }: Search,
): Promise<{ ids: string[]; reached: string | null }> {
  const until = performance.now() + PAGE_MS
  const ids: string[] = []
  for await (const range of rangesOf(store, workspaceId, after)) {
    const found = await readStep<{ id: string }>(
      store,
      workspaceId,
      `SELECT customer_id AS id FROM customer_facts AS facts WHERE ${range.text} AND ${test.text} ORDER BY customer_id LIMIT ?`,
      [...range.values, ...test.values, most - ids.length],
    )
    ids.push(...found.map(({ id }) => id))
    if (ids.length === most) return { ids, reached: ids.at(-1) ?? null }
    if (range.last === null || performance.now() >= until) return { ids, reached: range.last }
  }
  return { ids, reached: null }
}

export interface MemberCount {
  count: number
  /** False if the time was up before all customers were tested, or pushed data are still being counted. */
  isComplete: boolean
}

/** How many customers are in a segment now, as far as they can be tested in a second. @throws DomainError NOT_FOUND */
export async function countMembers(
  store: Store,
  { workspaceId, id }: Pick<Asked, 'workspaceId' | 'id'>,
  now: number,
): Promise<MemberCount> {
  const { rule } = await requireSegment(store.read, workspaceId, id)
  const isCounted = await countNow(store, workspaceId)
  const test = compileRule(rule, workspaceId, now)
  const until = performance.now() + COUNT_MS
  let count = 0
  for await (const range of rangesOf(store, workspaceId, '')) {
    const [found] = await readStep<{ count: number }>(
      store,
      workspaceId,
      `SELECT count(*) AS count FROM customer_facts AS facts WHERE ${range.text} AND ${test.text}`,
      [...range.values, ...test.values],
    )
    count += found?.count ?? 0
    if (range.last !== null && performance.now() >= until) return { count, isComplete: false }
  }
  return { count, isComplete: isCounted }
}

/** The customers of one step, as an SQL test; `last` is the id of its last one, null in the last step. */
interface Range extends Sql {
  last: string | null
}

/** All customers behind an id, in steps that suit the rule and the machine. */
async function* rangesOf(
  store: Pick<Store, 'readSlowly'>,
  workspaceId: string,
  after: string,
): AsyncGenerator<Range, void> {
  let step = FIRST_STEP
  let reached = after
  for (;;) {
    const begun = performance.now()
    const [end] = await readStep<{ id: string }>(
      store,
      workspaceId,
      `SELECT customer_id AS id FROM customer_facts WHERE workspace_id = ? AND customer_id > ?
       ORDER BY customer_id LIMIT 1 OFFSET ?`,
      [workspaceId, reached, step - 1],
    )
    const behind = { text: 'workspace_id = ? AND customer_id > ?', values: [workspaceId, reached] }
    if (!end) {
      yield { ...behind, last: null }
      return
    }
    yield { text: `${behind.text} AND customer_id <= ?`, values: [...behind.values, end.id], last: end.id }
    reached = end.id
    const isShort = performance.now() - begun < SHORT_MS
    step = Math.ceil(isShort ? Math.min(LARGEST_STEP, step * 2) : step / 2)
  }
}

/** Rows that are not in time must not be taken for all. A step is far below this limit. */
async function readStep<Row>(
  { readSlowly }: Pick<Store, 'readSlowly'>,
  workspaceId: string,
  sql: string,
  values: SqlValue[],
): Promise<Row[]> {
  const { rows, isComplete } = await readSlowly<Row>(workspaceId, { sql, values }, { limitMs: STEP_MS })
  if (!isComplete) throw busy('The search for customers took too long.')
  return rows
}

function writeCursor(id: string): string {
  return Buffer.from(JSON.stringify([id])).toString('base64url')
}

function readCursor(cursor: string): string {
  try {
    const [id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (typeof id === 'string') return id
  } catch {
    // Reported below, as any other text that is not a cursor.
  }
  throw badRequest('Invalid cursor. Pass `nextCursor` unchanged, or omit it to start from the first page.', [
    { path: ['cursor'], message: 'is not a cursor' },
  ])
}
