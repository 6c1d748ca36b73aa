export const batchStatuses = ['pending', 'processing', 'done', 'failed'] as const
export type BatchStatus = (typeof batchStatuses)[number]
