import type { Worker } from 'node:worker_threads'
import { ApiError, type ErrorCode } from '../lib/errors.ts'
import { startThread } from '../lib/threads.ts'
import type { RawBody } from './checked-body.ts'
import type { Route } from './route.ts'
import type { Checked } from './validate.ts'

/** What the thread is asked, and what it answers. */
export interface Question extends RawBody {
  number: number
  operationId: string
}

export type Reply = { number: number } & (
  | { checked: Checked }
  | { refused: { code: ErrorCode; message: string; data: Record<string, unknown> } }
  | { defect: Error }
)

/** Checks long bodies in a thread of its own, one after another, so that everyone else's calls go on meanwhile. */
export interface LongBodies {
  /** Like `checkedBody`. @throws ApiError BAD_REQUEST, PAYLOAD_TOO_LARGE */
  check(route: Route, body: RawBody): Promise<Checked>
  stop(): Promise<void>
}

interface Waiting {
  resolve(checked: Checked): void
  reject(error: unknown): void
}

/**
 * Most of what the thread makes is thrown away at once: left alone, it would let much of that pile up. `npm start` and the executable set
 * a limit for all threads, which stands above this one.
 */
const YOUNG_GENERATION_MB = 6

/** The thread starts with the first long body: a shop that sends none does not pay for it. */
export function createLongBodies(): LongBodies {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let asked = 0

  const start = (): Worker => {
    const started = startThread('long-bodies-thread.js', {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    started.unref()
    started.on('message', (reply: Reply) => {
      const asker = waiting.get(reply.number)
      waiting.delete(reply.number)
      if ('checked' in reply) asker?.resolve(reply.checked)
      else if ('refused' in reply)
        asker?.reject(new ApiError(reply.refused.code, reply.refused.message, { data: reply.refused.data }))
      else asker?.reject(reply.defect)
    })
    started.on('error', (error) => fail(error))
    return started
  }
  const fail = (error: unknown) => {
    thread = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  return {
    check: ({ operationId }, { bytes, strict }) => {
      thread ??= start()
      const question: Question = { number: ++asked, operationId, bytes, strict }
      const checked = new Promise<Checked>((resolve, reject) => waiting.set(question.number, { resolve, reject }))
      thread.postMessage(question)
      return checked
    },
    stop: async () => {
      await thread?.terminate()
      fail(new ApiError('SERVICE_UNAVAILABLE', 'The server is stopping: send the request again.'))
    },
  }
}
