import { resources } from '../../objects/resources.ts'

/** The types whose objects are accepted in batches. */
export const bulkResources = resources.filter(({ maxPerBatch }) => maxPerBatch !== null)
export const bulkTypes = bulkResources.map(({ name }) => name) as [string, ...string[]]
