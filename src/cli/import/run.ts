import { dirname } from 'node:path'
import { reasonOf, StorewireError } from '../../client/error.ts'
import type { Clock } from '../../lib/time.ts'
import type { Resource } from '../../objects/resource.ts'
import type { UpsertCounts } from '../../objects/upsert.ts'
import { UnreadableFile } from '../../rows/problem.ts'
import { assertWritable } from '../../store/temporary.ts'
import { Interrupted } from '../kit/interrupt.ts'
import type { Remote } from '../kit/remote.ts'
import { close, type Destination, destinationFor } from './destination.ts'
import type { Progress } from './progress.ts'
import { type RejectedFile, rejectedFile } from './rejected.ts'
import { batchesOf, type RowBatch, readAhead, sendRows } from './send.ts'
import { type OpenedRows, type ReadingOptions, withRows } from './shop-file.ts'
import { isRepeatable, openSource, type Source, STDIN } from './source.ts'
import {
  fileFacts,
  howToResume,
  howToStartOver,
  interruptedState,
  refuseBegun,
  removeState,
  type State,
  saveState,
} from './state.ts'

interface ImportRequest {
  /** What the file contains; undefined: its format decides. */
  resource: Resource | undefined
  /** A path of a file or pipe, or `-` for standard input. */
  file: string
  remote: Remote
  label?: string | undefined
  /** The id of an interrupted import of this file to continue. */
  resume?: string | undefined
  /** How the file is read. */
  options: ReadingOptions
  progress: Progress
  clock: Clock
  /** Aborts when the user interrupts the import. */
  signal: AbortSignal
}

export interface ImportSummary {
  /** The id of the backfill; for tickets, of the import. Null if the file contains no objects. */
  id: string | null
  /** The type of the objects. */
  resource: string
  rows: number
  results: UpsertCounts
  rejected: number
  rejectedFile: string | null
}

/**
 * Pushes the objects of a file to a running server and waits until they are processed. An interrupted import of a file can be continued
 * within 24 hours, while the server recognizes repeated calls: no object is lost or counted twice.
 *
 * @throws Error with what to do if the import can't start or continue
 */
export async function importFile(request: ImportRequest): Promise<ImportSummary> {
  const { file, remote, progress, signal, options, clock } = request
  const sent: Sent = { state: earlierState(request) }
  const importedAt = sent.state?.importedAt ?? clock.now()
  await remote.call('GET', '/ping', { once: true })
  try {
    const source = await openSource(file, signal)
    progress.begin(source.size, sent.state?.rows ?? 0)
    const opening = { source, resource: request.resource, options, importedAt, warn: progress.warn }
    return await withRows(opening, (opened) => sendAll(request, { source, opened, importedAt, sent }))
  } catch (error) {
    throw await explained(error as Error, request, sent)
  } finally {
    progress.end()
  }
}

/** How far an import is, for the error that stops it. */
interface Sent {
  state: State | undefined
}

interface Sending {
  source: Source
  opened: OpenedRows
  importedAt: number
  sent: Sent
}

async function sendAll(request: ImportRequest, { source, opened, importedAt, sent }: Sending): Promise<ImportSummary> {
  const { file, remote, progress, signal } = request
  const { resource, rows } = opened
  const repeatable = isRepeatable(file)
  const destination = destinationFor(resource, remote, request)
  const rejected = rejectedFile(`${repeatable ? file : 'stdin'}.rejected.ndjson`, sent.state?.rejectedBytes ?? 0)
  const batches = batchesOf(rows, sent.state?.limits ?? destination.limits, sent.state?.rows ?? 0)
  for await (const batch of readAhead(batches)) {
    sent.state ??= await begin(request, { resource, destination, importedAt })
    sent.state = await send(sent.state, batch, destination, rejected)
    if (repeatable) saveState(file, sent.state)
    progress.sent(sent.state, source.position())
    signal.throwIfAborted()
  }
  const { state } = sent
  const results = state ? await destination.finish(state.id, progress.processed) : { created: 0, updated: 0, stale: 0 }
  removeState(file)
  return summary(resource, state, results, rejected)
}

function earlierState({ file, resource, resume, options }: ImportRequest): State | undefined {
  const repeatable = isRepeatable(file)
  if (resume === undefined) {
    if (repeatable) refuseBegun(file)
    return undefined
  }
  if (!repeatable) {
    throw new Error(`${file === STDIN ? 'Standard input' : file} can't be read a second time. --resume needs a file.`)
  }
  return interruptedState(file, { resource: resource?.name, options, id: resume })
}

interface Beginning {
  resource: Resource
  destination: Destination
  importedAt: number
}

async function begin(
  { file, options }: ImportRequest,
  { resource, destination, importedAt }: Beginning,
): Promise<State> {
  const repeatable = isRepeatable(file)
  // Checked first: without the state file, an import that the server has started could not be continued.
  if (repeatable) assertWritable(dirname(file), `save the progress of the import next to ${file}`)
  const state: State = {
    id: await destination.begin(),
    resource: resource.name,
    file: repeatable ? fileFacts(file) : { size: 0, modifiedAt: 0 },
    limits: destination.limits,
    options,
    importedAt,
    rows: 0,
    rejected: 0,
    rejectedBytes: 0,
  }
  if (repeatable) saveState(file, state)
  return state
}

async function send(state: State, batch: RowBatch, destination: Destination, file: RejectedFile): Promise<State> {
  const rejected = await sendRows(batch.rows, destination.post(state.id))
  return {
    ...state,
    rows: batch.offset + batch.rows.length,
    rejected: state.rejected + rejected.length,
    rejectedBytes: file.add(rejected),
  }
}

function summary(
  resource: Resource,
  state: State | undefined,
  results: UpsertCounts,
  file: RejectedFile,
): ImportSummary {
  const { id = null, rows = 0, rejected = 0 } = state ?? {}
  return { id, resource: resource.name, rows, results, rejected, rejectedFile: rejected > 0 ? file.path : null }
}

/** The error that stopped an import, with what was sent and how to continue. */
async function explained(error: Error, request: ImportRequest, { state }: Sent): Promise<Error> {
  const { file, signal } = request
  if (signal.aborted) return new Interrupted(`Interrupted. ${nextStep(error, file, state)}`)
  if (!(error instanceof UnreadableFile)) {
    return new Error(`${error.message} ${nextStep(error, file, state)}`, { cause: error })
  }
  if (!state) return new Error(`${file} can't be imported: ${error.message}.`)
  await abandon(request, state)
  return new Error(
    `${file} can't be read to its end: ${error.message}. Its first ${state.rows} rows were sent. Fix the file and import it again.`,
  )
}

function nextStep(error: Error, file: string, state: State | undefined): string {
  if (!state) return 'Nothing was sent.'
  if (!isRepeatable(file)) {
    return `${state.rows} rows were sent. Import everything again: rows that are already stored count as stale.`
  }
  const isOver = error instanceof StorewireError && reasonOf(error)?.startsWith('backfill_')
  const step = isOver ? howToStartOver(file) : howToResume(state.id)
  return `${step[0]?.toUpperCase()}${step.slice(1)}.`
}

/** Ends the import of a file that can't be read: the fixed file needs a new import. */
async function abandon({ file, remote, progress }: ImportRequest, state: State): Promise<void> {
  removeState(file)
  await close(remote, state.id).catch((failure: Error) =>
    progress.warn(`${state.id} could not be closed: ${failure.message}`),
  )
}
