import type { Call } from './http.ts'
import type { Customer } from './objects.ts'
import { type DeleteOptions, listAt, type PageOptions, pathOf, type Stored } from './reads.ts'

type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='

/** One condition on a customer. Amounts are in minor units; times are ISO-8601 or epoch milliseconds. */
export type SegmentCondition =
  | { field: 'totalSpent'; op: Comparison; value: number; currency: string }
  | { field: 'ordersCount'; op: Comparison; value: number }
  | { field: 'ordersCount'; op: 'in'; value: number[] }
  | { field: 'firstOrderAt' | 'lastOrderAt'; op: Comparison; value: string | number }
  | { field: 'firstOrderAt' | 'lastOrderAt'; op: 'withinDays'; value: number }
  | { field: 'tag' | 'country'; op: '=' | '!='; value: string }
  | { field: 'tag' | 'country'; op: 'in'; value: string[] }
  | { field: 'marketingConsent'; op: '=' | '!='; value: boolean }

/** `all`: every part holds; `any`: at least one holds; `not`: none holds. At most 4 levels and 50 conditions. */
export type SegmentRule = { all: SegmentPart[] } | { any: SegmentPart[] } | { not: SegmentPart[] }
export type SegmentPart = SegmentCondition | SegmentRule

export interface NewSegment {
  /** Unique in your workspace. */
  name: string
  rule: SegmentRule
}

export interface Segment extends NewSegment {
  id: string
  /** ISO-8601 in UTC. */
  createdAt: string
}

/** One page of a segment's customers. */
export interface SegmentCustomers {
  data: Stored<Customer>[]
  /** Pass it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null
  /** Whether the server is still counting, so that customers may be missing. */
  incomplete: boolean
}

/** A list that is read while you iterate, with one request per page. */
interface Paged<Page extends { data: unknown[] }> extends AsyncIterable<Page['data'][number]> {
  /** Reads one page: the one at `cursor`, or the first. @throws StorewireError */
  page(): Promise<Page>
}

/** Creates, reads and deletes segments. A segment does not change: delete it, and create another one. */
export interface Segments {
  /** @throws StorewireError, with `status` 400 for an invalid rule, and 409 if the name is in use */
  create(segment: NewSegment, options?: { idempotencyKey?: string | undefined }): Promise<Segment>
  /** @throws StorewireError, with `status` 404 if no segment has this id */
  get(id: string): Promise<Segment>
  /** Lists segments, the oldest first. */
  list(query?: PageOptions): Paged<{ data: Segment[]; nextCursor: string | null }>
  /** Lists the customers that fit the segment now, in the order of their ids. */
  customers(id: string, query?: PageOptions): Paged<SegmentCustomers>
  /** Deletes the segment, not its customers. @throws StorewireError, with `status` 404 if no segment has this id */
  delete(id: string, options?: DeleteOptions): Promise<void>
}

export function createSegments(call: Call): Segments {
  return {
    create: async ({ name, rule }, { idempotencyKey = crypto.randomUUID() } = {}) =>
      call('POST', '/segments', { body: JSON.stringify({ name, rule }), idempotencyKey }),
    get: async (id) => call('GET', pathOf('segments', id)),
    list: (query = {}) => listAt(call, '/segments', query),
    customers: (id, query = {}) => listAt(call, `${pathOf('segments', id)}/customers`, query),
    // A repeated attempt must not report a segment as missing that the first attempt deleted.
    delete: async (id, { idempotencyKey = crypto.randomUUID() } = {}) =>
      call('DELETE', pathOf('segments', id), { idempotencyKey }),
  }
}
