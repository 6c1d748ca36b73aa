import { unexpected } from './error.ts'
import type { Call } from './http.ts'

/**
 * An object as the server returns it: what was pushed, with times as ISO-8601 in UTC. A field that was never pushed, or was cleared
 * with `null`, is missing.
 */
export type Stored<T> = { [K in keyof T]: StoredValue<T[K]> }

/** Times are the only fields that take both a string and a number. */
type StoredValue<V> = [string | number] extends [NonNullable<V>] ? Exclude<V, number | null> : Nested<Exclude<V, null>>

type Nested<V> = V extends readonly (infer Entry)[]
  ? Nested<Entry>[]
  : V extends object
    ? string extends keyof V
      ? V
      : Stored<V>
    : V

/** One page of a list. */
export interface Page<T> {
  /** May be shorter than the limit, even empty: only a `nextCursor` of null ends the list. */
  data: Stored<T>[]
  /** Pass it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null
}

export interface PageOptions {
  /** Most objects of one request, from 1 to 100. Default 100. */
  limit?: number | undefined
  /** `nextCursor` of the page before. */
  cursor?: string | undefined
}

/** A list that is read while you iterate: `for await (const order of list)` sends one request per page. */
export interface List<T> extends AsyncIterable<Stored<T>> {
  /** Reads one page: the one at `cursor`, or the first. @throws StorewireError */
  page(): Promise<Page<T>>
}

export interface DeleteOptions {
  /** Your own name for this write: repeated within 24 hours, it returns the first result. */
  idempotencyKey?: string | undefined
}

/** Reads and deletes objects of one type. */
export interface Reads<T, Filters> {
  /** Reads one object by your own id of it. @throws StorewireError, with `status` 404 if no object has this id */
  get(id: string): Promise<Stored<T>>
  /** Lists objects, newest change first. Several filters are joined by AND. Nothing is sent before you iterate. */
  list(query?: Filters & PageOptions): List<T>
  /** Erases one object permanently; a later push may create it again. @throws StorewireError, with `status` 404 if no object has this id */
  delete(id: string, options?: DeleteOptions): Promise<void>
}

const LONGEST_PAGE = 100

/** The list at a path, read page by page. */
export function listAt<Item, Page extends { data: Item[]; nextCursor: string | null }>(
  call: Call,
  path: string,
  query: PageOptions,
): { page(): Promise<Page>; [Symbol.asyncIterator](): AsyncGenerator<Item> } {
  async function readPage({ limit = LONGEST_PAGE, ...rest }: PageOptions): Promise<Page> {
    const all: Record<string, unknown> = { limit, ...rest }
    const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]))
    const page = await call<Page>('GET', `${path}?${new URLSearchParams(given)}`)
    // Otherwise the iteration would never end, or end too early.
    if (!Array.isArray(page.data) || page.nextCursor === undefined) throw unexpected('a page of objects', page)
    return page
  }

  async function* walk(): AsyncGenerator<Item> {
    let cursor: string | null | undefined = query.cursor
    do {
      const page: Page = await readPage({ ...query, cursor })
      yield* page.data
      cursor = page.nextCursor
    } while (cursor !== null)
  }

  return { page: () => readPage(query), [Symbol.asyncIterator]: walk }
}

export function createReads<T, Filters extends object>(call: Call, resource: string): Reads<T, Filters> {
  return {
    get: async (id) => call('GET', pathOf(resource, id)),
    list: (query = {} as Filters & PageOptions) => listAt<Stored<T>, Page<T>>(call, `/${resource}`, query),
    // A repeated attempt must not report an object as missing that the first attempt erased.
    delete: async (id, { idempotencyKey = crypto.randomUUID() } = {}) =>
      call('DELETE', pathOf(resource, id), { idempotencyKey }),
  }
}

/** @throws TypeError for an id that no object can have: its address would be another one */
export function pathOf(resource: string, id: string): string {
  if (!id || id === '.' || id === '..') throw new TypeError('id must be 1 or more characters, and not "." or "..".')
  return `/${resource}/${encodeURIComponent(id)}`
}
