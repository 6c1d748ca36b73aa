import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startFlags } from '../start-flags.ts'
import { firstLine } from './first-line.ts'

export interface BenchServer {
  /** Base address. */
  url: string
  headers: Record<string, string>
  /** Milliseconds from the start of the process to its first response. */
  startMs: number
  /** Processor time of the process until its first response, in milliseconds (Linux only). */
  startCpuMs: number
  /** Its current and its peak memory, in MiB (Linux only). */
  residentMiB(): number
  /** Its current memory without pages of files, which processes share and the system can drop. */
  anonymousMiB(): number
  peakMiB(): number
  /** Processor time it has used so far, in milliseconds (Linux only). */
  cpu(): CpuTime
  pid: number
  /** The database file. */
  file: string
  /** Ends the process and starts another one on the same file, which has its own `startMs`, `pid` and figures. */
  restart(): Promise<BenchServer>
  stop(): Promise<void>
}

export interface CpuTime {
  /** Of the thread that runs the event loop. */
  main: number
  /** Of the whole process: garbage collection, disk and worker threads too. */
  all: number
}

/** storewire as it runs in a checkout. */
export const CHECKOUT = [
  process.execPath,
  ...startFlags,
  fileURLToPath(new URL('../../bin/storewire.js', import.meta.url)),
]
const FILE = 'bench.db'
const REFERENCE = fileURLToPath(new URL('./reference.ts', import.meta.url))
const BUCKET = fileURLToPath(new URL('./bucket.ts', import.meta.url))
const BARE_STREAMS = fileURLToPath(new URL('./bare-streams.ts', import.meta.url))

/** `storewire serve` on a database of its own, limits off. */
export async function startStorewire(args: string[] = [], program = CHECKOUT): Promise<BenchServer> {
  return start(
    (folder) => [
      ...program,
      'serve',
      '--port',
      '0',
      '--rate-limits',
      'off',
      '--json',
      '--db',
      join(folder, FILE),
      ...args,
    ],
    (line) => {
      const { url, secretKey } = JSON.parse(line) as { url: string; secretKey: string }
      return { url, headers: { authorization: `Bearer ${secretKey}` } }
    },
  )
}

/** The bare reference: see reference.ts. */
export async function startReference(): Promise<BenchServer> {
  return start(
    (folder) => [process.execPath, REFERENCE, join(folder, FILE)],
    (line) => ({ url: line, headers: {} }),
  )
}

/** The bare reference for open streams: see bare-streams.ts. */
export async function startBareStreams(): Promise<BenchServer> {
  return start(
    () => [process.execPath, BARE_STREAMS],
    (line) => ({ url: line, headers: {} }),
  )
}

/** The service with S3's protocol of the tests: see bucket.ts. */
export async function startBucket(): Promise<BenchServer> {
  return start(
    () => [process.execPath, BUCKET],
    (line) => ({ url: line, headers: {} }),
  )
}

async function start(
  commandLine: (folder: string) => string[],
  ready: (line: string) => Pick<BenchServer, 'url' | 'headers'>,
): Promise<BenchServer> {
  return startIn(mkdtempSync(join(tmpdir(), 'storewire-bench-')), commandLine, ready)
}

async function startIn(
  folder: string,
  commandLine: (folder: string) => string[],
  ready: (line: string) => Pick<BenchServer, 'url' | 'headers'>,
): Promise<BenchServer> {
  const started = performance.now()
  const [command = '', ...args] = commandLine(folder)
  // With a line for each request, as in production.
  const log = openSync(join(folder, 'log'), 'a')
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', log] })
  closeSync(log)
  const { url, headers } = ready(await firstLine(child))
  await fetch(url, { headers, redirect: 'manual' })
  const startMs = performance.now() - started
  const startCpuMs = cpuOfThreads(child.pid ?? 0)
  const end = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return {
    url,
    headers,
    startMs,
    startCpuMs,
    pid: child.pid ?? 0,
    file: join(folder, FILE),
    residentMiB: () => memoryMiB(child.pid, 'VmRSS'),
    anonymousMiB: () => memoryMiB(child.pid, 'RssAnon'),
    peakMiB: () => memoryMiB(child.pid, 'VmHWM'),
    cpu: () => cpuTime(child.pid ?? 0),
    restart: async () => {
      await end()
      // The key is printed at the first start only.
      return startIn(folder, commandLine, (line) => ({ ...ready(line), headers }))
    },
    stop: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** NaN if there is no such process (any more). */
export function memoryMiB(pid: number | undefined, field: 'VmRSS' | 'RssAnon' | 'VmHWM'): number {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return Number.NaN
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(status, 'utf8'))?.[1]) / 1024
}

/** Linux counts the time of a whole process in ticks of 10 ms, also of threads that have ended, and nanoseconds of each live thread. */
const TICK_MS = 10

/** Exactly, without threads that have ended: none has until the first response. */
function cpuOfThreads(pid: number): number {
  const folder = `/proc/${pid}/task`
  if (!existsSync(folder)) return Number.NaN
  const threads = readdirSync(folder).map((thread) => readFileSync(`${folder}/${thread}/schedstat`, 'utf8'))
  return threads.reduce((sum, times) => sum + Number(times.split(' ')[0]), 0) / 1e6
}

function cpuTime(pid: number): CpuTime {
  const folder = `/proc/${pid}`
  if (!existsSync(folder)) return { main: Number.NaN, all: Number.NaN }
  const thread = readFileSync(`${folder}/task/${pid}/schedstat`, 'utf8').split(' ')
  // After the program's name in parentheses: the times in user mode and in the kernel are the 12th and 13th field.
  const [, process = ''] = readFileSync(`${folder}/stat`, 'utf8').split(') ')
  const [user, kernel] = process.split(' ').slice(11, 13)
  return { main: Number(thread[0]) / 1e6, all: (Number(user) + Number(kernel)) * TICK_MS }
}
