import type { Feature } from '../http/feature.ts'
import { indexTables, MESSAGE_TABLE, ROWS_OF_WORKSPACE } from '../store/text-index.ts'
import { rebuildHandler, searchFillHandler } from './fill-job.ts'
import { forgetErased } from './forget.ts'
import { searchReader } from './reader.ts'
import { askForCleaning, cleanJobHandler } from './upkeep.ts'

const HOUR_MS = 3_600_000
/** The rows of a deleted workspace are gone by then. */
const DELETED_MS = 2 * HOUR_MS

/** The full-text index of what shops push. */
export const searchFeature: Feature = {
  reads: [searchReader],
  jobs: ({ store }) => [searchFillHandler(store), rebuildHandler(store), cleanJobHandler({ store })],
  tables: [
    ...indexTables.map((table) => ({ table, key: ['rowid'], of: ROWS_OF_WORKSPACE })),
    { table: 'search_rows', key: ['row'], of: 'space IN (SELECT number FROM search_spaces WHERE workspace_id = ?)' },
    { table: 'search_spaces', key: ['number'] },
  ],
  onErased: async (tx, erased, now) => {
    await forgetErased(tx, erased, now)
    return false
  },
  onDeletingWorkspace: async (tx, { now }) => {
    for (const table of ['search_people', MESSAGE_TABLE])
      await askForCleaning(tx, now, { table, dueAt: now + DELETED_MS })
  },
}
