import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCounts } from '../../lib/counts.ts'
import type { DomainError } from '../../lib/errors.ts'
import { HttpError } from '../errors.ts'

const RETRY_AFTER = '1'

/**
 * Counts the answers that are on their way to each caller.
 *
 * @param most answers at a time to one caller; null: there is no limit
 * @returns how to begin an answer, which returns how to end it and throws DomainError TOO_MANY_REQUESTS where there are too many
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
    `This session has ${most} responses to this call that are not read to the end: read them, then try again.`,
    { data: { reason: 'too_many_answers', limit: most }, headers: { 'retry-after': RETRY_AFTER } },
  )
}

/** Calls `done` once: when the system has taken all bytes of the answer to a request, or its connection is gone. */
export function onceSent({ socket }: IncomingMessage, res: ServerResponse, done: () => void): void {
  const end = () => {
    res.off('close', end)
    socket.off('close', end)
    done()
  }
  if (socket.destroyed) {
    done()
    return
  }
  res.once('close', end)
  // An answer that waits behind others of its connection hears of the connection's end from newer versions of Node.js alone.
  socket.once('close', end)
}
