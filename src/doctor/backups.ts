import { nextTime } from '../jobs/recurring.ts'
import { toIso } from '../lib/time.ts'
import { lastBackupAt } from '../store/sqlite/backup.ts'
import { type Finding, ok, warning } from './finding.ts'

const CHECK = 'backups'

/**
 * Checks whether backups are scheduled, and made.
 *
 * @param folder must be readable; undefined if none is set
 * @param cron when backups are due
 */
export async function checkBackups(folder: string | undefined, cron: string, now: number): Promise<Finding> {
  if (folder === undefined)
    return warning(
      CHECK,
      'no backups are scheduled',
      'Set STOREWIRE_BACKUP_DIR to a folder on another disk, unless another program backs up the database.',
    )
  const last = await lastBackupAt(folder)
  const next = nextTime(cron, now)
  const planned = next === undefined ? 'no further one is due' : `the next one is due at ${toIso(next)}`
  if (last === 0)
    return warning(CHECK, `${folder} has no backup yet; ${planned}`, `Make one now: storewire backup ${folder}/`)
  const found = `the newest backup in ${folder} is of ${toIso(last)}; ${planned}`
  if (!hasMissedTwo(cron, last, now)) return ok(CHECK, found)
  return warning(
    CHECK,
    `${found}. Two or more that were due in between are missing`,
    'Check that a server runs on this file with STOREWIRE_BACKUP_DIR, and find the reason in its log.',
  )
}

/** One may be under way, or may have been due while the server was restarted. */
function hasMissedTwo(cron: string, last: number, now: number): boolean {
  const first = nextTime(cron, last)
  const second = first === undefined ? undefined : nextTime(cron, first)
  return second !== undefined && second < now
}
