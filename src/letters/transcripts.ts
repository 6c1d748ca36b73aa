import { getConversation, newestMessages } from '../conversations/conversations.ts'
import { setContact } from '../conversations/hand-over.ts'
import type { MailKind } from '../http/mail-kind.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { DAY_MS } from '../lib/time.ts'
import { mailAddress } from '../mail/addresses.ts'
import { pendingMail } from '../mail/mails.ts'
import { queueMail } from '../mail/queue.ts'
import type { Block } from '../mail/render.ts'
import type { Tx } from '../store/store.ts'
import { countMail, freeAt } from './bounds.ts'
import { askToConfirm, type ChatPlace, causeOf, isSame, pushedAddress, targetOf } from './contacts.ts'
import { frameOf } from './frame.ts'
import { MOST_CHARACTERS, messageBlock } from './message-block.ts'
import { openingOf } from './opening.ts'
import { isStopped } from './stops.ts'
import { letterLanguage } from './texts.ts'

/** The kind of mail with a whole chat, which its customer has asked for. */
export const TRANSCRIPT_MAIL = 'chat.transcript'

/** Most messages of a mail, the newest ones. */
const MOST = 200

const tooMany = () =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    'too_many_mails',
    'No further e-mail can be sent to this address, or from here, now. Try again in an hour.',
  )

/**
 * Sends a chat to its customer: to the address that mails of the chat go to, or to a typed one, which is asked to confirm first.
 *
 * @param email what the customer typed; null: the address that is known
 * @returns `confirm`: the chat is sent once the address is confirmed
 * @throws DomainError CONFLICT with the reason `no_address` if none is known, or `stopped`; TOO_MANY_REQUESTS
 */
export async function askForTranscript(
  tx: Tx,
  place: ChatPlace & { email: string | null },
  now: number,
): Promise<'sent' | 'confirm'> {
  const { workspaceId, conversationId, email } = place
  const { customerId } = await getConversation(tx, workspaceId, conversationId)
  const isOther = email !== null && !isSame(email, await pushedAddress(tx, workspaceId, customerId))
  if (isOther) await setContact(tx, conversationId, email, now)
  const target = await targetOf(tx, place, customerId)
  const isKnown = target !== undefined && (!isOther || isSame(email, target.address))
  if (isKnown) {
    const transcript = { workspaceId, conversationId, address: target.address, customerId }
    const problem = await queueTranscript(tx, transcript, now, { waits: false })
    if (problem === 'limit') throw tooMany()
    if (problem === 'stopped') throw conflict('stopped', 'All e-mails to this address were stopped. Use another one.')
    return 'sent'
  }
  if (email === null)
    throw conflict('no_address', 'No confirmed e-mail address of this customer is known. Send one as `email`.')
  if (mailAddress(email) === undefined)
    throw new DomainError('BAD_REQUEST', 'address', 'email is not an address that gets mail. Check it.')
  const problem = await askToConfirm(tx, { ...place, email, wantsTranscript: true }, now)
  if (problem === 'limit' || problem === 'off') throw tooMany()
  // Whether somebody has stopped mails is nobody else's business.
  return 'confirm'
}

/**
 * Queues the mail with a chat, unless one waits.
 *
 * @param waits whether a mail over a bound is sent later; otherwise it is not queued
 * @returns what is in the way: its owner has stopped all mails, or none can be queued; undefined if it is on its way
 */
export async function queueTranscript(
  tx: Tx,
  { workspaceId, conversationId, address, customerId }: ChatPlace & { address: string; customerId: string | null },
  now: number,
  { waits }: { waits: boolean },
): Promise<'stopped' | 'limit' | undefined> {
  const query = { workspaceId, kind: TRANSCRIPT_MAIL, about: conversationId, to: address }
  if (await isStopped(tx, workspaceId, address)) return 'stopped'
  if (await pendingMail(tx, query)) return undefined
  const counted = { workspaceId, address, cause: (await causeOf(tx, workspaceId, conversationId)) ?? null }
  const dueAt = await freeAt(tx, counted, now)
  if (dueAt > now && !waits) return 'limit'
  const { language } = (await tx.get<{ language: string | null }>(
    'SELECT language FROM conversations WHERE id = ?',
    conversationId,
  )) ?? { language: null }
  const mail = { ...query, conversationId, customerId, locale: letterLanguage(language), dueAt }
  const mailId = await queueMail(tx, mail, now)
  if (mailId === null) return 'limit'
  await countMail(tx, counted, { mailId, at: dueAt })
  return undefined
}

export const transcriptKind: MailKind = {
  name: TRANSCRIPT_MAIL,
  validMs: DAY_MS,
  compose: async (tx, mail, context) => {
    const frame = await frameOf(tx, mail, context)
    if (!frame?.settings.enabled || mail.conversationId === null) return null
    const { words } = frame
    const all = await newestMessages(tx, mail.conversationId, MOST + 1)
    const shown = all.slice(-MOST)
    let characters = 0
    const isOver = ({ text }: { text: string }) => {
      characters += text.length
      return characters > MOST_CHARACTERS
    }
    const first = shown.findLastIndex((message, index) => isOver(message) && index < shown.length - 1) + 1
    const messages = shown.slice(first)
    if (messages.length === 0) return null
    const opening = await openingOf(tx, frame, mail.conversationId, context.now)
    const earlier: Block[] = messages.length < all.length ? [{ kind: 'paragraph', text: words.say('earlier') }] : []
    return frame.letterOf(
      words.say('transcriptSubject'),
      [
        { kind: 'paragraph', text: words.say('transcriptIntro') },
        ...earlier,
        ...messages.map((message) => messageBlock(message, frame)),
        ...opening.blocks,
      ],
      { isAnswer: true, end: [words.say('notRead'), ...opening.end] },
    )
  },
}
