import { shownRow, type WorkspaceTable } from '../access/workspace-data.ts'
import type { Feature } from '../http/feature.ts'
import { customers } from '../objects/types/customer.ts'
import { eraseFromReport } from './erase.ts'
import { reportReader } from './reader.ts'
import { rebuildJobHandler } from './rebuild.ts'
import { REPORT_TAG, reportRoutes } from './routes.ts'

const reportTables: WorkspaceTable[] = [
  {
    table: 'report_days',
    key: ['day', 'measure'],
    exported: { file: 'report-days', columns: 'day, measure, value', show: (row) => row },
  },
  { table: 'report_counted', key: ['subject'] },
  {
    table: 'report_questions',
    key: ['id'],
    exported: {
      file: 'unanswered-questions',
      columns: 'conversation_id AS "conversationId", wording, at, not_ours AS "notOurs"',
      show: (row) => ({ ...shownRow(row), notOurs: row.notOurs === 1 }),
    },
  },
  { table: 'report_not_ours', key: ['id'] },
]

/** What was done for customers, by days. */
export const reportFeature: Feature = {
  routes: reportRoutes,
  tags: { [REPORT_TAG]: 'What the assistant and people did for customers, in figures by days.' },
  reads: [reportReader],
  jobs: (services) => [rebuildJobHandler(services)],
  tables: reportTables,
  onErased: (tx, { resource, workspaceId, id }) =>
    resource === customers.name ? eraseFromReport(tx, { workspaceId, customerId: id }) : Promise.resolve(false),
}
