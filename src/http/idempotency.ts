import { hash, subtle } from 'node:crypto'
import { parseItem } from 'structured-headers'
import { badRequest, conflict, type DomainError } from '../lib/errors.ts'
import { JsonText, stringify } from '../lib/json.ts'
import { DAY_MS } from '../lib/time.ts'
import type { Store, Tx } from '../store/store.ts'
import type { KeptResponse } from './route.ts'

/** How long a first response is stored (API reference, Idempotency). */
const REPLAY_MS = DAY_MS
/** The maximum number of old records deleted in one transaction, so that purging never delays a push. */
const PURGE_BATCH = 1_000

const KEY = /^[\x20-\x7e]{1,255}$/

/** The key of a request. A quoted structured-field string is unwrapped. @throws DomainError BAD_REQUEST */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = typeof header === 'string' && header.startsWith('"') ? unwrapped(header) : header
  if (typeof key === 'string' && KEY.test(key)) return key
  const message = 'must be 1 to 255 printable ASCII characters'
  throw badRequest(`The Idempotency-Key header ${message}.`, [{ path: ['Idempotency-Key'], message }])
}

function unwrapped(header: string): string | undefined {
  try {
    const [value] = parseItem(header)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** The parts of a request by which a repetition is recognized: key, address and content. */
export interface KeyedRequest {
  workspaceId: string
  key: string
  method: string
  path: string
  /** The query string, and the body's bytes after decompression. */
  query: string
  body: Buffer
  /** The conversation of the request: erasing it erases the record, too; null: none. */
  conversationId: string | null
  /** How the response is stored; undefined: the whole response. */
  replay: KeptResponse | undefined
}

interface KeptRow {
  request_hash: string
  body: string
  created_at: number
}

/**
 * A store whose write saves its result under the request's key, in the same transaction. If a result is saved already, the write
 * returns it without running the work. Writes run one after another, so of two simultaneous requests the second finds the record
 * of the first. A work that throws saves nothing, and the key stays free.
 *
 * @param onReplay called if a saved result is returned
 * @throws (from write) DomainError CONFLICT if the key was used with another body
 */
export async function idempotentStore(
  store: Store,
  request: KeyedRequest,
  now: number,
  onReplay: () => void,
): Promise<Store> {
  const scope = `${request.method} ${request.path}`
  const requestHash = await hashOf(request)
  /** The result of the work, or the saved one. */
  const once =
    <T, Company extends unknown[]>(work: (tx: Tx, ...company: Company) => Promise<T>) =>
    async (tx: Tx, ...company: Company): Promise<Once<T>> => {
      const kept = await tx.get<KeptRow>(
        'SELECT request_hash, body, created_at FROM idempotency_records WHERE workspace_id = ? AND scope = ? AND key = ?',
        request.workspaceId,
        scope,
        request.key,
      )
      if (kept && kept.created_at > now - REPLAY_MS) {
        if (kept.request_hash !== requestHash) throw reused()
        const answer = await answerOf(tx, request, kept.body)
        if (answer !== GONE) return { result: answer as T, isReplay: true }
      }
      const result = await work(tx, ...company)
      await keep(tx, request, scope, requestHash, textOf(request, result), now)
      return { result, isReplay: false }
    }
  /** Calls `onReplay` only after the commit: a work may run again with another outcome. */
  const noteReplay = async <T>(written: Promise<Once<T>>): Promise<T> => {
    const { result, isReplay } = await written
    if (isReplay) onReplay()
    return result
  }
  return {
    ...store,
    write: (work, share) => noteReplay(store.write(once(work), share)),
    writeInBackground: (work) => noteReplay(store.writeInBackground(once(work))),
  }
}

interface Once<T> {
  result: T
  isReplay: boolean
}

/** Longer bodies are hashed in another thread: hashing 32 MiB here would delay all other calls by a fifth of a second. */
const LONG_BYTES = 256 * 1024

async function hashOf({ query, body }: KeyedRequest): Promise<string> {
  const bytes = Buffer.concat([Buffer.from(`${query}\n`), body])
  if (bytes.length <= LONG_BYTES) return hash('sha256', bytes, 'hex')
  return Buffer.from(await subtle.digest('SHA-256', bytes)).toString('hex')
}

/** The object of a saved id no longer exists. */
const GONE = Symbol('gone')

/** The saved text of a result. */
function textOf({ replay }: KeyedRequest, result: unknown): string {
  if (replay) return replay.idOf(result)
  return result === undefined ? '' : stringify(result)
}

/** The result for a saved text. */
async function answerOf(tx: Tx, { replay }: KeyedRequest, kept: string): Promise<unknown> {
  if (replay) return (await replay.read(tx, kept)) ?? GONE
  // The text is returned as it is, so that the response is the same byte for byte.
  return kept === '' ? undefined : new JsonText(kept)
}

async function keep(
  tx: Tx,
  { workspaceId, key, conversationId }: KeyedRequest,
  scope: string,
  requestHash: string,
  body: string,
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO idempotency_records (workspace_id, scope, key, request_hash, body, conversation_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id, scope, key) DO UPDATE SET request_hash = excluded.request_hash, body = excluded.body, created_at = excluded.created_at`,
    workspaceId,
    scope,
    key,
    requestHash,
    body,
    conversationId,
    now,
  )
}

function reused(): DomainError {
  return conflict(
    'idempotency_key_reused',
    'This Idempotency-Key was used with a different request within 24 hours: use a new key for a new request.',
  )
}

/** Deletes expired records. */
export async function purgeIdempotencyRecords(store: Store, now: number): Promise<void> {
  let purged: number
  do {
    const { changes } = await store.write((tx) =>
      tx.run(
        `DELETE FROM idempotency_records WHERE (workspace_id, scope, key) IN
           (SELECT workspace_id, scope, key FROM idempotency_records WHERE created_at <= ? ORDER BY created_at LIMIT ${PURGE_BATCH})`,
        now - REPLAY_MS,
      ),
    )
    purged = changes
  } while (purged === PURGE_BATCH)
}
