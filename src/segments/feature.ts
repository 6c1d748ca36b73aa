import { shownRow, type WorkspaceTable } from '../access/workspace-data.ts'
import type { Feature } from '../http/feature.ts'
import { factsJobHandler, noteErased, noteUpserted } from './keep-facts.ts'
import { memberTest } from './members.ts'
import { SEGMENTS_TAG, segmentRoutes } from './routes.ts'

/** Tables of segments. First the one without which the job counts nothing more. */
const segmentTables: WorkspaceTable[] = [
  { table: 'fact_counts', key: ['workspace_id'], hasJobs: true },
  { table: 'fact_notes', key: ['number'], long: 'customers' },
  { table: 'customer_spend', key: ['customer_id', 'currency'] },
  { table: 'customer_facts', key: ['customer_id'] },
  {
    table: 'segments',
    key: ['id'],
    long: 'rule',
    exported: {
      file: 'segments',
      columns: 'id, name, rule, created_at AS "createdAt"',
      show: (row) => shownRow(row, ['rule']),
    },
  },
]

/** Rules that select customers. */
export const segmentsFeature: Feature = {
  routes: segmentRoutes,
  tags: {
    [SEGMENTS_TAG]:
      'A segment is a named rule that selects customers, such as all who spent 500 € and bought within 90 days. Its customers are those that fit the rule now.',
  },
  jobs: ({ store }) => [factsJobHandler(store)],
  tables: segmentTables,
  filterTests: { segment: memberTest },
  onUpserted: noteUpserted,
  onErased: async (tx, erased, now) => {
    await noteErased(tx, erased, now)
    return false
  },
}
