import { execFile } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isSea } from 'node:sea'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { isProven } from '../../doctor/proof.ts'
import type { System, SystemBackups, SystemFinding } from '../../http/services.ts'
import type { RecurringTask } from '../../jobs/recurring.ts'
import type { Log } from '../../lib/log.ts'
import { systemClock } from '../../lib/time.ts'
import { lastBackupAt } from '../../store/sqlite/backup.ts'
import { fileSizes } from '../../store/sqlite/files.ts'
import { assertWritable } from '../../store/sqlite/temporary.ts'
import { buildInfo } from '../commands/version.ts'

const MOST_OUTPUT = 4 * 1024 * 1024

interface RunOptions {
  signal?: AbortSignal
  /** Whether the output counts even if the command has failed, since it reports why. */
  mayFail?: boolean
  /** Further variables. */
  env?: Record<string, string>
}

/** Runs a command of this program. @returns its standard output @throws Error with what it wrote to standard error */
async function runItself(args: string[], { signal, mayFail = false, env = {} }: RunOptions): Promise<string> {
  const itself = isSea() ? [] : [...process.execArgv, process.argv[1] ?? '']
  try {
    const options = { signal, maxBuffer: MOST_OUTPUT, env: { ...process.env, ...env } }
    return (await promisify(execFile)(process.execPath, [...itself, ...args], options)).stdout
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string }
    if (mayFail && stdout) return stdout
    throw stderr ? new Error(messageIn(stderr), { cause: error }) : error
  }
}

/** The message of the error that a command with --json reports; the whole output if it has another form. */
function messageIn(stderr: string): string {
  const lines = stderr.trim().split('\n')
  try {
    return String(JSON.parse(lines.at(-1) ?? '').error.message)
  } catch {
    return stderr.trim()
  }
}

interface BackupPlan {
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
function backupTask({ db, folder, cron, keep }: BackupPlan, log: Log, onDone: () => void): RecurringTask {
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

/** The options of `serve` for its scheduled backups. */
export interface BackupOptions {
  db: string
  backupDir?: string
  backupCron: string
  backupKeep: number
}

interface Backups {
  tasks: RecurringTask[]
  /** When the last backup was made, in epoch milliseconds; 0 without a backup, undefined if no backups are scheduled. */
  lastAt(): number | undefined
}

/** The scheduled backups. A folder that can't be written to is refused at the start, not at the time of the first backup. */
export async function plannedBackups(
  { db, backupDir: folder, backupCron, backupKeep: keep }: BackupOptions,
  command: Command,
  log: Log,
): Promise<Backups> {
  if (folder === undefined) {
    if (lacksBackupFolder(command))
      command.error('error: --backup-cron and --backup-keep need --backup-dir, the folder for the backups.')
    return { tasks: [], lastAt: () => undefined }
  }
  assertWritable(folder, `write backups to ${folder}`)
  let lastAt = await lastBackupAt(folder)
  const onDone = () => {
    lastAt = systemClock.now()
  }
  return { tasks: [backupTask({ db, folder, cron: backupCron, keep }, log, onDone)], lastAt: () => lastAt }
}

/** Whether a schedule or number of backups is set, but no folder. @param command `serve`, parsed */
export function lacksBackupFolder(command: Command): boolean {
  const isPlanned = ['backupCron', 'backupKeep'].some((name) => command.getOptionValueSource(name) !== 'default')
  return isPlanned && command.getOptionValue('backupDir') === undefined
}

/** Findings are of the last minute: a check reads the whole database, in a process of its own. */
const KEPT_MS = 60_000

/** What the console shows operators. @param command `serve`, parsed @param task the scheduled backup; undefined without a folder for backups */
export function systemOf(command: Command, task: RecurringTask | undefined): System {
  const { db, backupDir: folder } = command.opts<BackupOptions>()
  let checked: { at: number; findings: Promise<SystemFinding[]> } | undefined
  return {
    versions: { ...buildInfo() },
    files: () => {
      const { bavail, bsize } = statfsSync(dirname(db))
      const { database, wal } = fileSizes(db)
      return { database, log: wal, free: bavail * bsize }
    },
    findings: () => {
      if (!checked || performance.now() - checked.at > KEPT_MS)
        checked = { at: performance.now(), findings: runDoctor(db, givenAsVariables(command)) }
      return checked.findings
    },
    isDoctor: (token) => isProven(db, token),
    backups: folder === undefined || !task ? undefined : backupsIn(folder, task),
  }
}

async function runDoctor(db: string, env: Record<string, string>): Promise<SystemFinding[]> {
  const { findings } = JSON.parse(await runItself(['doctor', '--db', db, '--json'], { mayFail: true, env }))
  return findings
}

/** The options that were given as arguments, as variables: doctor knows the settings of the server by these alone. */
function givenAsVariables(command: Command): Record<string, string> {
  const given = command.options.flatMap((option) => {
    const name = option.attributeName()
    const value: unknown = command.getOptionValue(name)
    if (option.envVar === undefined || command.getOptionValueSource(name) !== 'cli') return []
    return ['string', 'number'].includes(typeof value) ? [[option.envVar, String(value)]] : []
  })
  return Object.fromEntries(given)
}

function backupsIn(folder: string, task: RecurringTask): SystemBackups {
  let failure: string | null = null
  let isRunning = false
  const make = async () => {
    isRunning = true
    try {
      await task.run(new AbortController().signal)
      failure = null
    } catch (error) {
      failure = (error as Error).message
    } finally {
      isRunning = false
    }
  }
  return {
    list: async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.db'))
      const files = await Promise.all(
        names.map(async (name) => {
          const { size, mtimeMs } = await stat(join(folder, name))
          return { name, bytes: size, at: Math.round(mtimeMs) }
        }),
      )
      return files.sort((one, other) => other.at - one.at).slice(0, MOST_LISTED)
    },
    begin: () => {
      if (!isRunning) void make()
    },
    isRunning: () => isRunning,
    failure: () => failure,
  }
}

const MOST_LISTED = 100
