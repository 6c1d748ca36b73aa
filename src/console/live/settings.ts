import type { Reader } from '../../store/store.ts'

/** Workspaces that one read is about. */
const PORTION = 100

/** Compares the refund settings of workspaces with those of its last look. */
export interface SettingsWatch {
  /** @returns the workspaces whose settings have changed since the last look; one that is new has not */
  changed(workspaceIds: string[]): Promise<string[]>
}

/**
 * Other processes change settings, too, and few workspaces are looked at: so their rows are read and compared, and no writer has to tell
 * of a change.
 */
export function watchSettings(read: Reader): SettingsWatch {
  let known = new Map<string, string>()
  return {
    changed: async (workspaceIds) => {
      const now = new Map(workspaceIds.map((id) => [id, '']))
      for (let from = 0; from < workspaceIds.length; from += PORTION) {
        const portion = workspaceIds.slice(from, from + PORTION)
        const rows = await read.all<{ workspace_id: string }>(
          `SELECT workspace_id, endpoint_url, secret_ending, mode, enabled, auto_limit, limit_currency, frozen, rungs,
             return_period_days, customer_timeout_minutes, approval_timeout_hours, pending_timeout_days
           FROM refund_settings WHERE workspace_id IN (${Array(PORTION).fill('?').join(', ')})`,
          ...Array.from({ length: PORTION }, (_, index) => portion[index] ?? ''),
        )
        for (const row of rows) now.set(row.workspace_id, JSON.stringify(row))
      }
      const before = known
      known = now
      return workspaceIds.filter((id) => before.has(id) && before.get(id) !== now.get(id))
    },
  }
}
