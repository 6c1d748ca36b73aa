import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { startFlags } from '../../scripts/start-flags.ts'

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
