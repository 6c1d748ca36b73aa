// npm run bench:offsite: how long pushes of single orders at a steady pace take while the database is copied into a bucket, beside how long
// they take without and beside a backup into a file, in turn and in the same run; and the memory of the server and of the copying process.
// The bucket is on the same machine and uses its processors, too.
//
//   -- --megabytes 300 --rounds 3 --per-second 100

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ACCESS } from '../../test/support/bucket-server.ts'
import { load, median, pacedCalls } from './load.ts'
import { benchBodies } from './orders.ts'
import { type BenchServer, CHECKOUT, memoryMiB, startBucket, startStorewire } from './servers.ts'

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
    'per-second': { type: 'string', default: '100' },
  },
})
const MEGABYTES = Number(values.megabytes)
const ROUNDS = Number(values.rounds)
const PER_SECOND = Number(values['per-second'])
/** Of pushes without a copy. */
const QUIET_MS = 10_000
/** More calls than a copy takes. */
const MOST_SECONDS = 300
const SAMPLE_MS = 20
const KEY = randomBytes(32).toString('base64')

let taken = 0
/** Bodies with ids that no other call of this run has. */
function freshBodies(total: number, perCall: number): string[] {
  taken += total
  return benchBodies(total, perCall, taken - total)
}

async function fill(server: BenchServer): Promise<void> {
  const target = { url: `${server.url}/orders`, headers: server.headers }
  while (statSync(server.file).size < MEGABYTES * 1e6)
    await load(target, freshBodies(20_000, 25), { connections: 4, perCall: 25 })
}

interface Round {
  p50: number
  p99: number
  seconds: number
  serverMiB: number
  copierMiB: number
}

/** Pushes until the command has ended; without a command for a fixed time. */
async function pushBeside(server: BenchServer, command: ChildProcess | undefined): Promise<Round> {
  const started = performance.now()
  let seconds: number | undefined
  command?.once('exit', () => {
    seconds = (performance.now() - started) / 1_000
  })
  const peaks = { serverMiB: 0, copierMiB: 0 }
  const sampling = setInterval(() => {
    peaks.serverMiB = Math.max(peaks.serverMiB, server.residentMiB())
    if (seconds === undefined) peaks.copierMiB = Math.max(peaks.copierMiB, memoryMiB(command?.pid, 'VmHWM') || 0)
  }, SAMPLE_MS)
  const calls = freshBodies(PER_SECOND * MOST_SECONDS, 1).map((body) => ({ path: '/orders', body }))
  const isOver = () => (command ? seconds !== undefined : performance.now() - started > QUIET_MS)
  const { p50, p99 } = await pacedCalls(server, calls, { perSecond: PER_SECOND, isOver })
  clearInterval(sampling)
  if (command && command.exitCode !== 0) throw new Error(`the copy failed with exit code ${command.exitCode}`)
  return { p50, p99, seconds: seconds ?? QUIET_MS / 1_000, ...peaks }
}

const [server, bucket] = await Promise.all([startStorewire(), startBucket()])
const backup = (...args: string[]) =>
  spawn(CHECKOUT[0] as string, [...CHECKOUT.slice(1), 'backup', ...args, '--db', server.file, '--json'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      STOREWIRE_ENCRYPTION_KEY: KEY,
      AWS_ACCESS_KEY_ID: ACCESS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: ACCESS.secretAccessKey,
    },
  })
const file = `${server.file}.backup`

const kinds: { what: string; command: () => ChildProcess | undefined; rounds: Round[] }[] = [
  { what: 'without', command: () => undefined, rounds: [] },
  { what: 'beside a backup into a file', command: () => backup(file), rounds: [] },
  {
    what: 'beside a copy into a bucket',
    command: () => backup('--to', 's3://backups/bench', '--keep', '1', '--s3-endpoint', bucket.url),
    rounds: [],
  },
]
try {
  await fill(server)
  const megabytes = statSync(server.file).size / 1e6
  await pushBeside(server, undefined)
  for (let round = 0; round < ROUNDS; round++)
    for (const { command, rounds } of kinds) {
      rounds.push(await pushBeside(server, command()))
      rmSync(file, { force: true })
    }
  console.log(
    `${PER_SECOND} single orders a second, ${megabytes.toFixed(0)} MB stored, medians of ${ROUNDS} rounds, and ratios to without`,
  )
  const quiet = kinds[0]?.rounds ?? []
  for (const { what, rounds } of kinds) {
    const of = (name: keyof Round) => median(rounds.map((round) => round[name]))
    const ratio = (name: keyof Round) =>
      median(rounds.map((round, index) => round[name] / (quiet[index]?.[name] ?? Number.NaN))).toFixed(2)
    console.log(
      `  ${what.padEnd(28)} ${of('seconds').toFixed(1)} s, median ${of('p50').toFixed(1)} ms (${ratio('p50')}), p99 ${of('p99').toFixed(1)} ms (${ratio('p99')}), ` +
        `server ${of('serverMiB').toFixed(0)} MiB, copying process ${of('copierMiB').toFixed(0)} MiB`,
    )
  }
} finally {
  await Promise.all([server.stop(), bucket.stop()])
}
