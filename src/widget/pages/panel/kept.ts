import { MOST_KEPT } from '../channel.ts'
import type { Unsent } from './model.ts'
import type { Session } from './session.ts'

/** What survives a change of the page, in the loader: the session, and what the customer has written and not sent. */
export interface Kept {
  session: Session | null
  draft: string
  unsent: Unsent[]
  peeked: string
}

const NOTHING: Kept = { session: null, draft: '', unsent: [], peeked: '' }

/** What an earlier page has kept. What is not readable is as if it had not been kept. */
export function readKept(state: string | null): Kept {
  try {
    const { session, draft, unsent, peeked } = { ...NOTHING, ...(JSON.parse(state ?? '{}') as Partial<Kept>) }
    // What was being sent may have arrived: only the customer can say whether to try again, and the key makes sure it counts once.
    const waiting = unsent.map((one) => ({ ...one, problem: one.problem ?? 'lost' }))
    return { session, draft, unsent: waiting, peeked }
  } catch {
    return NOTHING
  }
}

/** @returns null if there is nothing to keep; the oldest unsent messages are left out where all would be too much */
export function keptText({ session, draft, unsent, peeked }: Kept): string | null {
  if (!session && draft === '' && unsent.length === 0) return null
  const text = JSON.stringify({ session, draft, unsent, peeked })
  return text.length <= MOST_KEPT ? text : keptText({ session, draft, unsent: unsent.slice(1), peeked })
}
