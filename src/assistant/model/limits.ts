import { HOUR_MS, MINUTE_MS } from '../../lib/time.ts'
import type { CalledModel } from './model-settings.ts'
import type { Usage } from './usage.ts'

/** Why no call is made. */
export type Capped = 'calls_per_day' | 'tokens_per_day' | 'calls_per_conversation' | 'breaker'

const PER_CONVERSATION = 30
const FAILURES = 5
const FAILURES_WITHIN_MS = MINUTE_MS
const PAUSE_MS = 5 * MINUTE_MS
/** Conversations and workspaces that are counted. */
const MOST_KEPT = 10_000

/** Counts calls and failures of all turns of this process. Days are counted in the database; what is not written there yet, here. */
export interface Limits {
  /** Why no more calls may be made now; null if one may. @param stored what the database has of today */
  refusal(model: Counted, stored: Omit<Usage, 'rejected'>): Capped | null
  /** Counts a call before it is made, so that turns at the same time cannot exceed a limit together. */
  began(model: Counted): void
  /** The call's usage is in the database. */
  written(workspaceId: string, calls: number): void
  /** Five failures within a minute pause the model for five minutes. */
  failed(model: Counted): void
}

export interface Counted extends Pick<CalledModel, 'callsPerDay' | 'tokensPerDay' | 'updatedAt'> {
  workspaceId: string
  conversationId: string
}

export function createLimits(now: () => number): Limits {
  const conversations = new Map<string, number[]>()
  const failures = new Map<string, number[]>()
  const paused = new Map<string, number>()
  const unwritten = new Map<string, number>()
  // New settings may be the remedy, so they start over.
  const keyOf = ({ workspaceId, updatedAt }: Counted) => `${workspaceId} ${updatedAt}`
  const recent = (times: number[] | undefined, within: number) =>
    (times ?? []).filter((at) => Math.abs(now() - at) < within)

  return {
    refusal: (model, stored) => {
      const until = paused.get(keyOf(model)) ?? 0
      // A clock that was set back does not prolong the pause.
      if (now() < until && until - now() <= PAUSE_MS) return 'breaker'
      if (stored.calls + (unwritten.get(model.workspaceId) ?? 0) >= model.callsPerDay) return 'calls_per_day'
      if (stored.tokensIn + stored.tokensOut >= model.tokensPerDay) return 'tokens_per_day'
      const calls = recent(conversations.get(model.conversationId), HOUR_MS)
      return calls.length >= PER_CONVERSATION ? 'calls_per_conversation' : null
    },
    began: ({ workspaceId, conversationId }) => {
      unwritten.set(workspaceId, (unwritten.get(workspaceId) ?? 0) + 1)
      keep(conversations, conversationId, [...recent(conversations.get(conversationId), HOUR_MS), now()])
    },
    written: (workspaceId, calls) => {
      const left = (unwritten.get(workspaceId) ?? 0) - calls
      if (left > 0) unwritten.set(workspaceId, left)
      else unwritten.delete(workspaceId)
    },
    failed: (model) => {
      const key = keyOf(model)
      const times = [...recent(failures.get(key), FAILURES_WITHIN_MS), now()]
      keep(failures, key, times)
      if (times.length < FAILURES) return
      keep(paused, key, now() + PAUSE_MS)
      failures.delete(key)
    },
  }
}

/** Sets an entry as the newest, and forgets the oldest if there are too many. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > MOST_KEPT && oldest !== undefined) map.delete(oldest)
}
