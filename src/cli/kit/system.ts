import { statfsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { System, SystemBackups, SystemFinding } from '../../http/system.ts'
import type { RecurringTask } from '../../jobs/recurring.ts'
import { fileSizes } from '../../store/sqlite/files.ts'
import { buildInfo } from '../commands/version.ts'
import { runItself } from './run-itself.ts'

/** Findings are of the last minute: a check reads the whole database, in a process of its own. */
const KEPT_MS = 60_000

/** What the console shows operators. @param task the scheduled backup; undefined without a folder for backups */
export function systemOf(db: string, folder: string | undefined, task: RecurringTask | undefined): System {
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
        checked = { at: performance.now(), findings: runDoctor(db) }
      return checked.findings
    },
    backups: folder === undefined || !task ? undefined : backupsIn(folder, task),
  }
}

async function runDoctor(db: string): Promise<SystemFinding[]> {
  const { findings } = JSON.parse(await runItself(['doctor', '--db', db, '--json'], { mayFail: true }))
  return findings
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
