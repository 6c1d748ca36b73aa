import { shownRow } from '../../access/workspace-data.ts'
import type { Feature } from '../feature.ts'
import { bodiesJobHandler, eraseBodies } from './erase-bodies.ts'

/** The request log, which may contain bodies. */
export const requestLogFeature: Feature = {
  jobs: (services) => [bodiesJobHandler(services)],
  tables: [
    {
      table: 'request_log',
      key: ['number'],
      long: 'body',
      exported: {
        file: 'request-log',
        columns: `at, request_id AS "requestId", key_id AS "keyId", method, path, status, duration_ms AS "durationMs", objects,
          message, issues, body`,
        show: (row) => shownRow(row, ['issues']),
      },
    },
    {
      table: 'daily_counts',
      key: ['day', 'type'],
      exported: {
        file: 'daily-counts',
        columns: 'day, type, created, updated, stale, refused, longest_gap AS "longestGap"',
      },
    },
    {
      table: 'latest_pushes',
      key: ['type'],
      exported: { file: 'latest-pushes', columns: 'type, object_id AS "objectId", at, imported_at AS "importedAt"' },
    },
  ],
  onErased: async (tx, { resource, workspaceId, id, isPersonal }, now) => {
    await tx.run(
      'UPDATE latest_pushes SET object_id = NULL WHERE workspace_id = ? AND type = ? AND object_id = ?',
      workspaceId,
      resource,
      id,
    )
    if (isPersonal) await eraseBodies(tx, workspaceId, now)
    return false
  },
}
