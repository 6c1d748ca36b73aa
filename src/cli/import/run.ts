import { dirname } from 'node:path'
import { reasonOf, StorewireError } from '../../client/error.ts'
import { kindsOf, requiredFields } from '../../objects/kinds.ts'
import type { Resource } from '../../objects/resource.ts'
import type { UpsertCounts } from '../../objects/upsert.ts'
import { assertWritable } from '../../store/sqlite/temporary.ts'
import { Interrupted } from '../kit/interrupt.ts'
import type { Remote } from '../kit/remote.ts'
import { close, type Destination, destinationFor } from './destination.ts'
import { readRows } from './format.ts'
import type { Progress } from './progress.ts'
import { type RejectedFile, rejectedFile } from './rejected.ts'
import { UnreadableFile } from './rows.ts'
import { batchesOf, noCounts, type RowBatch, sendRows, sum } from './send.ts'
import { isRepeatable, openSource, STDIN } from './source.ts'
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
  resource: Resource
  /** A path of a file or pipe, or `-` for standard input. */
  file: string
  remote: Remote
  label?: string | undefined
  /** The id of an interrupted import of this file to continue. */
  resume?: string | undefined
  progress: Progress
  /** Aborts when the user interrupts the import. */
  signal: AbortSignal
}

export interface ImportSummary {
  /** The id of the backfill; for tickets, of the import. Null if the file contains no objects. */
  id: string | null
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
  const { resource, file, remote, progress, signal } = request
  const repeatable = isRepeatable(file)
  const earlier = earlierState(request, repeatable)
  await remote.call('GET', '/ping', { once: true })
  const destination = destinationFor(resource, remote, request)
  const rejected = rejectedFile(`${repeatable ? file : 'stdin'}.rejected.ndjson`, earlier?.rejectedBytes ?? 0)
  let state = earlier
  try {
    const source = await openSource(file, signal)
    const expected = {
      fields: kindsOf(resource.schema),
      required: requiredFields(resource.schema),
      warn: progress.warn,
    }
    const rows = await readRows(file, source.texts, expected)
    progress.begin(source.size, state?.rows ?? 0)
    for await (const batch of batchesOf(rows, state?.limits ?? destination.limits, state?.rows ?? 0)) {
      state ??= await begin(request, destination, repeatable)
      state = await send(state, batch, destination, rejected)
      if (repeatable) saveState(file, state)
      progress.sent(state, source.position())
      signal.throwIfAborted()
    }
    const results = state ? await destination.finish(state.id, state.results, progress.processed) : noCounts
    removeState(file)
    return summary(resource, state, results, rejected)
  } catch (error) {
    throw await explained(error as Error, request, state)
  } finally {
    progress.end()
  }
}

function earlierState({ file, resource, resume }: ImportRequest, repeatable: boolean): State | undefined {
  if (resume === undefined) {
    if (repeatable) refuseBegun(file)
    return undefined
  }
  if (!repeatable) {
    throw new Error(`${file === STDIN ? 'Standard input' : file} can't be read a second time. --resume needs a file.`)
  }
  return interruptedState(file, resource.name, resume)
}

async function begin({ resource, file }: ImportRequest, destination: Destination, repeatable: boolean): Promise<State> {
  // Checked first: without the state file, an import that the server has started could not be continued.
  if (repeatable) assertWritable(dirname(file), `save the progress of the import next to ${file}`)
  const state: State = {
    id: await destination.begin(),
    resource: resource.name,
    file: repeatable ? fileFacts(file) : { size: 0, modifiedAt: 0 },
    limits: destination.limits,
    rows: 0,
    rejected: 0,
    rejectedBytes: 0,
    results: noCounts,
  }
  if (repeatable) saveState(file, state)
  return state
}

async function send(state: State, batch: RowBatch, destination: Destination, file: RejectedFile): Promise<State> {
  const { results, rejected } = await sendRows(batch.rows, destination.post(state.id))
  return {
    ...state,
    rows: batch.offset + batch.rows.length,
    rejected: state.rejected + rejected.length,
    rejectedBytes: file.add(rejected),
    results: sum(state.results, results),
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
async function explained(error: Error, request: ImportRequest, state: State | undefined): Promise<Error> {
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
async function abandon({ file, resource, remote, progress }: ImportRequest, state: State): Promise<void> {
  removeState(file)
  if (resource.maxPerBatch === null) return
  await close(remote, state.id).catch((failure: Error) =>
    progress.warn(`${state.id} could not be closed: ${failure.message}`),
  )
}
