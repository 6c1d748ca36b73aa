import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { startFlags } from '../../scripts/start-flags.ts'
import { collectInQuiet } from '../../src/lib/memory.ts'

const LIMITS = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 64 }

test('threads of a server have heaps of their own limits, not those that the flags of its start set', () => {
  const thread = `
    import { getHeapStatistics } from 'node:v8'
    import { parentPort } from 'node:worker_threads'
    parentPort.postMessage(getHeapStatistics().heap_size_limit / 2 ** 20)`
  const program = `
    import { Worker } from 'node:worker_threads'
    import { keepHeapSmall } from '${new URL('../../src/lib/memory.ts', import.meta.url)}'
    keepHeapSmall()
    const options = { eval: true, resourceLimits: ${JSON.stringify(LIMITS)} }
    new Worker(${JSON.stringify(thread)}, options).once('message', (limit) => console.log(limit))`
  const limit = Number(
    execFileSync(process.execPath, [...startFlags, '--input-type=module', '-e', program], { encoding: 'utf8' }),
  )
  const { maxYoungGenerationSizeMb, maxOldGenerationSizeMb } = LIMITS
  assert.ok(limit < maxOldGenerationSizeMb + 4 * maxYoungGenerationSizeMb, `${limit} MiB`)
})

test('a heap that has doubled is collected as soon as there is little to do, once', () => {
  let [bytes, busy, collected] = [20, 0, 0]
  const look = collectInQuiet({
    bytes: () => bytes,
    busyShare: () => busy,
    collect: () => {
      collected++
      bytes = 30
    },
  })
  const after = (newBytes: number, newBusy: number) => {
    bytes = newBytes
    busy = newBusy
    look()
    return collected
  }
  assert.equal(after(39, 0), 0)
  assert.equal(after(100, 0.5), 0)
  assert.equal(after(100, 0.1), 1)
  // Measured from what is left.
  assert.equal(after(59, 0), 1)
  assert.equal(after(10, 0), 1)
  assert.equal(after(20, 0), 2)
})
