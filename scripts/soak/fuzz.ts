// node scripts/soak/fuzz.ts [REQUESTS] [SEED] [PAUSES]: requests made from spec.json and damaged, against a server in a
// process of its own. Fails on a 5xx, on a 408 (and prints its bytes), on a request that does not finish, and if the server's memory
// grows, which is read from /proc (Linux only). PAUSES times the server is paused for longer than a request may take to arrive.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REQUEST_TIMEOUT_MS } from '../../src/serve/listen.ts'
import { fuzz } from '../../test/support/fuzz/run.ts'
import { begin, call, end } from '../../test/support/lives.ts'

const WINDOWS = 10
/** How far the memory of a process varies between garbage collections. */
const NOISE_MIB = 32
/** Requests before the memory is measured: caches fill, and the thread for long bodies starts. */
const WARM_UP = 10_000
const PAUSE_MS = REQUEST_TIMEOUT_MS + 2_000
const [count, seed, pauses] = [process.argv[2] ?? 100_000, process.argv[3] ?? 1, process.argv[4] ?? 0].map(Number) as [
  number,
  number,
  number,
]

const folder = mkdtempSync(join(tmpdir(), 'storewire-fuzz-'))
const life = await begin(join(folder, 'fuzz.db'))
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${life.child.pid}/status`, 'utf8'))?.[1]) / 1024
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const pauseEach = Math.ceil(count / (pauses + 1))
const pause = () => {
  life.child.kill('SIGSTOP')
  setTimeout(() => life.child.kill('SIGCONT'), PAUSE_MS)
}
const windows: number[][] = Array.from({ length: WINDOWS }, () => [])
try {
  console.log(`${count} requests with seed ${seed}, after ${WARM_UP} others`)
  const key = life.secretKey ?? ''
  const many = Array.from({ length: 1_000 }, (_, index) => ({
    id: `long-${index}`,
    updatedAt: 1,
    note: 'x'.repeat(1_000),
  }))
  await call(life.url, key, 'POST', '/orders/bulk', { data: many })
  await fuzz(life.url, { key, seed: seed + 1, count: WARM_UP })
  const statuses = await fuzz(life.url, {
    key,
    seed,
    count,
    onSent: (sent) => {
      if (sent % pauseEach === 0 && sent < count) pause()
      if (sent % 100 === 0) windows[Math.min(WINDOWS - 1, Math.floor((sent / count) * WINDOWS))]?.push(memory())
    },
  })
  const medians = windows.map(median).map(Math.round)
  console.log('answers by status (0: the connection was closed without one):', statuses)
  console.log('median memory of the server in each tenth of the run, MiB:', medians.join(' '))
  assert.ok((medians.at(-1) ?? 0) <= (medians[1] ?? 0) + NOISE_MIB, 'the memory of the server grows')
} finally {
  await end(life, 'SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
