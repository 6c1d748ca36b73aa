import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { isSea } from 'node:sea'
import { promisify } from 'node:util'
import type { RecurringTask } from '../../jobs/recurring.ts'
import type { Log } from '../../lib/log.ts'

export interface BackupPlan {
  db: string
  folder: string
  cron: string
  keep: number
}

/**
 * Backs up at set times by the command `backup` in a process of its own: reading all of a copy back takes long, and would keep
 * the server from answering meanwhile. Not done at the start: a server that crashes again and again would push good backups out.
 */
export function backupTask({ db, folder, cron, keep }: BackupPlan, log: Log): RecurringTask {
  // The slash says that it is a folder, also while it is missing.
  const args = ['backup', `${resolve(folder)}/`, '--db', db, '--keep', String(keep), '--json']
  return {
    name: 'backup',
    cron,
    notAtStart: true,
    run: async (signal) => {
      const { file, bytes, durationMs, sha256 } = JSON.parse(await runItself(args, signal))
      log.info('Backed up the database', { file, bytes, durationMs, sha256 })
    },
  }
}

/** Runs a command of this program. @returns its standard output @throws Error with what it wrote to standard error */
async function runItself(args: string[], signal: AbortSignal): Promise<string> {
  const itself = isSea() ? [] : [...process.execArgv, process.argv[1] ?? '']
  try {
    return (await promisify(execFile)(process.execPath, [...itself, ...args], { signal })).stdout
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw stderr ? new Error(stderr.replace(/^storewire: /, '').trim(), { cause: error }) : error
  }
}
