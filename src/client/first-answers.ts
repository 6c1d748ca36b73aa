import type { CreateAnswer } from './refunds.ts'

/**
 * Where the answers to `refund.create` are kept by idempotency key, for good: a table that outlives the process. A service that was
 * stopped between two tries asks again when it is back, be it days later.
 */
export interface IdempotencyStore {
  /** The kept answer; undefined or null where there is none. */
  get(key: string): CreateAnswer | null | undefined | Promise<CreateAnswer | null | undefined>
  set(key: string, answer: CreateAnswer): unknown
}

/**
 * Gives the first answer for a key again instead of working for another one; works for the same key at the same moment are one.
 * A work that throws leaves its key free. Answers are in memory for as long as the process lives, a few hundred bytes each, and in
 * the store where there is one.
 *
 * @param onKeepError told when the store could not keep an answer: the work is done, and so its answer still counts
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
