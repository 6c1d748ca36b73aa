// npm run bench:import [orders] [stored]: imports orders through /bulk of the real server until the backfill is done, beside a plain
// better-sqlite3 loop that upserts the same rows, 1,000 a transaction, with the same indexes and synchronous=FULL, and beside a
// server that has a million orders stored already. The three take turns: a machine whose speed changes changes it for all of them.
// Prints objects/s, their ratios, and peak memory by halves.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { columnsOf, findByOf } from '../../src/objects/filter-values.ts'
import { orders } from '../../src/objects/types/order.ts'
import { BATCH, backfillOf, CONNECTIONS, type Runner } from './backfill.ts'
import { report } from './figures.ts'
import { benchOrder } from './orders.ts'
import { type BenchServer, startStorewire } from './servers.ts'

const OBJECTS = Number(process.argv[2] ?? 200_000)
const ALREADY_STORED = Number(process.argv[3] ?? 1_000_000)
/** Bodies are made and sent in parts, so that the load generator stays small. After each part the others have their turn. */
const PART = 20_000

/** Writes the same rows in a loop that does nothing else. */
function plainLoop(): Runner & { close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'storewire-bench-'))
  const db = new Database(join(folder, 'plain.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8'))
  db.exec(
    "INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('org_reference', 'reference', 'scale', 0, 0)",
  )
  const columns = columnsOf(orders).map(({ storage }) => storage.column)
  const upsert = db.prepare(
    `INSERT INTO orders (workspace_id, id, updated_at, data, part, ${columns.join(', ')})
     VALUES ('org_reference', ?, ?, ?, 0, ${columns.map(() => '?').join(', ')})
     ON CONFLICT (workspace_id, id) DO UPDATE SET updated_at = excluded.updated_at, data = excluded.data,
       ${columns.map((column) => `${column} = excluded.${column}`).join(', ')} WHERE excluded.updated_at > orders.updated_at`,
  )
  const all = db.transaction((rows: unknown[][]) => {
    for (const row of rows) upsert.run(...row)
  })
  let next = 0
  return {
    run: async (count) => {
      const rows = Array.from({ length: count }, (_, index) => {
        const { id, updatedAt, ...fields } = benchOrder(next + index) as Record<string, string>
        return [id, Date.parse(updatedAt ?? ''), JSON.stringify(fields), ...findByOf(orders)(fields).columns]
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

/** The peak memory of a server in this half of its work, in MiB. */
function watchMemory(server: BenchServer): { peaks: [number, number]; half: 0 | 1; stop(): void } {
  const watched = { peaks: [0, 0] as [number, number], half: 0 as 0 | 1, stop: () => clearInterval(timer) }
  const timer = setInterval(() => {
    watched.peaks[watched.half] = Math.max(watched.peaks[watched.half], server.residentMiB())
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
