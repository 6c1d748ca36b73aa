// npm run bench:import [orders] [stored]: imports orders through /bulk of the real server until the backfill is done, beside a plain
// better-sqlite3 loop that upserts the same rows, 1,000 a transaction, with the same indexes and synchronous=FULL, and beside a
// server that has a million orders stored already. The three take turns: a machine whose speed changes changes it for all of them.
// Prints objects/s, their ratios, and peak memory by halves.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { report } from './figures.ts'
import { load } from './load.ts'
import { benchBodies, benchOrder } from './orders.ts'
import { type BenchServer, startStorewire } from './servers.ts'

const CONNECTIONS = 4
const BATCH = 1_000
const OBJECTS = Number(process.argv[2] ?? 200_000)
const ALREADY_STORED = Number(process.argv[3] ?? 1_000_000)
/** Bodies are made and sent in parts, so that the load generator itself stays small; after each, the others have their turn. */
const PART = 20_000

/** One of those that take turns. */
interface Runner {
  /** Imports `count` more orders. @returns milliseconds */
  run(count: number): Promise<number>
}

async function call<T>(server: BenchServer, method: string, path: string): Promise<T> {
  const response = await fetch(server.url + path, { method, headers: server.headers })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

interface Progress {
  status: string
  received: number
  processed: number
}

/** One backfill of a server, whose orders are numbered from `next`. */
async function backfillOf(server: BenchServer, next: number): Promise<Runner & { close(): Promise<void> }> {
  const { id } = await call<{ id: string }>(server, 'POST', '/backfills')
  const first = next
  const progress = () => call<Progress>(server, 'GET', `/backfills/${id}`)
  const settled = async () => {
    for (;;) {
      const { received, processed } = await progress()
      if (processed === received) return
      await sleep(5)
    }
  }
  return {
    run: async (count) => {
      const bodies = benchBodies(count, BATCH, next).map((body) =>
        JSON.stringify({ ...JSON.parse(body), backfillId: id }),
      )
      next += count
      const started = performance.now()
      const target = { url: `${server.url}/orders/bulk`, headers: server.headers, status: 202 }
      await load(target, bodies, { connections: CONNECTIONS, perCall: BATCH })
      await settled()
      return performance.now() - started
    },
    close: async () => {
      await call(server, 'POST', `/backfills/${id}/close`)
      const { status, received, processed } = await progress()
      if (status !== 'done' || received !== next - first || processed !== received)
        throw new Error(`${status}: ${processed} of ${received}`)
    },
  }
}

/** The same rows in a loop that does nothing else. */
function plainLoop(): Runner & { close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'storewire-bench-'))
  const db = new Database(join(folder, 'plain.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8'))
  db.exec("INSERT INTO workspaces VALUES ('org_reference', 'reference', 'scale', 0, 0)")
  const upsert = db.prepare(
    `INSERT INTO orders (workspace_id, id, updated_at, data, customer_id) VALUES ('org_reference', ?, ?, ?, ?)
     ON CONFLICT (workspace_id, id) DO UPDATE SET updated_at = excluded.updated_at, data = excluded.data,
       customer_id = excluded.customer_id WHERE excluded.updated_at > orders.updated_at`,
  )
  const all = db.transaction((rows: unknown[][]) => {
    for (const row of rows) upsert.run(...row)
  })
  let next = 0
  return {
    run: async (count) => {
      const rows = Array.from({ length: count }, (_, index) => {
        const { id, updatedAt, ...fields } = benchOrder(next + index) as Record<string, string>
        return [id, Date.parse(updatedAt ?? ''), JSON.stringify(fields), fields.customerId]
      })
      next += count
      const started = performance.now()
      for (let row = 0; row < rows.length; row += BATCH) all.immediate(rows.slice(row, row + BATCH))
      return performance.now() - started
    },
    close: () => {
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Most memory of a server so far in this half of its work, in MiB. */
function watchMemory(server: BenchServer): { peaks: [number, number]; half: 0 | 1; stop(): void } {
  const watched = { peaks: [0, 0] as [number, number], half: 0 as 0 | 1, stop: () => clearInterval(timer) }
  const timer = setInterval(() => {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    const resident = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
    watched.peaks[watched.half] = Math.max(watched.peaks[watched.half], resident)
  }, 100)
  return watched
}

/** Lets each import `total` orders, one part after another, in turn. @returns objects/s of each */
async function takeTurns(runners: Runner[], total: number, onHalf: () => void = () => {}): Promise<number[]> {
  const spent = runners.map(() => 0)
  for (let done = 0; done < total; done += PART) {
    if (done >= total / 2) onHalf()
    for (const [index, runner] of runners.entries())
      spent[index] = (spent[index] ?? 0) + (await runner.run(Math.min(PART, total - done)))
  }
  return spent.map((ms) => total / (ms / 1000))
}

const rate = (objects: number) => `${objects.toFixed(0).padStart(7)} objects/s`
const memory = (peaks: number[]) =>
  `${peaks.map((peak) => `${peak.toFixed(0)} MiB`).join(' in the first half, ')} in the second`

const [empty, full] = [await startStorewire(), ALREADY_STORED > 0 ? await startStorewire() : undefined]
try {
  console.log(`${OBJECTS} orders, ${BATCH} a batch, ${CONNECTIONS} connections`)
  const runners: Runner[] = []
  if (full) {
    const watched = watchMemory(full)
    const backfill = await backfillOf(full, 0)
    await takeTurns([backfill], ALREADY_STORED, () => {
      watched.half = 1
    })
    await backfill.close()
    watched.stop()
    console.log(`  memory, filling up to ${ALREADY_STORED}  ${memory(watched.peaks)}`)
    runners.push(await backfillOf(full, ALREADY_STORED))
  }
  const plain = plainLoop()
  const backfill = await backfillOf(empty, 0)
  const watched = watchMemory(empty)
  const [plainRate = 0, emptyRate = 0, fullRate] = await takeTurns([plain, backfill, ...runners], OBJECTS, () => {
    watched.half = 1
  })
  plain.close()
  await backfill.close()
  watched.stop()
  console.log(`  plain loop                 ${rate(plainRate)}`)
  console.log(
    `  import, empty database     ${rate(emptyRate)}   ratio to the plain loop ${(emptyRate / plainRate).toFixed(2)}`,
  )
  console.log(`  memory, empty database     ${memory(watched.peaks)}`)
  report('import.rate', emptyRate / plainRate)
  report('import.peak', Math.max(...watched.peaks))
  if (fullRate) {
    report('import.stored', fullRate / emptyRate)
    console.log(
      `  import, ${ALREADY_STORED} stored     ${rate(fullRate)}   ratio to the empty database ${(fullRate / emptyRate).toFixed(2)}`,
    )
  }
} finally {
  await empty.stop()
  await full?.stop()
}
