import { append } from '../changes/append.ts'
import type { Clock } from '../lib/time.ts'
import type { Store } from '../store/store.ts'

/** The kind of change of a scheduled backup that has failed. It has every workspace, so it is reported in each. */
export const BACKUP_FAILED = 'backup_failed'

export async function reportBackupFailed({
  store,
  clock,
}: {
  store: Pick<Store, 'write'>
  clock: Clock
}): Promise<void> {
  await store.write(async (tx) => {
    const workspaces = await tx.all<{ id: string }>('SELECT id FROM workspaces WHERE deleted_at IS NULL')
    for (const { id } of workspaces) await append(tx, { workspaceId: id, kind: BACKUP_FAILED, ids: [] }, clock.now())
  })
}
