import { shownRow, type WorkspaceTable } from './workspace-data.ts'

/** The tables of access to a workspace. The audit log is append-only: it stays when the workspace is deleted. */
export const accessTables: WorkspaceTable[] = [
  {
    table: 'api_keys',
    key: ['created_at', 'id'],
    exported: {
      file: 'keys',
      columns: `id, kind, name, prefix, suffix, widget, created_by AS "createdBy", created_at AS "createdAt",
        last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`,
      show: (row) => ({ ...shownRow(row), widget: row.widget === 1 }),
    },
  },
  {
    table: 'audit_log',
    key: ['at', 'id'],
    isKept: true,
    exported: {
      file: 'audit',
      columns: 'id, actor, origin, action, target, details, at',
      show: (row) => shownRow(row, ['details']),
    },
  },
]
