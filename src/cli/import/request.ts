import type { Resource } from '../../objects/resource.ts'
import type { UpsertCounts } from '../../objects/upsert.ts'
import type { Remote } from '../kit/remote.ts'
import type { Progress } from './progress.ts'

export interface ImportRequest {
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
