import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { builtProgram } from './program.ts'

/** The script of the program that tests start, built of the checkout's sources. */
export const BIN = await builtProgram()

/** The script with which a checkout starts. */
export const CHECKOUT = fileURLToPath(new URL('../../bin/storewire.js', import.meta.url))

export interface ProcessOptions {
  /** The command that serves, instead of `serve`. */
  command?: 'dev'
  /** Added to the variables of this process, without those of storewire; undefined removes a variable. */
  env?: Record<string, string | undefined>
  cwd?: string
  /** The program to run instead of the one at `BIN`. */
  program?: string[]
  uid?: number
  gid?: number
}

const NOBODY = 65_534

/** Options that run a program as an unprivileged user, if the tests run as root. */
export const unprivileged: Pick<ProcessOptions, 'uid' | 'gid'> =
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

export interface Finished {
  code: number | null
  /** The signal that ended the process, if there is no exit code. */
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** The variables of this process without those of storewire, and those of `env`. */
export function environment(env: Record<string, string | undefined>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('STOREWIRE_') && name !== 'NODE_TEST_CONTEXT',
  )
  return { ...Object.fromEntries(inherited), ...env }
}

function start(
  args: string[],
  { program = [process.execPath, BIN], env = {}, command: _, ...options }: ProcessOptions,
): ChildProcessByStdio<Writable, Readable, Readable> {
  const [executable = '', ...first] = program
  return spawn(executable, [...first, ...args], { ...options, env: environment(env), stdio: ['pipe', 'pipe', 'pipe'] })
}

/** Runs a command of the CLI until it exits. */
export async function storewire(
  args: string[],
  {
    input = '',
    onStart = () => {},
    ...options
  }: ProcessOptions & { input?: string; onStart?: (child: ChildProcess) => void } = {},
): Promise<Finished> {
  const child = start(args, options)
  onStart(child)
  child.stdin.end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, signal: child.signalCode, stdout, stderr }
}

export interface Serving {
  child: ChildProcessByStdio<Writable, Readable, Readable>
  /** `http://127.0.0.1:PORT/api/v1` */
  baseUrl: string
  /** All of standard output so far. */
  output: () => string
  /** All of standard error so far. */
  errors: () => string
  /** Sends a signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** How long a server took to stop, in milliseconds, by its own log: delays of the test process must not count. */
export function stoppingMs(log: string): number {
  const [stopping = Number.NaN, stopped = Number.NaN] = ['stopping', 'stopped'].map((message) =>
    Date.parse(new RegExp(`"time":"([^"]+)","message":"${message}"`).exec(log)?.[1] ?? ''),
  )
  return stopped - stopping
}

const READY = /(?:storewire listening on |"url":")([^\s"]+)/

/** Starts `storewire serve` (or `dev`) in a process of its own and waits until it is ready; ends with the test. */
export async function startProcess(t: TestContext, args: string[], options: ProcessOptions = {}): Promise<Serving> {
  const child = start([options.command ?? 'serve', '--port', '0', ...args], options)
  const closed = once(child, 'close')
  t.after(async () => {
    child.kill('SIGKILL')
    await closed
  })
  let stdout = ''
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
      const url = READY.exec(stdout)?.[1]
      // The keys of a first start follow in the same chunk of output or the next.
      if (url) setImmediate(() => resolve(url))
    })
    void closed.then(() => reject(new Error(`serve ended before it was ready: ${stderr}`)))
  })
  return {
    child,
    baseUrl,
    output: () => stdout,
    errors: () => stderr,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await closed
      return child.exitCode
    },
  }
}
