import type { WorkspaceTable } from '../access/workspace-data.ts'
import type { Feature } from '../http/feature.ts'
import { toIso } from '../lib/time.ts'
import { batchJobHandler, purgeBatches } from './bulk/batch-job.ts'
import { eraseImportJob } from './bulk/erase-import.ts'
import { importRoutes } from './bulk/routes.ts'
import { fillJobHandler } from './fill-job.ts'
import { filtersReader } from './filters-reader.ts'
import { present } from './prepare.ts'
import type { Resource } from './resource.ts'
import { resources } from './resources.ts'
import { objectRoutes, tagOf } from './routes.ts'

/** The pushed objects of a type, exported in the form that an import accepts. */
function objectTable({ name, schema }: Resource): WorkspaceTable {
  return {
    table: name,
    key: ['id'],
    long: 'data',
    exported: {
      file: name,
      columns: 'id, updated_at, data',
      show: ({ id, updated_at, data }) => ({
        id,
        updatedAt: toIso(Number(updated_at)),
        ...(present(schema, JSON.parse(String(data))) as object),
      }),
    },
  }
}

/** Tables of pushed objects. Batches are deleted first: without their chunks, no job can push objects again. */
const objectTables: WorkspaceTable[] = [
  {
    table: 'batch_chunks',
    key: ['batch_id', 'position'],
    of: 'batch_id IN (SELECT id FROM batches WHERE workspace_id = ?)',
    long: 'objects',
    hasJobs: true,
  },
  {
    table: 'batches',
    key: ['id'],
    hasJobs: true,
    exported: {
      file: 'batches',
      columns: `id, resource, backfill_id AS "backfillId", status, received, created, updated, stale, failure,
        created_at AS "createdAt", started_at AS "startedAt", finished_at AS "finishedAt"`,
    },
  },
  {
    table: 'backfills',
    key: ['created_at', 'id'],
    exported: {
      file: 'backfills',
      columns: `id, label, status, received, created, updated, stale, created_at AS "createdAt", closed_at AS "closedAt",
        finished_at AS "finishedAt", erased, erasure_started_at AS "erasureStartedAt", erasure_ended_at AS "erasureEndedAt"`,
    },
  },
  {
    table: 'customer_agent_tags',
    key: ['customer_id', 'tag'],
    exported: {
      file: 'agent-tags',
      columns: 'customer_id AS "customerId", tag, added_by AS "addedBy", added_at AS "addedAt"',
    },
  },
  { table: 'picture_hosts', key: ['host'], exported: { file: 'picture-hosts', columns: 'host' } },
  { table: 'filter_entries', key: ['filter', 'part', 'value', 'id'] },
  ...resources.map(objectTable),
]

/** Objects that shops push, one by one or in bulk. */
export const objectsFeature: Feature = {
  routes: [...resources.flatMap(objectRoutes), ...importRoutes],
  tags: {
    ...Object.fromEntries(resources.map((resource) => [tagOf(resource), resource.about])),
    Imports:
      'Progress of background processing. A batch is one bulk upsert. A history import (backfill) groups batches under one progress number.',
  },
  reads: [filtersReader],
  jobs: (services) => [batchJobHandler(services), eraseImportJob(services), fillJobHandler(services.store)],
  tables: objectTables,
  tasks: ({ store, clock }) => [
    { name: 'purge old batches', cron: '29 3 * * *', run: () => purgeBatches(store, clock.now()) },
  ],
}
