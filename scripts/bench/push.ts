// npm run bench:push: pushes orders through the real server and, in turn, through the bare reference (see reference.ts).
// Prints objects/s, latencies and the ratio to the reference, round by round and as the median, since machines drift.

import { load, type Measured, median } from './load.ts'
import { benchBodies } from './orders.ts'
import { type BenchServer, startReference, startStorewire } from './servers.ts'

const CONNECTIONS = 32
const OBJECTS = 20_000
const ROUNDS = Number(process.argv[2] ?? 5)

const CONTENDERS: [name: string, start: () => Promise<BenchServer>][] = [
  ['storewire', () => startStorewire()],
  ['reference', () => startReference('group')],
  ['reference, one commit a request', () => startReference('alone')],
]

interface Run extends Measured {
  startMs: number
  peakMiB: number | undefined
}

async function measure(start: () => Promise<BenchServer>, perCall: number): Promise<Run> {
  const server = await start()
  try {
    const target = { url: `${server.url}/orders`, headers: server.headers }
    await load(target, benchBodies(2_000, perCall, 1_000_000), { connections: CONNECTIONS, perCall })
    const measured = await load(target, benchBodies(OBJECTS, perCall), { connections: CONNECTIONS, perCall })
    return { ...measured, startMs: server.startMs, peakMiB: server.peakMiB() }
  } finally {
    await server.stop()
  }
}

async function compare(perCall: number): Promise<void> {
  console.log(`\n${perCall} object(s) a call, ${OBJECTS} objects, ${CONNECTIONS} connections, after 2000 to warm up`)
  const runs = new Map<string, Run[]>(CONTENDERS.map(([name]) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, start] of CONTENDERS) runs.get(name)?.push(await measure(start, perCall))
  }
  const of = (name: string) => runs.get(name) ?? []
  for (const [name] of CONTENDERS) {
    const m = (pick: (run: Run) => number) => median(of(name).map(pick))
    console.log(
      `  ${name.padEnd(32)} ${m(({ rate }) => rate)
        .toFixed(0)
        .padStart(7)} objects/s  p50 ${m(({ p50 }) => p50).toFixed(2)} ms  p99 ${m(({ p99 }) => p99).toFixed(2)} ms` +
        `  peak ${m(({ peakMiB = Number.NaN }) => peakMiB).toFixed(0)} MiB  start ${m(({ startMs }) => startMs).toFixed(0)} ms`,
    )
  }
  for (const [name] of CONTENDERS.slice(1)) {
    const ratios = of('storewire').map(({ rate }, round) => rate / (of(name)[round]?.rate ?? Number.NaN))
    console.log(
      `  ratio to ${name}: ${median(ratios).toFixed(2)} (rounds: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`,
    )
  }
}

await compare(25)
await compare(1)
