import { setTimeout as sleep } from 'node:timers/promises'
import { nextTurn } from '../lib/gate.ts'

/** The pause before each part of a long answer. A push that needs several turns of the event loop waits for one part then, not for all. */
const PAUSE_MS = 5

/** Resolves when the next part of an answer may be made: after a pause if the parts are long, else in the next turn of the event loop. */
export type Pauses = (isLong: boolean) => Promise<void>

/** Makes one line for the parts of all answers of a server: one is made at a time. */
export function createPauses(): Pauses {
  let last = Promise.resolve()
  return (isLong) => {
    // The time may be over before a busy process has had a turn.
    last = last.then(isLong ? () => sleep(PAUSE_MS).then(nextTurn) : nextTurn)
    return last
  }
}
