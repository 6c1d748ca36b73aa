// npm run bench:import: imports orders through /bulk of the real server until the backfill is done, beside a plain
// better-sqlite3 loop that upserts the same rows, 1,000 a transaction, with the same indexes and synchronous=FULL.
// Prints objects/s and the ratio, peak memory by halves, and the rate on a database that is already full.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { load } from './load.ts'
import { benchBodies, benchOrder } from './orders.ts'
import { type BenchServer, startStorewire } from './servers.ts'

const CONNECTIONS = 4
const BATCH = 1_000
const OBJECTS = Number(process.argv[2] ?? 200_000)
const ALREADY_STORED = Number(process.argv[3] ?? 1_000_000)
/** Bodies are made and sent in parts, so that the load generator itself stays small. */
const PART = 20_000

interface Imported {
  rate: number
  /** Highest memory of the server in the first and the second half, in MiB. */
  peaks: [number, number]
}

async function call<T>(server: BenchServer, method: string, path: string): Promise<T> {
  const response = await fetch(server.url + path, { method, headers: server.headers })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Imports `total` orders, the first one numbered `from`; the time runs until the backfill is done. */
async function importOrders(server: BenchServer, total: number, from: number): Promise<Imported> {
  const { id } = await call<{ id: string }>(server, 'POST', '/backfills')
  const peaks: [number, number] = [0, 0]
  let sent = 0
  const watching = setInterval(() => {
    const half = sent < total / 2 ? 0 : 1
    peaks[half] = Math.max(peaks[half], residentMiB(server.pid))
  }, 100)
  let busyMs = 0
  for (; sent < total; sent += PART) {
    const bodies = benchBodies(Math.min(PART, total - sent), BATCH, from + sent).map((body) =>
      JSON.stringify({ ...JSON.parse(body), backfillId: id }),
    )
    const started = performance.now()
    const target = { url: `${server.url}/orders/bulk`, headers: server.headers, status: 202 }
    await load(target, bodies, { connections: CONNECTIONS, perCall: BATCH })
    // Making the next bodies must not give the server time that it is not charged for.
    if (sent + PART < total) await settled(server, id)
    busyMs += performance.now() - started
  }
  const started = performance.now()
  await call(server, 'POST', `/backfills/${id}/close`)
  await settled(server, id)
  busyMs += performance.now() - started
  clearInterval(watching)
  const { status, received, processed } = await call<{ status: string; received: number; processed: number }>(
    server,
    'GET',
    `/backfills/${id}`,
  )
  if (status !== 'done' || received !== total || processed !== total)
    throw new Error(`${status}: ${processed} of ${received}`)
  return { rate: total / (busyMs / 1000), peaks }
}

async function settled(server: BenchServer, id: string): Promise<void> {
  for (;;) {
    const { received, processed } = await call<{ received: number; processed: number }>(
      server,
      'GET',
      `/backfills/${id}`,
    )
    if (processed === received) return
    await sleep(5)
  }
}

function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** The same rows in a loop that does nothing else. */
function plainLoop(total: number): number {
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
  let busyMs = 0
  for (let from = 0; from < total; from += PART) {
    const rows = Array.from({ length: Math.min(PART, total - from) }, (_, index) => {
      const { id, updatedAt, ...fields } = benchOrder(from + index) as Record<string, string>
      return [id, Date.parse(updatedAt ?? ''), JSON.stringify(fields), fields.customerId]
    })
    const started = performance.now()
    for (let row = 0; row < rows.length; row += BATCH) all.immediate(rows.slice(row, row + BATCH))
    busyMs += performance.now() - started
  }
  db.close()
  rmSync(folder, { recursive: true })
  return total / (busyMs / 1000)
}

const plain = plainLoop(OBJECTS)
const server = await startStorewire()
try {
  const empty = await importOrders(server, OBJECTS, 0)
  const show = (rate: number) => `${rate.toFixed(0).padStart(7)} objects/s`
  console.log(`${OBJECTS} orders, ${BATCH} a batch, ${CONNECTIONS} connections`)
  console.log(`  plain loop              ${show(plain)}`)
  console.log(
    `  import, empty database  ${show(empty.rate)}   ratio to the plain loop ${(empty.rate / plain).toFixed(2)}`,
  )
  console.log(
    `  peak memory             ${empty.peaks.map((peak) => `${peak.toFixed(0)} MiB`).join(' in the first half, ')} in the second`,
  )
  if (ALREADY_STORED > 0) {
    await importOrders(server, ALREADY_STORED - OBJECTS, OBJECTS)
    const full = await importOrders(server, OBJECTS, ALREADY_STORED)
    console.log(
      `  import, ${ALREADY_STORED} stored  ${show(full.rate)}   ratio to the empty database ${(full.rate / empty.rate).toFixed(2)}`,
    )
  }
  console.log(`  peak memory in all      ${server.peakMiB()?.toFixed(0)} MiB`)
} finally {
  await server.stop()
}
