import { reasonOf, StorewireError } from '../../client/error.ts'
import { Interrupted } from '../kit/interrupt.ts'
import { close } from './destination.ts'
import type { ImportRequest } from './request.ts'
import { UnreadableFile } from './rows.ts'
import { isRepeatable } from './source.ts'
import { howToResume, howToStartOver, removeState, type State } from './state.ts'

/** The error that stopped an import, with what was sent and how to continue. */
export async function explained(error: Error, request: ImportRequest, state: State | undefined): Promise<Error> {
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
