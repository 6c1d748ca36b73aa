import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { benchOrder } from '../../bench/orders.ts'
import { own, temporaryFolder } from './processes.ts'
import { type Stage, startStage } from './stage.ts'
import { HOST } from './target.ts'
import { type Office, type Visits, visit } from './visitors.ts'

/** Fifty visitors a minute, and an import that is longer than a minute's bulk calls. */
const FULL = { seconds: 240, visitors: 200, orders: 40_000 }
const BESIDE_IMPORT = 20
const MESSAGES = 5
const MOST_SHOWN = 10
const BIN = fileURLToPath(new URL('../../../bin/storewire.js', import.meta.url))

/**
 * Shows that the default limits reject nobody: an office of 200 visitors behind one address, and an import beside twenty visitors.
 *
 * @param seconds in which the office arrives; below 240 there are fewer visitors and a shorter import
 * @returns the rejected calls
 */
export async function runDefaults(seconds = FULL.seconds): Promise<string[]> {
  const share = Math.min(1, seconds / FULL.seconds)
  const stage = await startStage()
  try {
    const crowd = await office(stage, Math.ceil(FULL.visitors * share), seconds)
    return [...crowd, ...(await importBeside(stage, Math.ceil(FULL.orders * share)))]
  } finally {
    await stage.stop()
  }
}

async function office(stage: Stage, visitors: number, seconds: number): Promise<string[]> {
  const visits: Visits = { calls: 0, slowestMs: 0, problems: [] }
  const { promise: isOver, resolve: leave } = Promise.withResolvers<void>()
  let writing = visitors
  // Everyone stays until the last one has written.
  const onWritten = () => {
    if (--writing === 0) leave()
  }
  const all: Promise<void>[] = []
  for (let number = 0; number < visitors; number++) {
    all.push(visit(officeOf(stage, '127.0.0.30'), visits, { number, messages: MESSAGES, onWritten, isOver }))
    await sleep((seconds * 1000) / visitors)
  }
  await Promise.all(all)
  return printVisits(`${visitors} visitors of one address in ${seconds} s`, visits)
}

async function importBeside(stage: Stage, orders: number): Promise<string[]> {
  const visits: Visits = { calls: 0, slowestMs: 0, problems: [] }
  const imported = importOrders(stage, orders)
  const visitors = Array.from({ length: BESIDE_IMPORT }, (_, number) =>
    visit(officeOf(stage, '127.0.0.31'), visits, { number, messages: MESSAGES, isOver: imported }),
  )
  const [problem] = await Promise.all([imported, ...visitors])
  const problems = printVisits(`${BESIDE_IMPORT} visitors beside an import of ${orders} orders`, visits)
  return problem === undefined ? problems : [problem, ...problems]
}

/** @returns why it did not complete */
async function importOrders(stage: Stage, orders: number): Promise<string | undefined> {
  const { folder, remove } = temporaryFolder()
  const file = join(folder, 'orders.ndjson')
  writeFileSync(file, Array.from({ length: orders }, (_, index) => `${JSON.stringify(benchOrder(index))}\n`).join(''))
  const args = [BIN, 'import', 'orders', file, '--json', '--url', `http://${HOST}:${stage.port}`]
  const env = { ...process.env, STOREWIRE_SECRET_KEY: stage.shopKey }
  const began = performance.now()
  const child = own(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env }))
  const [, stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  remove()
  if (child.exitCode !== 0) return `the import ended with ${child.exitCode ?? child.signalCode}: ${stderr.trim()}`
  console.log(`import of ${orders} orders: ${((performance.now() - began) / 1000).toFixed(1)} s; ${stdout.trim()}`)
  return undefined
}

const officeOf = ({ port, target: { publishableKey } }: Stage, from: string): Office => ({ port, from, publishableKey })

/** Prints the results of all visitors. @returns the first errors */
function printVisits(what: string, { calls, slowestMs, problems }: Visits): string[] {
  console.log(`${what}: ${calls} calls, slowest ${slowestMs.toFixed(0)} ms, ${problems.length} refused`)
  return problems.slice(0, MOST_SHOWN)
}
