import { nextTime } from '../jobs/recurring.ts'
import { DomainError } from '../lib/errors.ts'
import { commandLine, PROGRAM } from '../lib/program.ts'
import { toIso } from '../lib/time.ts'
import { offsiteRecord } from '../offsite/record.ts'
import { lastBackupAt, NIGHTLY_CRON, nightlyFolder, requireRoomForNightly } from '../store/engine.ts'
import type { Reader } from '../store/store.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const CHECK = 'backups'

/** When and where backups are due. */
interface Plan {
  folder: string
  cron: string
  /** Since when, in epoch milliseconds, if that is known. */
  since?: number
  /** The command that makes one now. */
  command: string
}

/** Checks whether backups are scheduled, and made. @param plan undefined without a schedule */
export async function checkBackups(plan: Plan | undefined, now: number): Promise<Finding> {
  if (plan === undefined)
    return warning(
      CHECK,
      'no backups are scheduled',
      `Turn on nightly backups beside the database with "${PROGRAM} backups on", or set STOREWIRE_BACKUP_DIR to a folder on another disk, unless another program backs up the database.`,
    )
  const { folder, cron, since = 0, command } = plan
  const last = await lastBackupAt(folder)
  const next = nextTime(cron, now)
  const planned = next === undefined ? 'no further one is due' : `the next one is due at ${toIso(next)}`
  if (last === 0) {
    const found = `${folder} has no backup yet; ${planned}`
    return hasMissedTwo(cron, since, now) ? warning(CHECK, found, `Make one now: ${command}`) : ok(CHECK, found)
  }
  const found = `the newest backup in ${folder} is of ${toIso(last)}; ${planned}`
  if (!hasMissedTwo(cron, last, now)) return ok(CHECK, found)
  return warning(
    CHECK,
    `${found}. Two or more that were due in between are missing`,
    'Check that a server runs on this file with these settings, and find the reason in its log.',
  )
}

/** One may be under way, or may have been due while the server was restarted. */
function hasMissedTwo(cron: string, last: number, now: number): boolean {
  const first = nextTime(cron, last)
  const second = first === undefined ? undefined : nextTime(cron, first)
  return second !== undefined && second < now
}

/** Checks whether nightly backups beside the database can be made, if they are on. @param since undefined if they are off */
export async function checkNightlyBackups(
  database: string,
  since: number | undefined,
  now: number,
): Promise<Finding[]> {
  if (since === undefined) return [await checkBackups(undefined, now)]
  const command = commandLine('backup', '--db', database)
  const made = await checkBackups({ folder: nightlyFolder(database), cron: NIGHTLY_CRON, since, command }, now)
  try {
    requireRoomForNightly(database)
    return [made]
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return [made, problem(CHECK, error.message, 'Until then the server makes no backups.')]
  }
}

/** Where copies in a bucket are due, and when. `place` is such as `s3://bucket/prefix`. */
export interface CopyPlan {
  place: string
  cron: string
}

/** Checks whether copies in a bucket are made, and whether the key that they need is kept elsewhere. */
export async function checkCopies(read: Reader, { place, cron }: CopyPlan, now: number): Promise<Finding[]> {
  const { lastAt, keyKeptAt } = (await offsiteRecord(read)) ?? { lastAt: null, keyKeptAt: null }
  const found = lastAt === null ? `${place} has no copy yet` : `the newest copy in ${place} is of ${toIso(lastAt)}`
  const made =
    lastAt !== null && hasMissedTwo(cron, lastAt, now)
      ? warning(
          CHECK,
          `${found}. Two or more that were due since are missing`,
          'Find the reason in the log of the server.',
        )
      : lastAt === null
        ? warning(CHECK, found, `Make one now, which shows whether it works: ${PROGRAM} backup --to ${place}`)
        : ok(CHECK, found)
  if (keyKeptAt !== null) return [made]
  return [
    made,
    warning(
      CHECK,
      'without the encryption key no copy in the bucket can be read, and nobody has confirmed that it is kept in another place',
      `Keep the key in another place, then run "${PROGRAM} backups key-kept".`,
    ),
  ]
}
