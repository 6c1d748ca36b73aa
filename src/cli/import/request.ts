import type { Resource } from '../../objects/resource.ts'
import type { Counts } from '../../objects/upsert.ts'
import type { Remote } from '../kit/remote.ts'
import type { Progress } from './progress.ts'

export interface ImportRequest {
  resource: Resource
  /** A path, also of a pipe, or `-` for standard input. */
  file: string
  remote: Remote
  label?: string | undefined
  /** The id of an interrupted import of this file to go on with. */
  resume?: string | undefined
  progress: Progress
  /** Given when the user wants to stop. */
  signal: AbortSignal
}

export interface ImportSummary {
  /** Of the backfill; for tickets, of the import. Null where the file holds no objects. */
  id: string | null
  resource: string
  rows: number
  results: Counts
  rejected: number
  rejectedFile: string | null
}
