import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { begin, call, end } from './lives.ts'

const RESOURCES = ['customers', 'products', 'orders', 'shipments']
const PUSHERS = 8
const OBJECTS_A_CALL = 5
/** Longest time between a ready server and its kill. */
const MAX_LIFE_MS = 500

export interface KillReport {
  kills: number
  acknowledgedCalls: number
  objects: number
  /** Calls that got no response because of a kill, and were sent again with their idempotency key. */
  sentAgain: number
}

/**
 * Pushes objects over several connections to a server that is ended by SIGKILL at random moments and started again, until
 * `kills` crashes have happened. Asserts after each that whatever was answered is there, every call whole or not at all, and
 * the file sound; and that a call which is sent again counts once.
 */
export async function pushThroughKills(
  file: string,
  kills: number,
  random: () => number = Math.random,
): Promise<KillReport> {
  let life = await begin(file)
  const key = life.secretKey ?? ''
  const acknowledged = new Set<string>()
  let sentAgain = 0
  let isOver = false
  let restarted = Promise.withResolvers<void>()

  const send = async (resource: string, name: string) => {
    const data = objects(name)
    const { results } = await call<{ results: object[] }>(life.url, key, 'POST', `/${resource}`, { data }, keyed(name))
    // For the first response and for a repeated one: only this call created the objects.
    assert.deepEqual(
      results,
      data.map(({ id }) => ({ id, status: 'created' })),
    )
    acknowledged.add(`${resource} ${name}`)
  }
  const pusher = async (number: number) => {
    const resource = RESOURCES[number % RESOURCES.length] ?? ''
    for (let index = 0; !isOver; index++) {
      for (;;) {
        const next = restarted.promise
        try {
          await send(resource, `${number}_${index}`)
          break
        } catch (error) {
          // fetch throws a TypeError if the connection breaks. A wrong response is a fault.
          if (!(error instanceof TypeError)) throw error
          sentAgain++
          await next
        }
      }
    }
  }

  const pushers = Promise.all(Array.from({ length: PUSHERS }, (_, number) => pusher(number)))
  // A fault fails the test at the await below. Before that, the rejection must not end the process.
  pushers.catch(() => {})
  try {
    for (let crash = 0; crash < kills; crash++) {
      await sleep(random() * MAX_LIFE_MS)
      await end(life, 'SIGKILL')
      const before = [...acknowledged]
      life = await begin(file)
      restarted.resolve()
      restarted = Promise.withResolvers()
      checkFile(file, before)
    }
    isOver = true
    await pushers
    checkFile(file, [...acknowledged])
    return { kills, acknowledgedCalls: acknowledged.size, objects: acknowledged.size * OBJECTS_A_CALL, sentAgain }
  } finally {
    isOver = true
    await end(life, 'SIGTERM')
    restarted.resolve()
  }
}

const objects = (name: string) =>
  Array.from({ length: OBJECTS_A_CALL }, (_, index) => ({ id: `${name}-${index}`, updatedAt: 1_000 }))

const keyed = (name: string) => ({ 'idempotency-key': name })

/** Reads the file in parallel to the server, which has already recovered it. */
function checkFile(file: string, acknowledged: string[]): void {
  const db = new Database(file, { readonly: true })
  try {
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok')
    const stored = new Map<string, number>()
    for (const resource of RESOURCES) {
      for (const id of db.prepare<[], string>(`SELECT id FROM ${resource}`).pluck().iterate()) {
        const name = `${resource} ${id.replace(/-\d+$/, '')}`
        stored.set(name, (stored.get(name) ?? 0) + 1)
      }
    }
    for (const name of acknowledged) assert.ok(stored.has(name), `${name} was acknowledged and is lost`)
    for (const [name, count] of stored) assert.equal(count, OBJECTS_A_CALL, `${name} is there in part`)
  } finally {
    db.close()
  }
}
