import { erasureJob } from '../jobs/erasure-job.ts'
import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { DAY_MS } from '../lib/time.ts'
import type { Sql, Store, Tx } from '../store/store.ts'

const OVERWRITE_JOB = 'pictures.overwrite'
const ALL = 'pictures'

/**
 * Erases pictures: from this transaction on nobody can read them, and a job overwrites their bytes.
 *
 * @param which the condition of the pictures @returns how many there were
 */
export async function erasePictures(tx: Tx, which: Sql, now: number): Promise<number> {
  const { changes } = await tx.run(
    `UPDATE pictures SET state = 'erased', member_id = NULL, conversation_id = NULL, entry_id = NULL, type = NULL, width = NULL, height = NULL
     WHERE state <> 'erased' AND ${which.text}`,
    ...which.values,
  )
  if (changes === 0) return 0
  const waiting = await tx.get(
    `SELECT 1 FROM jobs WHERE kind = ? AND status = 'waiting' AND lease_until IS NULL`,
    OVERWRITE_JOB,
  )
  if (!waiting) await enqueue(tx, { kind: OVERWRITE_JOB, subject: ALL }, now)
  return changes
}

/** An upload that was not completed is erased after this time, a picture that was not sent after the other. */
const UNFINISHED_MS = 60 * 60_000
const UNSENT_MS = DAY_MS
const AT_ONCE = 500

/** Erases pictures that did not arrive completely within an hour, and those that no message has shown within a day. */
export async function eraseUnsent(store: Store, now: number): Promise<void> {
  for (const [state, ms] of [['arriving', UNFINISHED_MS] as const, ['whole', UNSENT_MS] as const]) {
    let erased: number
    do {
      const ids = `SELECT id FROM pictures WHERE entry_id IS NULL AND state = ? AND created_at <= ? LIMIT ${AT_ONCE}`
      const which = { text: `id IN (${ids})`, values: [state, now - ms] }
      erased = await store.writeInBackground((tx) => erasePictures(tx, which, now))
    } while (erased === AT_ONCE)
  }
}

/**
 * Overwrites the bytes of erased pictures in the file, a part in each transaction, and then lets the log of the database forget them.
 * Running twice is safe: the second run finds nothing.
 */
export function overwriteJobHandler({ store }: { store: Store }): JobHandler {
  return {
    ...erasureJob,
    kind: OVERWRITE_JOB,
    run: async (_job, end, signal) => {
      for (let id = await nextErased(store); id !== undefined; id = await nextErased(store)) {
        signal.throwIfAborted()
        await overwrite(store, id, signal)
      }
      await end(async (tx) => {
        tx.erased()
        return undefined
      })
    },
  }
}

async function nextErased({ read }: Store): Promise<string | undefined> {
  return (await read.get<{ id: string }>(`SELECT id FROM pictures WHERE state = 'erased' ORDER BY id LIMIT 1`))?.id
}

async function overwrite(store: Store, id: string, signal: AbortSignal): Promise<void> {
  const lastPart = () =>
    store.read.get<{ number: number }>(
      'SELECT number FROM picture_parts WHERE picture_id = ? ORDER BY number DESC LIMIT 1',
      id,
    )
  for (let part = await lastPart(); part; part = await lastPart()) {
    signal.throwIfAborted()
    // Apart: only there is overwritten what is deleted.
    await store.writeApart([
      { sql: 'DELETE FROM picture_parts WHERE picture_id = ? AND number = ?', values: [id, part.number] },
    ])
  }
  await store.writeInBackground((tx) => tx.run(`DELETE FROM pictures WHERE id = ? AND state = 'erased'`, id))
}
