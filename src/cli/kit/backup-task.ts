import { resolve } from 'node:path'
import type { RecurringTask } from '../../jobs/recurring.ts'
import type { Log } from '../../lib/log.ts'
import { runItself } from './run-itself.ts'

export interface BackupPlan {
  db: string
  folder: string
  cron: string
  keep: number
}

/**
 * Runs scheduled backups with the command `backup` in a separate process: verifying a copy takes long and would block the server.
 * No backup is made at the start: a server that crashes repeatedly would replace all good backups.
 *
 * @param onDone called after each verified backup
 */
export function backupTask({ db, folder, cron, keep }: BackupPlan, log: Log, onDone: () => void): RecurringTask {
  // The slash marks the path as a folder, even if it does not exist yet.
  const args = ['backup', `${resolve(folder)}/`, '--db', db, '--keep', String(keep), '--json']
  return {
    name: 'backup',
    cron,
    notAtStart: true,
    run: async (signal) => {
      const { file, bytes, durationMs, sha256 } = JSON.parse(await runItself(args, { signal }))
      log.info('Backed up the database', { file, bytes, durationMs, sha256 })
      onDone()
    },
  }
}
