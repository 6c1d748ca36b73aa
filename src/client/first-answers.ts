import type { CreateAnswer } from './refunds.ts'

/**
 * A permanent store for the answers to `refund.create`, by idempotency key, such as a database table. A service that was stopped
 * between two attempts tries again when it is back, even days later.
 */
export interface IdempotencyStore {
  /** The stored answer; undefined or null if none is stored. */
  get(key: string): CreateAnswer | null | undefined | Promise<CreateAnswer | null | undefined>
  set(key: string, answer: CreateAnswer): unknown
}

/**
 * Returns the first answer for a key again instead of repeating the work; simultaneous calls with one key share the work. After an
 * error the key stays free. Answers stay in memory until the process ends, a few hundred bytes each, and in the store if there is one.
 *
 * @param onKeepError called if the store could not save an answer: the work is done, so the answer is still returned
 */
export function firstAnswers(store: IdempotencyStore | undefined, onKeepError: (error: unknown) => void) {
  const kept = new Map<string, Promise<CreateAnswer>>()

  async function find(key: string, work: () => Promise<CreateAnswer>): Promise<CreateAnswer> {
    const found = await store?.get(key)
    if (found) return found
    const answer = await work()
    try {
      await store?.set(key, answer)
    } catch (error) {
      onKeepError(error)
    }
    return answer
  }

  return (key: string, work: () => Promise<CreateAnswer>): Promise<CreateAnswer> => {
    const first = kept.get(key)
    if (first) return first
    const answer = find(key, work)
    kept.set(key, answer)
    answer.catch(() => kept.delete(key))
    return answer
  }
}
