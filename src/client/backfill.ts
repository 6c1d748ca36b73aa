import { add, bodyOf, emptyBatch, fits, type Limits, pieceOf } from './batches.ts'
import { movedBy } from './error.ts'
import { type Call, MAX_IN_FLIGHT } from './http.ts'
import type { Backfill } from './objects.ts'
import { type BackfillObjects, bulkLimits } from './resources.ts'
import { onAbort, type Runtime } from './runtime.ts'

/** A longer timer would fire immediately. */
const LONGEST_POLL_MS = 2 ** 31 - 1

export interface BackfillOptions {
  /** Your own name for the import. */
  label?: string | undefined
  /** Number of batches that are sent at the same time. At most one more is in memory. Default 4, at most 16. */
  concurrency?: number | undefined
  /** Milliseconds between two reads of the progress. Default 2000. */
  pollMs?: number | undefined
  /** Called with each read of the progress, also while sending. The import waits for a returned promise, and an error stops it. */
  onProgress?: ((progress: Backfill) => unknown) | undefined
  /** Stops the import: nothing more is read from the source or sent, and the call rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

type Source<T> = Iterable<T> | AsyncIterable<T>

/** See `Storewire.backfill`. */
export type RunBackfill = <R extends keyof BackfillObjects>(
  resource: R,
  source: Source<BackfillObjects[R]>,
  options?: BackfillOptions,
) => Promise<Backfill>

export function createBackfill(call: Call, runtime: Runtime): RunBackfill {
  return async (resource, source, options = {}) => {
    const { signal } = options
    requireUsable(resource, options)
    const limits = bulkLimits[resource]
    const iterator = iteratorOf(source)
    signal?.throwIfAborted()
    const abortion = new AbortController()
    const listenNoMore = onAbort(signal, () => abortion.abort(signal?.reason))
    try {
      return await orAborted(
        runImport(call, runtime, { resource, limits, iterator, abortion, ...options }),
        abortion.signal,
      )
    } catch (error) {
      abortion.abort(error)
      // The source is asked to stop, but not awaited: it may be waiting for something that never happens.
      void (async () => iterator.return?.())().catch(() => {})
      throw error
    } finally {
      listenNoMore()
    }
  }
}

type AnyIterator = Iterator<unknown> | AsyncIterator<unknown>

/** The state of one call of `backfill`; `abortion` ends it and contains the reason. */
interface Running extends BackfillOptions {
  resource: string
  limits: Limits
  iterator: AnyIterator
  abortion: AbortController
}

async function runImport(call: Call, runtime: Runtime, running: Running): Promise<Backfill> {
  const { resource, label, pollMs = 2_000, onProgress, abortion } = running
  const { signal } = abortion
  const write = <T>(path: string, body?: string) =>
    call<T>('POST', path, { ...(body ? { body } : {}), idempotencyKey: crypto.randomUUID(), signal })

  const { id } = await write<Backfill>('/backfills', JSON.stringify({ label }))
  let lookedAt = runtime.now()
  const look = async (): Promise<Backfill> => {
    lookedAt = runtime.now()
    const progress = await call<Backfill>('GET', `/backfills/${id}`, { signal })
    await onProgress?.(progress)
    return progress
  }
  await sendAll(running, { backfillId: id }, async (body) => {
    await write(`/${resource}/bulk`, body)
    if (onProgress && runtime.now() - lookedAt >= pollMs) await look()
  })
  await write(`/backfills/${id}/close`)
  return poll(
    look,
    (progress) => isOver(progress) || progress.batches.failed > 0,
    () => runtime.sleep(pollMs, signal),
  )
}

/** Whether a closed import has ended: all objects are processed, or some have failed. */
export function isOver({ status }: Pick<Backfill, 'status'>): boolean {
  return status === 'done' || status === 'failed'
}

/** Calls `look` until the result is `enough`, with a pause between two calls. */
export async function poll<T>(
  look: () => Promise<T>,
  enough: (seen: T) => boolean,
  pause: () => Promise<void>,
): Promise<T> {
  for (;;) {
    const seen = await look()
    if (enough(seen)) return seen
    await pause()
  }
}

/** Sends what the iterator yields in batches, up to `concurrency` at a time; a batch that can't be sent aborts the import. */
async function sendAll(
  { limits, iterator, concurrency = 4, abortion }: Running,
  more: Record<string, string>,
  send: (body: string) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  let batch = emptyBatch()
  let offset = 0

  async function dispatch(): Promise<void> {
    while (underWay.size >= concurrency) await Promise.race(underWay)
    abortion.signal.throwIfAborted()
    const first = offset
    const sending = send(bodyOf(batch, more))
      .catch((error) => abortion.abort(movedBy(first, error)))
      .finally(() => underWay.delete(sending))
    underWay.add(sending)
    offset += batch.pieces.length
    batch = emptyBatch()
  }

  for (;;) {
    const next = iterator.next()
    // Awaiting a synchronous value would cost more than sending the object.
    const { done, value } = 'then' in next ? await next : next
    abortion.signal.throwIfAborted()
    if (done) break
    const piece = pieceOf(value, limits)
    if (!fits(batch, piece, limits)) await dispatch()
    add(batch, piece)
    if (batch.pieces.length === limits.objects) await dispatch()
  }
  if (batch.pieces.length > 0) await dispatch()
  await Promise.all(underWay)
  abortion.signal.throwIfAborted()
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    onAbort(signal, () => reject(signal.reason))
    work.then(resolve, reject)
  })
}

function requireUsable(resource: string, { concurrency = 4, pollMs = 2_000 }: BackfillOptions): void {
  if (!Object.hasOwn(bulkLimits, resource)) {
    throw new TypeError(
      `backfill takes ${Object.keys(bulkLimits).join(', ')}; push ${resource} with ${resource}.upsert() instead.`,
    )
  }
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_IN_FLIGHT) {
    throw new TypeError(`concurrency must be a whole number from 1 to ${MAX_IN_FLIGHT}.`)
  }
  if (typeof pollMs !== 'number' || !(pollMs > 0 && pollMs <= LONGEST_POLL_MS)) {
    throw new TypeError(`pollMs must be a number of milliseconds above 0, and at most ${LONGEST_POLL_MS}.`)
  }
}

function iteratorOf(source: Source<unknown>): AnyIterator {
  if (typeof source === 'object' && source !== null) {
    if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]()
    if (Symbol.iterator in source) return source[Symbol.iterator]()
  }
  throw new TypeError('source must be an array, an iterable or an async iterable of objects.')
}
