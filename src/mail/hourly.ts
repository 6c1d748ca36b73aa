import { HOUR_MS } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'
import { countMails } from './mails.ts'

/** Most mails an hour to one address about what happens; what comes beyond is in one digest. */
export const MOST_AN_HOUR = 20

/** The kinds of mail about what happens: to members, and of endpoints of events. */
export const HAPPENING = { notice: 'notice', digest: 'digest', event: 'event', events: 'event.digest' } as const

/** Whether an address has got as many mails about what happens within an hour as it may. @param to a checked address */
export async function isFull(reader: Reader, to: string, now: number): Promise<boolean> {
  const kinds = Object.values(HAPPENING)
  return (await countMails(reader, { to, kinds, since: now - HOUR_MS })) >= MOST_AN_HOUR
}
