import { execFile } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isSea } from 'node:sea'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { isProven } from '../../doctor/proof.ts'
import type { System, SystemBackups, SystemFinding } from '../../http/services.ts'
import { fileSizes } from '../../store/engine.ts'
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
export async function runItself(args: string[], { signal, mayFail = false, env = {} }: RunOptions): Promise<string> {
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

/** Findings are of the last minute: a check reads the whole database, in a process of its own. */
const KEPT_MS = 60_000

/** What the console shows operators. @param command `serve`, parsed */
export function systemOf(command: Command, backups: SystemBackups): System {
  const { db } = command.opts<{ db: string }>()
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
    backups,
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
