import { execFile } from 'node:child_process'
import { isSea } from 'node:sea'
import { promisify } from 'node:util'

const MOST_OUTPUT = 4 * 1024 * 1024

interface RunOptions {
  signal?: AbortSignal
  /** Whether the output counts even if the command has failed, since it reports why. */
  mayFail?: boolean
}

/** Runs a command of this program. @returns its standard output @throws Error with what it wrote to standard error */
export async function runItself(args: string[], { signal, mayFail = false }: RunOptions): Promise<string> {
  const itself = isSea() ? [] : [...process.execArgv, process.argv[1] ?? '']
  try {
    return (await promisify(execFile)(process.execPath, [...itself, ...args], { signal, maxBuffer: MOST_OUTPUT }))
      .stdout
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
