import { shownRow, type WorkspaceTable } from '../access/workspace-data.ts'
import type { Feature } from '../http/feature.ts'
import { customers } from '../objects/types/customer.ts'
import { factsJobHandler } from './count-job.ts'
import { factsReader } from './facts-reader.ts'
import { memberTest } from './members.ts'
import { SEGMENTS_TAG, segmentRoutes } from './routes.ts'
import { removeFacts } from './store-facts.ts'

/** Tables of segments. First the one without which nothing more is counted. */
const segmentTables: WorkspaceTable[] = [
  { table: 'fact_counts', key: ['workspace_id'], hasJobs: true },
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
  reads: [factsReader],
  jobs: ({ store }) => [factsJobHandler(store)],
  tables: segmentTables,
  filterTests: { segment: memberTest },
  onErased: async (tx, { resource, workspaceId, id }) => {
    if (resource === customers.name) await removeFacts(tx, workspaceId, [id])
    return false
  },
}
