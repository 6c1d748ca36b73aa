import type { IncomingMessage } from 'node:http'
import { setNewest } from '../../lib/newest.ts'
import type { Clock } from '../../lib/time.ts'
import type { Caller, Credential } from './credential.ts'

/** How long a caller is remembered. A session that ends in this time gets a 429 until then, as long as its limit is used up. */
const REMEMBERED_MS = 5_000
/** The most callers that are remembered. Beyond it the oldest one is forgotten, and looked up again. */
const MOST = 1_000
/** How long the further calls of a remembered caller are held back: a client that waits for `Retry-After` never notices. */
const HELD_BACK_MS = 1_000
/** The most calls that are held back at a time: each keeps its request in memory. */
const MOST_HELD_BACK = 500

/**
 * Callers that have used up a limit, by their token. Each further call of such a caller is rejected, and finding its chat session in the
 * database takes longer than the rest of that response. Keys are always looked up: a revoked one gets a 401 at once.
 */
export interface RefusedCallers {
  /** Remembers a caller who was found and refused. */
  note(credential: Credential, req: IncomingMessage, caller: Caller): void
  /** The caller of a request with the same token as one that was refused a moment ago. */
  find(credential: Credential, req: IncomingMessage): Caller | undefined
  /**
   * Waits for a second before a call is rejected again, so that a client that repeats its calls at once makes fewer of them. Does not wait
   * if too many calls do.
   */
  holdBack(): Promise<void>
}

/** @param after calls a function after so many milliseconds */
export function createRefusedCallers(clock: Clock, after = later): RefusedCallers {
  let heldBack = 0
  const refused = new Map<string, { caller: Caller; at: number }>()
  const keyOf = ({ scheme, tokenOf }: Credential, req: IncomingMessage): string | undefined => {
    const token = tokenOf?.(req)
    return token && `${scheme} ${token}`
  }
  const found = (key: string): Caller | undefined => {
    const { caller, at } = refused.get(key) ?? { at: Number.NEGATIVE_INFINITY }
    // The clock may have been set back.
    return Math.abs(clock.now() - at) < REMEMBERED_MS ? caller : undefined
  }
  return {
    note: (credential, req, caller) => {
      const key = keyOf(credential, req)
      if (key && !found(key)) setNewest(refused, key, { caller, at: clock.now() }, MOST)
    },
    find: (credential, req) => {
      if (refused.size === 0) return undefined
      const key = keyOf(credential, req)
      return key === undefined ? undefined : found(key)
    },
    holdBack: async () => {
      if (heldBack >= MOST_HELD_BACK) return
      heldBack++
      await new Promise<void>((resolve) => after(HELD_BACK_MS, resolve))
      heldBack--
    },
  }
}

function later(ms: number, then: () => void): void {
  setTimeout(then, ms).unref()
}
