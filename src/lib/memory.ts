import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How much the heap may grow between two collections, in percent. V8's own limit leaves a third more memory under load. */
const HEAP_GROWTH = 60
/** How long after the start the heap is collected for the first time. The first requests do not wait for it. */
const FIRST_COLLECTION_MS = 1_000

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
  setTimeout(collectHeap, FIRST_COLLECTION_MS).unref()
}

function collectHeap(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

/**
 * Frees the memory of `bytes` at once; they are empty afterwards. For large buffers whose memory nothing else uses: the garbage
 * collector would leave tens of megabytes outside its heap during an import.
 */
export function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/**
 * The memory of `values`, to be handed over to another thread instead of copied: they are empty afterwards. Memory that a value shares
 * with others, such as that of short buffers, is left out.
 */
export function ownBuffers(values: Uint8Array[]): ArrayBuffer[] {
  return values.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  )
}
