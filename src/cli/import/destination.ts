import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isOver, poll } from '../../client/backfill.ts'
import type { Limits } from '../../client/batches.ts'
import { reasonOf, StorewireError } from '../../client/error.ts'
import { PROGRAM } from '../../lib/program.ts'
import type { Backfill } from '../../objects/bulk/backfills.ts'
import type { Resource } from '../../objects/resource.ts'
import type { UpsertCounts } from '../../objects/upsert.ts'
import type { Remote } from '../kit/remote.ts'
import type { Post } from './send.ts'

/** Far below the default limit of a server, and small enough to keep in memory. */
const MAX_BYTES = 8 * 1024 * 1024

/** How objects of a resource are sent to the server, as a history import (backfill): in bulk, or in plain calls for tickets. */
export interface Destination {
  limits: Limits
  /** Starts an import and resolves with its id. */
  begin(): Promise<string>
  post(id: string): Post
  /** Ends the import. Resolves with the results when all objects are processed. */
  finish(id: string, onProgress: (backfill: Backfill) => void): Promise<UpsertCounts>
}

/** Characters of the name of a file in that of its import. */
const MOST_NAME = 180

export function destinationFor(
  resource: Resource,
  remote: Remote,
  { label, file, signal }: { label?: string | undefined; file: string; signal: AbortSignal },
): Destination {
  const { name, maxPerBatch, maxPerCall, maxNested } = resource
  const isBulk = maxPerBatch !== null
  const nested = maxNested ? { nested: maxNested } : {}
  return {
    limits: { bytes: MAX_BYTES, ...(isBulk ? { objects: maxPerBatch } : { objects: maxPerCall, ...nested }) },
    begin: async () => {
      // As the console calls what it imports.
      const usual = file === '-' ? null : `${basename(file).slice(0, MOST_NAME)} (${name})`
      const body = JSON.stringify({ label: label ?? usual })
      return (await remote.call<Backfill>('POST', '/backfills', { body, idempotencyKey: randomUUID() })).id
    },
    post: (id) => async (objects, key) => {
      await remote.call('POST', isBulk ? `/${name}/bulk` : `/${name}`, {
        body: `{"backfillId":${JSON.stringify(id)},"data":[${objects.join(',')}]}`,
        idempotencyKey: `import-${id}-${key}`,
      })
    },
    finish: async (id, onProgress) => {
      await close(remote, id)
      const { status, results } = await untilFinished(remote, id, { signal, onProgress })
      if (status === 'failed')
        throw new Error(
          `The server could not process all objects of ${id}. On the server, "${PROGRAM} jobs list" shows why, and "${PROGRAM} jobs retry" tries again.`,
        )
      return results
    },
  }
}

/** Closes a backfill. An interrupted import may have closed it already. */
export async function close(remote: Remote, id: string): Promise<void> {
  try {
    await remote.call('POST', `/backfills/${id}/close`, { idempotencyKey: `import-${id}-close` })
  } catch (error) {
    if (!(error instanceof StorewireError && reasonOf(error) === 'backfill_closed')) throw error
  }
}

const FIRST_POLL_MS = 100
const POLL_MS = 2_000

/** Polls a backfill until it is done or has failed. */
export function untilFinished(
  remote: Remote,
  id: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (backfill: Backfill) => void },
): Promise<Backfill> {
  let wait = FIRST_POLL_MS
  const look = async () => {
    const backfill = await remote.call<Backfill>('GET', `/backfills/${encodeURIComponent(id)}`)
    onProgress(backfill)
    return backfill
  }
  return poll(look, isOver, async () => {
    await delay(wait, undefined, { signal })
    wait = Math.min(wait * 2, POLL_MS)
  })
}
