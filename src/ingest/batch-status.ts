export const batchStatuses = ['pending', 'processing', 'done', 'failed'] as const
export type BatchStatus = (typeof batchStatuses)[number]

/** How many objects were created, updated, or left out as stale. */
export interface Counts {
  created: number
  updated: number
  stale: number
}
