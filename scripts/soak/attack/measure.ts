import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchOrder } from '../../bench/orders.ts'
import { type Stage, startStage, type Target } from './stage.ts'
import { atPace, bearerHeader, callFrom, JSON_BODY } from './traffic.ts'

const [WARM_UP_S, AFTER_S, SETTLED_S] = [5, 10, 3]
const PUSHES_A_SECOND = 8
const SHOP = '127.0.0.10'
const SAMPLE_MS = 100

/** A push as the shop saw it, in milliseconds. `failure` is undefined for a 2xx. */
interface Push {
  at: number
  ms: number
  failure: string | undefined
}

/** What one run showed. Times are in milliseconds, memory in MB. */
export interface Measured {
  /** Medians of pushes before the attack, and 7 to 10 seconds after it. */
  before: number
  settled: number
  /** Pushes during the attack. */
  p99: number
  worst: number
  /** The failures of pushes, during the attack and after it. */
  failures: string[]
  /** Memory of the server: before, at its peak, and at the end. */
  memory: { before: number; peak: number; after: number }
  /** How the server ended, if it ended by itself. */
  ended: string | undefined
  /** What the attackers got. */
  tallies: string[]
}

/** Runs a shop against a fresh server, and attackers in processes of their own beside it. */
export async function measure(names: string[], seconds: number): Promise<Measured> {
  const stage = await startStage()
  const attackers = names.map(startAttacker)
  try {
    const shop = startShop(stage)
    await sleep(WARM_UP_S * 1000)
    const from = performance.now()
    const before = memoryOf(stage.server)
    for (const [index, child] of attackers.entries())
      child.send({ ...stage.target, from: `127.0.0.${20 + index}` } satisfies Target)
    await sleep(seconds * 1000)
    const tallies = await Promise.all(attackers.map((child, index) => tally(names[index] ?? '', child)))
    const to = performance.now()
    await sleep(AFTER_S * 1000)
    const over = performance.now()
    const { pushes, peak } = await shop.stop()
    const during = times(pushes, from, to)
    return {
      before: share(times(pushes, 0, from), 0.5),
      settled: share(times(pushes, over - SETTLED_S * 1000, over), 0.5),
      p99: share(during, 0.99),
      worst: share(during, 1),
      failures: pushes.flatMap(({ failure }) => failure ?? []),
      memory: { before, peak, after: memoryOf(stage.server) },
      ended: howEnded(stage.server),
      tallies,
    }
  } finally {
    for (const child of attackers) child.kill('SIGKILL')
    await stage.stop()
  }
}

/** On a machine of its own an attacker would take no core of the server: here it gets what the server leaves. */
function startAttacker(name: string): ChildProcess {
  const child = fork(new URL('attacker.ts', import.meta.url), [name])
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return child
}

async function tally(name: string, child: ChildProcess): Promise<string> {
  const answered = once(child, 'message')
  child.send('stop')
  const [counts] = (await answered) as [Record<string, number>]
  const got = Object.entries(counts).map(([outcome, times]) => `${outcome} ${times}×`)
  return `${name} got ${got.join(', ') || 'nothing'}`
}

/** A shop that pushes one order at a time, each on a connection of its own, as PHP does. */
function startShop({ server, shopKey, target }: Stage): { stop: () => Promise<{ pushes: Push[]; peak: number }> } {
  const pushes: Push[] = []
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, memoryOf(server))
  }, SAMPLE_MS)
  const push = async (index: number): Promise<void> => {
    const at = performance.now()
    const body = JSON.stringify({ data: [benchOrder(index)] })
    const call = { method: 'POST' as const, path: '/orders', headers: { ...JSON_BODY, ...bearerHeader(shopKey) }, body }
    const failure = await callFrom({ port: target.port, from: SHOP }, call).then(
      ({ status }) => (status < 300 ? undefined : String(status)),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    )
    pushes.push({ at, ms: performance.now() - at, failure })
  }
  const sending = atPace({ perSecond: PUSHES_A_SECOND, most: 1_000, signal: stopping.signal }, async (index) => {
    const done = push(index)
    underWay.add(done)
    await done
    underWay.delete(done)
  })
  return {
    stop: async () => {
      stopping.abort()
      clearInterval(sampling)
      await sending
      await Promise.all(underWay)
      return { pushes, peak }
    },
  }
}

function times(pushes: Push[], from: number, to: number): number[] {
  return pushes
    .filter(({ at }) => at >= from && at < to)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b)
}

function share(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Resident memory in MB; 0 for a process that has ended. */
function memoryOf({ pid, exitCode, signalCode }: ChildProcess): number {
  if (exitCode !== null || signalCode !== null) return 0
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0
  return (Number(kilobytes) * 1024) / 1e6
}

function howEnded({ exitCode, signalCode }: ChildProcess): string | undefined {
  return exitCode === null && signalCode === null ? undefined : String(signalCode ?? `exit code ${exitCode}`)
}
