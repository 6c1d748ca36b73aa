import type { StoredReader } from '../changes/readers.ts'
import { askForFilling } from './fill-job.ts'
import { resources } from './resources.ts'
import { addWaiting, FILTERS } from './waiting-values.ts'

/** How long pushes collect before their values are added: a few at a time would take as long as many. */
const COLLECT_MS = 300
/** Far above what the limit of bytes lets a batch have. */
const MOST_IDS = 10_000

/** The types of objects whose filters have values in `filter_entries`. */
const types = resources.filter(({ filters }) => filters.some(({ storage }) => 'entries' in storage))

/**
 * Adds the values of filters that wait. The values and the place of the reader change together, so none is added twice: it may have changed
 * since.
 */
export const filtersReader: StoredReader = {
  name: FILTERS,
  kinds: types.map(({ name }) => name),
  onlyWithData: true,
  start: ({ store }) => ({
    collectMs: COLLECT_MS,
    limits: { mostIds: MOST_IDS, needsData: false },
    do: async ({ workspaceId, changes, moved }) => {
      await store.writeApart([addWaiting(workspaceId, changes.at(-1)?.number ?? 0), moved()])
    },
    rebuild: async (tx, _workspaceId, now) => {
      for (const type of types) await askForFilling(tx, type, now)
    },
  }),
}
