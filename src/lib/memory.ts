import { flushCompileCache } from 'node:module'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How much the heap may grow between two collections, in percent. V8's own limit leaves a third more memory under load. */
const HEAP_GROWTH = 60
/** How long after the start the heap is collected for the first time. The first requests do not wait for it. */
const FIRST_COLLECTION_MS = 1_000
/** How often it is checked whether a thread has become quiet. */
const LOOK_MS = 3_000
/** A thread was busy if it worked for this share of its time. It is quiet when it works for a third of what it did then, and for little at all. */
const BUSY_SHARE = 0.1
const QUIET_PART = 1 / 3
const QUIET_SHARE = 0.125
/** The growth that is worth a collection, which holds up a thread for some 70 ms. */
const WORTH_BYTES = 24 * 1024 * 1024

/**
 * Makes V8 collect the heap more often, for servers, which run long. To be called after the start: V8 rejects code that was compiled
 * ahead, and that of Node.js itself, under a flag it was not compiled with, which would cost a start a fifth of its time.
 */
export function keepHeapSmall(): void {
  // Code that is kept for the next start must have the flags of a start.
  flushCompileCache()
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
  // The flags of a start are for this thread. Threads that start later would have its sizes, too, whatever their own limits are.
  for (const flag of ['min', 'max']) setFlagsFromString(`--${flag}-semi-space-size=0`)
  // V8 limits the growth only from the first collection of the whole heap on: by itself it makes that after some 100,000 pushes.
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options?: { type: 'major'; flavor: 'last-resort' }) => void
    collect()
    // An ordinary collection leaves its pages half empty; this one gives them back.
    const shrink = () => collect({ type: 'major', flavor: 'last-resort' })
    setInterval(collectInQuiet({ bytes: heapBytes, busyShare: busyShare(), collect: shrink }), LOOK_MS).unref()
  }, FIRST_COLLECTION_MS).unref()
}

/** The heap of a thread, and how busy the thread is. */
export interface WatchedHeap {
  /** The memory that the heap takes now. */
  bytes: () => number
  /** The share of the time since the last call in which the thread worked. */
  busyShare: () => number
  collect: () => void
}

/**
 * V8 collects while the heap grows. What much work has left would then stay for as long as little follows.
 *
 * @returns a function to call every few seconds: it collects a heap that has grown, once after each time of much work
 */
export function collectInQuiet({ bytes, busyShare, collect }: WatchedHeap): () => void {
  let least = bytes()
  let busiest = 0
  return () => {
    const share = busyShare()
    busiest = Math.max(busiest, share)
    least = Math.min(least, bytes())
    const isQuiet = share <= Math.min(busiest * QUIET_PART, QUIET_SHARE)
    if (busiest < BUSY_SHARE || !isQuiet || bytes() < least + WORTH_BYTES) return
    collect()
    busiest = share
  }
}

function heapBytes(): number {
  return getHeapStatistics().total_heap_size
}

function busyShare(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}

/**
 * Frees the memory of `bytes` at once; they are empty afterwards. For large buffers whose memory nothing else uses: the garbage
 * collector would leave tens of megabytes outside its heap during an import.
 */
export function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
