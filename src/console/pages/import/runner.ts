import { signal } from '@preact/signals'
import { UnreadableFile } from '../../../rows/problem.ts'
import type { RowReader, SourceRow } from '../../../rows/reader.ts'
import { contextOf } from '../../../rows/survey.ts'
import { ApiError, api, Cancelled } from '../api.ts'
import type { ImportField } from '../api-types.ts'
import { numberText } from '../parts/chart.tsx'
import { importing as t } from '../texts/en/importing.ts'
import { readerOf } from './plan.ts'
import { sendRows } from './send.ts'
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

/** Characters of one call: in bytes below what servers accept. */
const MOST_LENGTH = 4 * 1024 * 1024
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
    const { plan, importId } = state
    const reader = await readerOf(file, plan, fields)
    for await (const rows of batchesOf(plannedRows(reader, state), state.done, maxObjects)) {
      const rejected = await patiently(() => sendRows(plan.type, importId, rows))
      if (!rejected) return
      advance(rows, rejected)
      if ((run.value?.state.rejected.length ?? 0) > MOST_REJECTED)
        return set({ status: 'failed', message: t.tooMany(numberText(MOST_REJECTED)) })
    }
    const path = { params: { path: { id: importId } }, body: {} }
    if (await patiently(() => api.POST('/imports/{id}/close', path))) advance(undefined, [])
  } catch (error) {
    const isExpected = error instanceof ApiError || error instanceof UnreadableFile || error instanceof Cancelled
    if (!isExpected) throw error
    const message = error instanceof UnreadableFile ? t.unreadable(error.message) : error.message
    set({ status: error instanceof Cancelled ? 'stopped' : 'failed', message })
  } finally {
    removeEventListener('beforeunload', warn)
  }
}

/** The objects of a file as they are sent. */
export function plannedRows(
  { survey, rows }: RowReader,
  { plan, importedAt }: Pick<ImportState, 'plan' | 'importedAt'>,
) {
  return rows(contextOf(survey, plan.answers, importedAt))
}

/** @param skip objects that are done. The same file gives the same objects in each reading. */
async function* batchesOf(rows: AsyncIterable<SourceRow>, skip: number, most: number): AsyncGenerator<SourceRow[]> {
  let batch: SourceRow[] = []
  let length = 0
  let left = skip
  for await (const row of rows) {
    if (left-- > 0) continue
    if (batch.length === most || (batch.length > 0 && length + row.text.length > MOST_LENGTH)) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(row)
    length += row.text.length
  }
  if (batch.length > 0) yield batch
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

/** Notes what is sent. @param rows undefined: everything is */
function advance(rows: SourceRow[] | undefined, rejected: SourceRow[]): void {
  if (!run.value) return
  const { state } = run.value
  const next: ImportState = rows
    ? { ...state, done: state.done + rows.length, rejected: [...state.rejected, ...rejected.map(rejectedOf)] }
    : { ...state, isDone: true }
  storeImport(next)
  set({ state: next, ...(rows ? {} : { status: 'done' }) })
}

function rejectedOf({ place, issues }: SourceRow): Rejected {
  const why = issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' ')).join('; ')
  return [place, why.slice(0, MOST_WHY)]
}
