import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCounts } from '../../lib/counts.ts'
import type { DomainError } from '../../lib/errors.ts'
import { HttpError } from '../errors.ts'

const RETRY_AFTER = '1'

/**
 * Counts the unfinished responses of each caller.
 *
 * @param most the maximum number of unfinished responses of one caller; null: no limit
 * @returns a function that begins a response and returns how to end it; it throws DomainError TOO_MANY_REQUESTS over the limit
 */
export function createAnswersInFlight(most: number | null): (caller: string) => () => void {
  const inFlight = createCounts()
  return (caller) => {
    if (most === null) return () => {}
    if (inFlight.get(caller) >= most) throw tooMany(most)
    inFlight.add(caller, 1)
    return () => inFlight.add(caller, -1)
  }
}

function tooMany(most: number): DomainError {
  return new HttpError(
    'TOO_MANY_REQUESTS',
    'too_many_answers',
    `This session has ${most} unfinished responses to this call. Read them to the end, then try again.`,
    { data: { reason: 'too_many_answers', limit: most }, headers: { 'retry-after': RETRY_AFTER } },
  )
}

/** Calls `done` once: when the system has taken all bytes of the response, or the connection has closed. */
export function onceSent({ socket }: IncomingMessage, res: ServerResponse, done: () => void): void {
  let isSent = false
  // A connection that closes calls both listeners, although the first one takes the other one away.
  const end = () => {
    if (isSent) return
    isSent = true
    res.off('close', end)
    socket.off('close', end)
    done()
  }
  if (socket.destroyed) {
    done()
    return
  }
  res.once('close', end)
  // A response that waits behind others gets the `close` event of its connection only in newer versions of Node.js.
  socket.once('close', end)
}
