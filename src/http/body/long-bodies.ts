import type { Worker } from 'node:worker_threads'
import { DomainError } from '../../lib/errors.ts'
import { createGate } from '../../lib/gate.ts'
import { startThread } from '../../lib/threads.ts'
import { HttpError } from '../errors.ts'
import type { Route } from '../route.ts'
import type { Checked, RawBody } from './check.ts'

/** What a thread is asked, and what it answers. */
export interface Question extends RawBody {
  operationId: string
}

export type Reply =
  | { checked: Checked }
  | { refused: Pick<DomainError, 'code' | 'reason' | 'message' | 'facts'> }
  | { defect: Error }

/** Checks long bodies in threads of their own, so that everyone else's calls go on meanwhile. */
export interface LongBodies {
  /**
   * Like `checkedBody`, in turn: the bodies of one workspace one after another, and none behind more than one of each other workspace.
   *
   * @throws DomainError BAD_REQUEST, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE when too many of the workspace wait
   */
  check(route: Route, body: RawBody, workspaceId: string): Promise<Checked>
  stop(): Promise<void>
}

/** With two, a workspace never waits for another one alone: each has at most one at work. */
const THREADS = 2
/** How many bodies of one workspace may wait. */
const MAX_WAITING = 50

/**
 * Most of what a thread makes is thrown away at once: left alone, it would let much of that pile up. `npm start` and the executable set
 * a limit for all threads, which stands above this one.
 */
const YOUNG_GENERATION_MB = 6
/** What checking takes of memory is at most so many times the largest body: its text, what it is parsed to, and what is stored of it. */
const HEAP_PER_BYTE = 8
const MIB = 1024 * 1024
/** A thread alone takes some of this. */
const LEAST_HEAP_MB = 128
/** A heap that has grown for a longer body than this stays large for minutes, so its thread is ended. */
const SWELLING_BYTES = 4 * MIB
/** How long such a thread waits for the next body: one takes a moment to start, and an import has many such bodies. */
const IDLE_MS = 1_000

/**
 * Threads start with the first long body, and the first that comes at the same time as another workspace's: a shop that sends none does
 * not pay for them.
 *
 * @param maxBytes the most bytes of a body, which decide how much memory a thread may take
 */
export function createLongBodies(maxBytes: number): LongBodies {
  const heapMb = Math.max(LEAST_HEAP_MB, Math.ceil((HEAP_PER_BYTE * maxBytes) / MIB))
  const gate = createGate(THREADS, { perTenant: 1, maxWaiting: MAX_WAITING })
  const idle: Worker[] = []
  /** Those that had a body that swells, with what ends them where they are idle. */
  const swollen = new Map<Worker, NodeJS.Timeout | undefined>()
  const atWork = new Map<Worker, { resolve(reply: Reply): void; reject(error: unknown): void }>()
  let isStopped = false

  const start = (): Worker => {
    const thread = startThread('long-bodies-thread.js', {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB, maxOldGenerationSizeMb: heapMb },
    })
    thread.unref()
    thread.on('message', (reply: Reply) => atWork.get(thread)?.resolve(reply))
    // It has ended: the next body starts another one.
    thread.on('error', (error) => {
      atWork.get(thread)?.reject(isOutOfMemory(error) ? tooMuchMemory(heapMb) : error)
      forget(thread)
    })
    return thread
  }
  const forget = (thread: Worker) => {
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    clearTimeout(swollen.get(thread))
    swollen.delete(thread)
  }
  const rest = (thread: Worker) => {
    idle.push(thread)
    if (!swollen.has(thread)) return
    const end = () => {
      forget(thread)
      void thread.terminate()
    }
    swollen.set(thread, setTimeout(end, IDLE_MS).unref())
  }
  const ask = async (question: Question): Promise<Reply> => {
    if (isStopped) throw stopping()
    const thread = idle.pop() ?? start()
    clearTimeout(swollen.get(thread))
    if (question.bytes.length > SWELLING_BYTES) swollen.set(thread, undefined)
    const replied = new Promise<Reply>((resolve, reject) => atWork.set(thread, { resolve, reject }))
    thread.postMessage(question)
    try {
      const reply = await replied
      rest(thread)
      return reply
    } finally {
      atWork.delete(thread)
    }
  }
  return {
    check: async ({ operationId }, { bytes, strict }, workspaceId) => {
      const leave = await gate.enter(workspaceId)
      try {
        return result(await ask({ operationId, bytes, strict }))
      } finally {
        leave()
      }
    },
    stop: async () => {
      isStopped = true
      const threads = [...idle, ...atWork.keys()]
      for (const ending of swollen.values()) clearTimeout(ending)
      for (const { reject } of atWork.values()) reject(stopping())
      await Promise.all(threads.map((thread) => thread.terminate()))
    },
  }
}

function stopping(): DomainError {
  return new HttpError('SERVICE_UNAVAILABLE', 'stopping', 'The server is stopping: send the request again.')
}

function result(reply: Reply): Checked {
  if ('checked' in reply) return reply.checked
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
