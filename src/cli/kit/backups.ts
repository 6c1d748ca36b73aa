import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { areBackupsNightly, backupsNightlySince } from '../../access/nightly-backups.ts'
import { reportBackupFailed } from '../../http/backup-failed.ts'
import type { SystemBackups } from '../../http/services.ts'
import type { RecurringTask } from '../../jobs/recurring.ts'
import type { Log } from '../../lib/log.ts'
import { commandLine } from '../../lib/program.ts'
import { systemClock } from '../../lib/time.ts'
import { lastBackupAt, listBackups, NIGHTLY_CRON, nightlyFolder, requireRoomForNightly } from '../../store/engine.ts'
import type { Store } from '../../store/store.ts'
import { assertWritable, removeAbandoned } from '../../store/temporary.ts'
import { type OffsiteOptions, serverCopies } from './offsite.ts'
import { runItself } from './system.ts'

/** The options of `serve` for its scheduled backups. */
export interface BackupOptions {
  db: string
  backupDir?: string
  backupCron: string
  backupKeep: number
  backupTo?: string
}

/** The backups that the server makes: into the folder of its option, or else nightly beside the database, if an operator has turned those on. */
export interface ServerBackups {
  tasks: RecurringTask[]
  /** When the last backup was made, in epoch milliseconds; 0 without a backup, undefined if no backups are scheduled. */
  lastAt(): Promise<number | undefined>
  /** The same for alerts: before the first night, when the nightly backups were turned on. No backup is overdue yet. */
  measuredAt(): Promise<number | undefined>
  /** How old the last one of each place is, at `now` in epoch milliseconds. A folder without a backup is missing; a bucket without one counts from the start of the server. */
  ages(now: number): Promise<{ place: string; ageMs: number }[]>
  system: SystemBackups
}

/** Refuses settings of backups that can't work at the start, not at the time of the first backup. @param command `serve`, parsed */
export function checkBackupOptions({ backupDir: folder }: BackupOptions, command: Command): void {
  if (lacksBackupFolder(command))
    command.error(
      'error: --backup-cron and --backup-keep need --backup-dir, the folder for the backups, or --backup-to.',
    )
  if (folder !== undefined) assertWritable(folder, `write backups to ${folder}`)
}

/** Whether a schedule or number of backups is set, but no place for them. @param command `serve`, parsed */
export function lacksBackupFolder(command: Command): boolean {
  const isPlanned = ['backupCron', 'backupKeep'].some((name) => command.getOptionValueSource(name) !== 'default')
  return isPlanned && ['backupDir', 'backupTo'].every((name) => command.getOptionValue(name) === undefined)
}

/**
 * Backups run with the command `backup` in a separate process: verifying a copy takes long and would block the server. No backup is made
 * at the start: a server that crashes repeatedly would replace all good backups.
 *
 * @param store of the database, whose file exists by now
 */
export function serverBackups(
  options: OffsiteOptions & BackupOptions,
  store: Pick<Store, 'read' | 'write'>,
  log: Log,
): ServerBackups {
  const { db, backupDir, backupCron, backupKeep } = options
  const folder = backupDir ?? nightlyFolder(db)
  // A killed backup may have left a file as large as the database.
  if (existsSync(folder)) removeAbandoned(folder)
  const isPlanned = async () => backupDir !== undefined || (await areBackupsNightly(store.read))
  const lastAt = async () => ((await isPlanned()) ? lastBackupAt(folder) : undefined)
  // The slash marks the path as a folder, even if it does not exist yet.
  const target = backupDir === undefined ? [] : [`${resolve(backupDir)}/`, '--keep', String(backupKeep)]
  const reportFailed = () => reportBackupFailed({ store, clock: systemClock })
  const copies = serverCopies(options, store, reportFailed, log)
  const { make, isRunning, failure } = oneAtATime(async (signal) => {
    const result = JSON.parse(await runItself(['backup', ...target, '--db', db, '--json'], { signal }))
    const { file, bytes, durationMs, sha256 } = result
    log.info('Backed up the database', { file, bytes, durationMs, sha256 })
  })
  return {
    tasks: [
      {
        name: 'backup',
        cron: backupDir === undefined ? NIGHTLY_CRON : backupCron,
        notAtStart: true,
        run: async (signal) => {
          if (!(await isPlanned())) return
          try {
            await make(signal)
          } catch (error) {
            if (!signal.aborted) await reportFailed()
            throw error
          }
        },
      },
      ...copies.tasks,
    ],
    lastAt,
    measuredAt: async () => {
      const at = await lastAt()
      return at === 0 && backupDir === undefined ? backupsNightlySince(store.read) : at
    },
    ages: async (now) =>
      Object.entries({ folder: await lastAt(), bucket: await copies.measuredAt() }).flatMap(([place, at]) =>
        at ? [{ place, ageMs: Math.max(0, now - at) }] : [],
      ),
    system: {
      folder,
      plan: async () => (backupDir !== undefined ? 'scheduled' : (await isPlanned()) ? 'nightly' : 'off'),
      list: async () =>
        (await listBackups(folder)).map((file) => ({ ...file, restore: restoreCommand(join(folder, file.name), db) })),
      check: () => {
        if (backupDir === undefined) requireRoomForNightly(db)
      },
      begin: () => {
        if (isRunning()) return
        make(new AbortController().signal).catch((error: Error) =>
          log.error('A backup failed', { error: error.message }),
        )
      },
      isRunning,
      failure,
      copies: async () =>
        copies.place === null
          ? null
          : { place: copies.place, lastAt: (await copies.lastAt()) || null, failure: copies.failure() },
    },
  }
}

/** What puts a backup in the place of the database, while no server runs. */
export function restoreCommand(backup: string, db: string): string {
  return commandLine('restore', resolve(backup), '--db', realpathSync(db), '--force')
}

/** Two backups at once are one, and why the last one has failed is kept. */
function oneAtATime(work: (signal: AbortSignal) => Promise<void>) {
  let running: Promise<void> | undefined
  let failure: string | null = null
  const make = async (signal: AbortSignal) => {
    try {
      await work(signal)
      failure = null
    } catch (error) {
      failure = (error as Error).message
      throw error
    } finally {
      running = undefined
    }
  }
  return {
    make: (signal: AbortSignal) => {
      running ??= make(signal)
      return running
    },
    isRunning: () => running !== undefined,
    failure: () => failure,
  }
}
