import { signal } from '@preact/signals'
import { ApiError, api, Cancelled } from '../api.ts'
import type { ImportField } from '../api-types.ts'
import { numberText } from '../parts/chart.tsx'
import { importing as t } from '../texts/en/importing.ts'
import { UnreadableFile } from './records.ts'
import { type FileRow, rowsOf } from './rows.ts'
import { sendRows } from './send.ts'
import { columnsOf } from './source.ts'
import { type ImportState, type Rejected, storeImport } from './state.ts'

/** An import in this tab. It goes on while other pages of the console are shown. */
export interface Run {
  file: File
  state: ImportState
  status: 'running' | 'waiting' | 'stopped' | 'failed' | 'done'
  /** What it waits for, or why it has stopped. */
  message: string
}

export const run = signal<Run | undefined>(undefined)

/** Bytes of one call, below what servers accept. */
const MOST_BYTES = 4 * 1024 * 1024
/** More rejected rows are a mistake of the whole file, and would not fit into the browser's storage. */
const MOST_REJECTED = 5_000
const MOST_WHY = 300
/** What passes by itself: no connection, too many calls, a server that is busy or restarts. */
const PASSING = [0, 429, 500, 502, 503, 504]
const WAIT_S = 5

export function stop(): void {
  set({ status: 'stopped' })
}

/** Forgets an import that is over, or that somebody gives up. What was sent stays stored. */
export async function giveUp({ importId, isDone }: ImportState): Promise<void> {
  if (!isDone)
    await api.POST('/imports/{id}/close', { params: { path: { id: importId } }, body: {} }).catch((error: unknown) => {
      // It is closed, or its workspace has gone.
      if (!(error instanceof ApiError && (error.status === 409 || error.status === 404))) throw error
    })
  storeImport(undefined)
  run.value = undefined
}

function set(change: Partial<Run>): void {
  if (run.value) run.value = { ...run.value, ...change }
}

/** Sends a file from where its import is to the end. @param fields of its type */
export async function start(
  file: File,
  state: ImportState,
  { fields, maxObjects }: { fields: ImportField[]; maxObjects: number },
): Promise<void> {
  run.value = { file, state, status: 'running', message: '' }
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', warn)
  try {
    const { source, matches, updatedAt, type, importId } = state
    const reading = { ...source, columns: columnsOf(matches, fields), updatedAt }
    for await (const batch of batchesOf(rowsOf(file, reading, state), maxObjects)) {
      const rejected = await patiently(() => sendRows(type, importId, batch.rows))
      if (!rejected) return
      advance(batch, rejected)
      if ((run.value?.state.rejected.length ?? 0) > MOST_REJECTED)
        return set({ status: 'failed', message: t.tooMany(numberText(MOST_REJECTED)) })
    }
    const path = { params: { path: { id: importId } }, body: {} }
    if (await patiently(() => api.POST('/imports/{id}/close', path))) advance(undefined, [])
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof UnreadableFile || error instanceof Cancelled)) throw error
    set({ status: error instanceof Cancelled ? 'stopped' : 'failed', message: error.message })
  } finally {
    removeEventListener('beforeunload', warn)
  }
}

interface RowBatch {
  rows: FileRow[]
  /** Where the next batch begins. */
  next: { offset: number; place: number }
}

async function* batchesOf(rows: AsyncIterable<FileRow>, most: number): AsyncGenerator<RowBatch> {
  let batch: FileRow[] = []
  let bytes = 0
  let last: FileRow | undefined
  for await (const row of rows) {
    const size = row.end - row.start
    if (batch.length === most || (batch.length > 0 && bytes + size > MOST_BYTES)) {
      yield { rows: batch, next: { offset: row.start, place: row.place } }
      batch = []
      bytes = 0
    }
    batch.push(row)
    bytes += size
    last = row
  }
  if (last) yield { rows: batch, next: { offset: last.end, place: last.place + 1 } }
}

/** Repeats a call until it is answered, or the person stops the import. @returns undefined if they did */
async function patiently<T>(call: () => Promise<T>): Promise<T | undefined> {
  while (isUnderWay()) {
    try {
      const answer = await call()
      if (isUnderWay()) set({ status: 'running', message: '' })
      return answer
    } catch (error) {
      if (!(error instanceof ApiError) || !PASSING.includes(error.status)) throw error
      if (!isUnderWay()) return undefined
      set({ status: 'waiting', message: error.message })
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? WAIT_S) * 1000))
    }
  }
  return undefined
}

function isUnderWay(): boolean {
  return run.value?.status === 'running' || run.value?.status === 'waiting'
}

/** Notes what is sent. @param batch undefined: everything is */
function advance(batch: RowBatch | undefined, rejected: FileRow[]): void {
  if (!run.value) return
  const { state } = run.value
  const next: ImportState = batch
    ? {
        ...state,
        ...batch.next,
        sent: state.sent + batch.rows.length - rejected.length,
        rejected: [...state.rejected, ...rejected.map(rejectedOf)],
      }
    : { ...state, offset: state.file.size, isDone: true }
  storeImport(next)
  set({ state: next, ...(batch ? {} : { status: 'done' }) })
}

function rejectedOf({ start, end, place, issues }: FileRow): Rejected {
  const why = issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' ')).join('; ')
  return [start, end, place, why.slice(0, MOST_WHY)]
}
