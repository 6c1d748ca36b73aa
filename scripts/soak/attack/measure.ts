import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Orders } from './attacker.ts'
import type { AttackName } from './attacks.ts'
import { type Figures, figures } from './figures.ts'
import { type Memory, watchMemory } from './memory.ts'
import { end, forkFile } from './processes.ts'
import type { AttackRow } from './rows.ts'
import { startShop } from './shop.ts'
import { type Stage, startDummy, startStage } from './stage.ts'
import type { Tally, Target } from './target.ts'

/** An attack stops early at this much memory: other programs need the machine, too. */
export const TOO_MUCH_MB = 3_000
const [WARM_UP_S, AFTER_S, SETTLED_S] = [5, 10, 3]
/** The time after its end at which an attacker's process ends by itself. */
const SPARE_MS = 60_000

/** The measurements of one run of a row. */
export interface Measured {
  /** Pushes before, during and after the attack; `settled` are the last ones after it. */
  pushes: { before: Figures; during: Figures; after: Figures; settled: Figures }
  /** Bulk calls, and calls of `/healthz`, during the attack and after it. */
  bulk: Figures
  health: Figures
  /** Resident memory of the server, in MB. */
  memory: { before: number; peak: number; settled: number }
  /** Growth of the database, in MB. */
  diskMb: number
  /** How the server ended, if it ended by itself. */
  ended: string | undefined
  /** Whether the attack was stopped early because of the memory. */
  isCutShort: boolean
  /** The responses that the attackers got. */
  tallies: [AttackName, Tally][]
}

/**
 * Runs a shop against a fresh server, with the attackers of a row at the same server, or for `control` at a dummy beside it.
 *
 * @throws Error if an attacker's process fails
 */
export async function measure(row: AttackRow, seconds: number, control: boolean): Promise<Measured> {
  const stage = await startStage()
  const dummy = control ? await startDummy() : undefined
  const cutShort = new AbortController()
  const memory = watchMemory(stage.server, (mb) => {
    if (mb > TOO_MUCH_MB) cutShort.abort()
  })
  try {
    const attackers = await Promise.all(row.attacks.map(startAttacker))
    const bytesBefore = stage.bytesOnDisk()
    const shop = startShop(stage.port, stage.shopKey)
    const began = performance.now()
    await sleep(Math.min(WARM_UP_S, seconds) * 1000)
    const from = performance.now()
    for (const [index, { attack }] of attackers.entries()) {
      const target = { ...stage.target, port: dummy?.port ?? stage.port, from: `127.0.0.${20 + index}` }
      attack(target, seconds * 1000 + SPARE_MS)
    }
    await Promise.race([sleep(seconds * 1000), aborted(cutShort.signal), ...attackers.map(({ broke }) => broke)])
    const tallies = await Promise.all(attackers.map(({ stop }) => stop()))
    const to = performance.now()
    if (!control) await sleep(Math.min(AFTER_S, seconds) * 1000)
    const over = performance.now()
    await shop.stop()
    const settledFrom = over - Math.min(SETTLED_S, seconds) * 1000
    const { pushes, bulk, health } = shop.seen
    return {
      pushes: {
        before: figures(pushes, began, from),
        during: figures(pushes, from, to),
        after: figures(pushes, to, over),
        settled: figures(pushes, settledFrom, over),
      },
      bulk: figures(bulk, from, over),
      health: figures(health, from, over),
      memory: {
        before: latest(memory, from),
        peak: memory.peakMb,
        settled: latest(memory, over),
      },
      diskMb: (stage.bytesOnDisk() - bytesBefore) / 1e6,
      ended: howEnded(stage),
      isCutShort: cutShort.signal.aborted,
      tallies,
    }
  } finally {
    memory.stop()
    await dummy?.stop()
    await stage.stop()
  }
}

interface Attacker {
  /** Starts the attack. @param mostMs the time after which its process ends by itself */
  attack(target: Target, mostMs: number): void
  /** Rejects when the process ends before `stop`. */
  broke: Promise<never>
  stop(): Promise<[AttackName, Tally]>
}

/**
 * Starts the process of an attack. An attacker has a machine of its own: here it gets what the server, the dummy and the shop leave of this
 * one, since the cores that it takes from them are no harm that its requests do.
 *
 * @returns when the attack is prepared
 */
async function startAttacker(name: AttackName): Promise<Attacker> {
  const child = forkFile('attacker.ts', name)
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const broke = once(child, 'exit').then(([code, signal]): never => {
    throw new Error(`the attacker ${name} ended with ${code ?? signal}`)
  })
  // After the stop, the promise is no longer awaited.
  broke.catch(() => {})
  await Promise.race([once(child, 'message'), broke])
  return {
    attack: (target, mostMs) => {
      const orders: Orders = { target, mostMs }
      child.send(orders)
    },
    broke,
    stop: async () => {
      const tallied = tallyOf(child)
      child.send('stop')
      const tally = await Promise.race([tallied, broke])
      await end(child)
      return [name, tally]
    },
  }
}

async function tallyOf(child: ChildProcess): Promise<Tally> {
  const [tally] = (await once(child, 'message')) as [Tally]
  return tally
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

/** The memory at a time, in MB: the last sample that was taken by then. */
function latest({ samples }: Memory, time: number): number {
  return samples.findLast(({ at }) => at <= time)?.mb ?? Number.NaN
}

function howEnded({ server: { exitCode, signalCode } }: Stage): string | undefined {
  return exitCode === null && signalCode === null ? undefined : String(signalCode ?? `exit code ${exitCode}`)
}
