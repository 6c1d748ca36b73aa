import type { Worker } from 'node:worker_threads'
import { startThread } from '../../lib/assets.ts'
import { DomainError } from '../../lib/errors.ts'
import { createGate } from '../../lib/gate.ts'
import { HttpError, stopping } from '../errors.ts'
import type { Checked, RawBody } from './checked.ts'

/** A body sent to a thread. */
export interface BodyToCheck extends RawBody {
  operationId: string
}

export type BodyReply =
  | { done: Checked }
  | { refused: Pick<DomainError, 'code' | 'reason' | 'message' | 'facts'> }
  | { defect: Error }

/** Checks long bodies of requests in separate threads, so that other calls are not delayed. */
export interface LongBodies {
  /**
   * Like `checkedBody`, in turn: one body of a workspace at a time, and no body waits for more than one of each other workspace.
   *
   * @param mayTake whether the bytes are not needed any more: they are empty afterwards, and are not copied
   * @throws DomainError BAD_REQUEST, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE if too many bodies of the workspace wait
   */
  check(route: { operationId: string }, body: RawBody, workspaceId: string, mayTake?: boolean): Promise<Checked>
  stop(): Promise<void>
}

/** Each workspace uses at most one thread. */
const THREADS = 2
/** The maximum number of waiting bodies of one workspace. */
const MAX_WAITING = 50

/** Most objects of a thread are garbage at once; without a limit much of it would pile up. */
const YOUNG_GENERATION_MB = 24
/** Memory for checking, as a multiple of the largest body: the text, the parsed value and the prepared rows. */
const HEAP_PER_BYTE = 8
const MIB = 1024 * 1024
/** The smallest heap: the thread itself takes part of it. */
const LEAST_HEAP_MB = 128
/** The heap of a thread stays large for minutes after a longer body than this, so the thread is ended. */
const SWELLING_BYTES = 4 * MIB
/** How long a thread waits for the next body: starting a thread takes time, and an import has many long bodies. */
const IDLE_MS = { swollen: 1_000, other: 5_000 }

/**
 * A thread starts only when a long body needs it: a server without long bodies has none.
 *
 * @param maxBytes the maximum size of a body, which determines the memory limit of a thread
 * @param idleMs how long a thread waits for the next body, also one whose heap has grown
 */
export function createLongBodies(maxBytes: number, idleMs = IDLE_MS): LongBodies {
  const heapMb = Math.max(LEAST_HEAP_MB, Math.ceil((HEAP_PER_BYTE * maxBytes) / MIB))
  const gate = createGate(THREADS, { perTenant: 1, maxWaiting: MAX_WAITING })
  const { ask, stop } = createThreads(heapMb, idleMs)
  const inTurn = async <T>(tenant: string, work: () => Promise<T>): Promise<T> => {
    const leave = await gate.enter(tenant)
    try {
      return await work()
    } finally {
      leave()
    }
  }
  return {
    check: ({ operationId }, { bytes, strict }, workspaceId, mayTake = false) =>
      inTurn(workspaceId, () => {
        const handedOver = mayTake ? [bytes.buffer as ArrayBuffer] : []
        return ask({ operationId, bytes, strict }, bytes.length, handedOver).catch((error) => {
          throw isOutOfMemory(error) ? tooMuchMemory(heapMb) : error
        })
      }),
    stop,
  }
}

interface Threads {
  /**
   * Asks a thread that has no other question.
   *
   * @param length the bytes of the body
   * @throws what the thread has thrown; DomainError SERVICE_UNAVAILABLE if the threads stop
   */
  ask(question: BodyToCheck, length: number, handedOver: ArrayBuffer[]): Promise<Checked>
  stop(): Promise<void>
}

function createThreads(heapMb: number, idleMs: typeof IDLE_MS): Threads {
  /** Threads without work, each with the timer that ends it; the one that worked last is the last. */
  const idle = new Map<Worker, NodeJS.Timeout>()
  /** Threads whose heap has grown. */
  const swollen = new Set<Worker>()
  const atWork = new Map<Worker, { resolve(reply: BodyReply): void; reject(error: unknown): void }>()
  let isStopped = false

  const start = (): Worker => {
    const thread = startThread('long-bodies-thread.js', {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB, maxOldGenerationSizeMb: heapMb },
    })
    thread.unref()
    thread.on('message', (reply: BodyReply) => atWork.get(thread)?.resolve(reply))
    // The thread has ended; the next body starts another one.
    thread.on('error', (error) => {
      atWork.get(thread)?.reject(error)
      forget(thread)
    })
    return thread
  }
  const forget = (thread: Worker) => {
    clearTimeout(idle.get(thread))
    idle.delete(thread)
    swollen.delete(thread)
  }
  const rest = (thread: Worker) => {
    const end = () => {
      forget(thread)
      void thread.terminate()
    }
    idle.set(thread, setTimeout(end, swollen.has(thread) ? idleMs.swollen : idleMs.other).unref())
  }
  /** A body that would swell the heap of a thread gets one that is swollen, which leaves the others to shorter bodies. */
  const take = (swells: boolean): Worker => {
    const fitting = [...idle].findLast(([thread]) => swollen.has(thread) === swells)
    const isFull = idle.size + atWork.size >= THREADS
    const [thread, timer] = fitting ?? (isFull ? [...idle].at(-1) : undefined) ?? []
    if (!thread) return start()
    clearTimeout(timer)
    idle.delete(thread)
    return thread
  }
  const ask: Threads['ask'] = async (question, length, handedOver) => {
    if (isStopped) throw stopping()
    const swells = length > SWELLING_BYTES
    const thread = take(swells)
    if (swells) swollen.add(thread)
    const replied = new Promise<BodyReply>((resolve, reject) => atWork.set(thread, { resolve, reject }))
    thread.postMessage(question, handedOver)
    try {
      const reply = await replied
      rest(thread)
      return result(reply)
    } finally {
      atWork.delete(thread)
    }
  }
  return {
    ask,
    stop: async () => {
      isStopped = true
      const threads = [...idle.keys(), ...atWork.keys()]
      for (const thread of threads) forget(thread)
      for (const { reject } of atWork.values()) reject(stopping())
      await Promise.all(threads.map((thread) => thread.terminate()))
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
