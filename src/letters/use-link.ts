import { chatKey } from '../access/keys.ts'
import { getConversation } from '../conversations/conversations.ts'
import { DomainError } from '../lib/errors.ts'
import { mailAddress } from '../mail/addresses.ts'
import type { Tx } from '../store/store.ts'
import { createLinkSession } from '../widget/sessions.ts'
import { confirmContact, contactOf } from './contacts.ts'
import { contactHash } from './hashes.ts'
import { type LinkPurpose, type MailLink, useMailLink } from './links.ts'
import { planReply, unmailed } from './replies.ts'
import { getLetterSettings } from './settings.ts'
import { stopAddress } from './stops.ts'
import { queueTranscript } from './transcripts.ts'

/** What the page of a link does next: opens the chat, if there is a session. */
export interface UsedLink {
  chat: { key: string; sessionId: string; token: string; expiresAt: number } | null
}

const NOTHING: UsedLink = { chat: null }

const gone = () =>
  new DomainError('NOT_FOUND', 'no_such_link', 'This link was used already, or has expired. Use a newer e-mail.')

const uses: Record<LinkPurpose, (tx: Tx, link: MailLink, now: number) => Promise<UsedLink>> = {
  open: openChat,
  confirm: confirmAddress,
  stop: async (tx, { workspaceId, addressHash }, now) => {
    await stopAddress(tx, workspaceId, addressHash ?? '', now)
    return NOTHING
  },
  reply_to: confirmReplyTo,
}

/** Does what a link is for, and uses it up. @throws DomainError NOT_FOUND, the same for an unknown, used, expired or ended one */
export async function useLink(tx: Tx, purpose: LinkPurpose, token: string, now: number): Promise<UsedLink> {
  return uses[purpose](tx, await useMailLink(tx, purpose, token, now), now)
}

async function openChat(tx: Tx, { workspaceId, conversationId }: MailLink, now: number): Promise<UsedLink> {
  const key = await chatKey(tx, workspaceId)
  if (conversationId === null || key === null) throw gone()
  const { session, token } = await createLinkSession(tx, { workspaceId, conversationId }, now)
  return { chat: { key, sessionId: session.id, token, expiresAt: session.expiresAt } }
}

async function confirmAddress(tx: Tx, link: MailLink, now: number): Promise<UsedLink> {
  const { workspaceId, conversationId, addressHash } = link
  if (conversationId === null || addressHash === null) throw gone()
  const confirmed = await confirmContact(tx, { conversationId, addressHash }, now)
  if (!confirmed) throw gone()
  const { customerId } = await getConversation(tx, workspaceId, conversationId)
  const contact = await contactOf(tx, { workspaceId, conversationId })
  const isSameStill = contact !== undefined && contactHash(workspaceId, contact.email) === addressHash
  const address = contact && mailAddress(contact.email)
  if (!isSameStill || address === undefined) return NOTHING
  // What was replied meanwhile, and what was asked for.
  if ((await unmailed(tx, conversationId, null)).length > 0)
    await planReply(tx, { workspaceId, conversationId }, now, now)
  if (confirmed.wantsTranscript)
    await queueTranscript(tx, { workspaceId, conversationId, address, customerId }, now, { waits: true })
  return NOTHING
}

async function confirmReplyTo(tx: Tx, { workspaceId, addressHash }: MailLink): Promise<UsedLink> {
  const { replyTo } = await getLetterSettings(tx, workspaceId)
  // Another one was entered since.
  if (replyTo === null || contactHash(workspaceId, replyTo) !== addressHash) throw gone()
  await tx.run('UPDATE letter_settings SET confirmed_reply_to = ? WHERE workspace_id = ?', replyTo, workspaceId)
  return NOTHING
}
