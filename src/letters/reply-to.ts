import { DomainError } from '../lib/errors.ts'
import { HOUR_MS } from '../lib/time.ts'
import { countMails } from '../mail/mails.ts'
import { queueMail } from '../mail/queue.ts'
import type { Tx } from '../store/store.ts'

/** The kind of mail that asks the owner of an address to confirm it as the one for answers. */
export const REPLY_TO_MAIL = 'letters.reply_to'

/** Most of these mails of a workspace in an hour. */
const MOST = 5

/**
 * Asks the owner of the address for answers to confirm it.
 *
 * @returns whether a mail is queued: not if the operator has set up no mail
 * @throws DomainError TOO_MANY_REQUESTS
 */
export async function askForReplyTo(
  tx: Tx,
  { workspaceId, replyTo }: { workspaceId: string; replyTo: string },
  now: number,
): Promise<boolean> {
  const count = await countMails(tx, { workspaceId, kinds: [REPLY_TO_MAIL], since: now - HOUR_MS })
  if (count >= MOST)
    throw new DomainError(
      'TOO_MANY_REQUESTS',
      'too_many_mails',
      `At most ${MOST} mails an hour ask to confirm an address for answers. Try again in an hour.`,
    )
  const mail = { kind: REPLY_TO_MAIL, workspaceId, to: replyTo, about: workspaceId }
  return (await queueMail(tx, mail, now)) !== null
}
