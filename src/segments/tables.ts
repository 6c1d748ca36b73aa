import { shownRow, type WorkspaceTable } from '../access/workspace-data.ts'

/** Tables of segments. First the one without which the job counts nothing more. */
export const segmentTables: WorkspaceTable[] = [
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
