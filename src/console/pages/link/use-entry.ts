import type { Session } from '../api-types.ts'
import { leaveLink } from '../one-time-link.ts'
import { type Action, useAction } from '../parts/use-action.ts'
import { session } from '../session.ts'

/** Uses a link up, and lets its person in. */
export function useEntry(enter: () => Promise<Session>): Action<[]> {
  return useAction(async () => {
    session.value = await enter()
    leaveLink()
  })
}
