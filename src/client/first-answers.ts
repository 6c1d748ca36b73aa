import type { CreateAnswer } from './refunds.ts'

/** Where the answers to `refund.create` are kept by idempotency key, for a day at least: a table or cache that outlives the process. */
export interface IdempotencyStore {
  /** The kept answer; undefined or null where there is none. */
  get(key: string): CreateAnswer | null | undefined | Promise<CreateAnswer | null | undefined>
  set(key: string, answer: CreateAnswer): unknown
}

/** Longer than a refund is tried again. */
const KEPT_MS = 24 * 60 * 60 * 1000

/**
 * Gives the first answer for a key again instead of working for another one; works for the same key at the same moment are one.
 * A work that throws leaves its key free. Answers are in memory, and in the store where there is one.
 *
 * @param onKeepError told when the store could not keep an answer: the work is done, and so its answer still counts
 */
export function firstAnswers(
  store: IdempotencyStore | undefined,
  onKeepError: (error: unknown) => void,
  now: () => number,
) {
  const kept = new Map<string, { answer: Promise<CreateAnswer>; since: number }>()

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
    // The oldest come first.
    for (const [old, { since }] of kept) {
      if (since > now() - KEPT_MS) break
      kept.delete(old)
    }
    const first = kept.get(key)
    if (first) return first.answer
    const answer = find(key, work)
    kept.set(key, { answer, since: now() })
    answer.catch(() => kept.delete(key))
    return answer
  }
}
