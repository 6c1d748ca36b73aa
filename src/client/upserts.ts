import { add, bodyOf, emptyBatch, fits, type Limits, type Piece, type PieceBatch, pieceOf, split } from './batches.ts'
import { issuesByObject, movedBy, movedTo, type StorewireError, unexpected, withIssues } from './error.ts'
import type { Call } from './http.ts'
import type { UpsertResult } from './objects.ts'

/** Single objects that are pushed within this time go in one request. */
const WINDOW_MS = 20

export interface UpsertOptions {
  /** Your own name for this write: a repetition within 24 hours with the same objects has no effect. */
  idempotencyKey?: string | undefined
}

/** Pushes objects of one kind. */
export interface Upserts<T> {
  /**
   * Creates or updates one object. Single objects of one kind that are pushed within 20 ms go in one request; each call gets its own
   * result or its own error. An object with an `idempotencyKey` is sent alone and immediately.
   *
   * @throws StorewireError
   */
  upsert(object: T, options?: UpsertOptions): Promise<UpsertResult>
  /**
   * Creates or updates any number of objects, request after request. The result has one entry for each object, in the order of the
   * array. After an error, the objects before those that the error names are stored.
   *
   * @throws StorewireError
   */
  upsert(objects: readonly T[], options?: UpsertOptions): Promise<UpsertResult[]>
}

interface Waiting {
  piece: Piece
  resolve(result: UpsertResult): void
  reject(error: unknown): void
}

export function createUpserts<T>(call: Call, resource: string, limits: Limits): Upserts<T> {
  async function send(batch: PieceBatch, idempotencyKey: string): Promise<UpsertResult[]> {
    const answer = await call<{ results?: UpsertResult[] }>('POST', `/${resource}`, {
      body: bodyOf(batch),
      idempotencyKey,
    })
    const { results } = answer
    if (results?.length !== batch.pieces.length) throw unexpected('one result for each object', answer)
    return results
  }

  async function upsertAll(objects: readonly T[], key: string | undefined): Promise<UpsertResult[]> {
    const results: UpsertResult[] = []
    for (const batch of split(objects, limits)) {
      const offset = results.length
      const idempotencyKey = key === undefined ? crypto.randomUUID() : `${key}:${offset}`
      try {
        results.push(...(await send(batch, idempotencyKey)))
      } catch (error) {
        throw movedBy(offset, error)
      }
    }
    return results
  }

  const upsertOne = createCoalescer(limits, (batch) => send(batch, crypto.randomUUID()))

  async function upsert(objects: T | readonly T[], { idempotencyKey: key }: UpsertOptions = {}) {
    if (key !== undefined) requirePrintable(key)
    if (Array.isArray(objects)) return upsertAll(objects, key)
    return key === undefined ? upsertOne(objects) : (await upsertAll([objects as T], key))[0]
  }
  return { upsert } as Upserts<T>
}

/** Gathers single objects for a moment. If a request fails because of some objects, it is repeated without them. */
function createCoalescer(limits: Limits, send: (batch: PieceBatch) => Promise<UpsertResult[]>) {
  let gathered: Waiting[] = []
  let batch = emptyBatch()
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    clearTimeout(timer)
    void settle(gathered)
    gathered = []
    batch = emptyBatch()
  }

  async function settle(waiting: Waiting[]): Promise<void> {
    const sent = emptyBatch()
    for (const { piece } of waiting) add(sent, piece)
    try {
      const results = await send(sent)
      for (const [index, { resolve }] of waiting.entries()) resolve(results[index] as UpsertResult)
    } catch (error) {
      const issues = issuesByObject(error)
      const innocent = waiting.filter((_, index) => !issues.has(index))
      const isNobodys = innocent.length === waiting.length
      for (const [index, { reject }] of waiting.entries()) {
        const own = issues.get(index)
        if (own)
          reject(
            withIssues(
              error as StorewireError,
              own.map((issue) => movedTo(0, issue)),
            ),
          )
        else if (isNobodys) reject(error)
      }
      if (innocent.length > 0 && !isNobodys) await settle(innocent)
    }
  }

  return (object: unknown): Promise<UpsertResult> =>
    new Promise((resolve, reject) => {
      const piece = pieceOf(object, limits)
      if (!fits(batch, piece, limits)) flush()
      if (gathered.length === 0) timer = setTimeout(flush, WINDOW_MS)
      gathered.push({ piece, resolve, reject })
      add(batch, piece)
      if (gathered.length === limits.objects) flush()
    })
}

function requirePrintable(key: string): void {
  if (!/^[\x20-\x7e]+$/.test(key)) throw new TypeError('idempotencyKey must be 1 or more printable ASCII characters.')
}
