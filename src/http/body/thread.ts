import type { Worker } from 'node:worker_threads'
import { startThread } from '../../lib/assets.ts'
import { DomainError } from '../../lib/errors.ts'
import { createGate } from '../../lib/gate.ts'
import { HttpError, stopping } from '../errors.ts'
import type { Checked, RawBody } from './checked.ts'

/** A body sent to the thread. */
export interface BodyToCheck extends RawBody {
  operationId: string
}

export type BodyReply =
  | { done: Checked }
  | { refused: Pick<DomainError, 'code' | 'reason' | 'message' | 'facts'> }
  | { defect: Error }

/** Checks long bodies in a thread of bounded memory, one at a time, so that other calls are not delayed. */
export interface BodyThread {
  /**
   * Like `checkedBody`.
   *
   * @param mayTake whether the bytes are not needed any more: they are empty afterwards, and are not copied
   * @throws DomainError BAD_REQUEST, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE if the server stops
   */
  check(route: { operationId: string }, body: RawBody, mayTake: boolean): Promise<Checked>
  stop(): Promise<void>
}

/** Most objects of the thread are garbage at once; without a limit much of it would pile up. */
const YOUNG_GENERATION_MB = 24
/** Memory for checking, as a multiple of the largest body: the text, the parsed value and the prepared rows. */
const HEAP_PER_BYTE = 8
const MIB = 1024 * 1024
/** The smallest heap: the thread itself takes part of it. */
const LEAST_HEAP_MB = 128
/** How long the thread waits for the next body: starting it takes time, and an import has many long bodies. Its end frees its heap. */
const IDLE_MS = 5_000

/**
 * The thread starts only when a long body needs it: a server without long bodies has none.
 *
 * @param maxBytes the maximum size of a body, which determines the memory limit of the thread
 */
export function createBodyThread(maxBytes: number, idleMs = IDLE_MS): BodyThread {
  const heapMb = Math.max(LEAST_HEAP_MB, Math.ceil((HEAP_PER_BYTE * maxBytes) / MIB))
  const line = createGate(1)
  let thread: Worker | undefined
  let asked: { resolve(reply: BodyReply): void; reject(error: unknown): void } | undefined
  let ending: NodeJS.Timeout | undefined
  let isStopped = false

  const end = async () => {
    clearTimeout(ending)
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }
  const start = (): Worker => {
    const worker = startThread('body-thread.js', {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB, maxOldGenerationSizeMb: heapMb },
    })
    worker.unref()
    worker.on('message', (reply: BodyReply) => asked?.resolve(reply))
    // The thread has ended; the next body starts another one.
    worker.on('error', (error) => {
      if (thread !== worker) return
      thread = undefined
      asked?.reject(isOutOfMemory(error) ? tooMuchMemory(heapMb) : error)
    })
    thread = worker
    return worker
  }
  return {
    check: async ({ operationId }, { bytes, strict }, mayTake) => {
      const leave = await line.enter('')
      try {
        if (isStopped) throw stopping()
        clearTimeout(ending)
        const question: BodyToCheck = { operationId, bytes, strict }
        const reply = await new Promise<BodyReply>((resolve, reject) => {
          asked = { resolve, reject }
          const worker = thread ?? start()
          worker.postMessage(question, mayTake ? [bytes.buffer as ArrayBuffer] : [])
        })
        return result(reply)
      } finally {
        asked = undefined
        ending = setTimeout(end, idleMs).unref()
        leave()
      }
    },
    stop: async () => {
      isStopped = true
      asked?.reject(stopping())
      await end()
    },
  }
}

function result(reply: BodyReply): Checked {
  if ('done' in reply) return reply.done
  if ('defect' in reply) throw reply.defect
  const { code, reason, message, facts } = reply.refused
  throw new DomainError(code, reason, message, facts)
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooMuchMemory(heapMb: number): DomainError {
  return new HttpError(
    'PAYLOAD_TOO_LARGE',
    'too_much_memory',
    `Checking the body takes more than ${heapMb} MiB of memory. Send fewer objects in one call.`,
    { data: { max: heapMb * MIB } },
  )
}
