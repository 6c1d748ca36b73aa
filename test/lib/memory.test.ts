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

test('a heap that has grown is collected once when much work has ended', () => {
  let [mib, share, collected] = [30, 0, 0]
  const look = collectInQuiet({ bytes: () => mib * 1024 * 1024, busyShare: () => share, collect: () => collected++ })
  const after = (newMib: number, newShare: number) => {
    mib = newMib
    share = newShare
    look()
    return collected
  }
  assert.equal(after(60, 0.09), 0, 'little work')
  assert.equal(after(60, 0), 0)
  assert.equal(after(60, 0.3), 0, 'much work')
  assert.equal(after(60, 0.15), 0, 'half of it')
  assert.equal(after(50, 0.05), 0, 'too little growth')
  assert.equal(after(60, 0.05), 1)
  assert.equal(after(60, 0), 1, 'what is left is in use')
  assert.equal(after(20, 0.6), 1)
  assert.equal(after(45, 0.1), 2, 'compared with the least')
  assert.equal(after(80, 0.6), 2)
  assert.equal(after(80, 0.2), 2, 'a third of it, but still much')
  assert.equal(after(80, 0.1), 3)
})
