import { reportAside } from '../conversations/event-ids.ts'
import type { MailKind } from '../http/mail-kind.ts'
import { DAY_MS } from '../lib/time.ts'
import { mailAddress } from '../mail/addresses.ts'
import { CONFIRM_MAIL, contactOf } from './contacts.ts'
import { type Frame, frameOf } from './frame.ts'
import { contactHash } from './hashes.ts'
import { createMailLink } from './links.ts'
import { REPLY_TO_MAIL } from './reply-to.ts'

/** Asks the owner of an address that was typed in a chat. It has no word that was typed there. */
export const confirmKind: MailKind = {
  name: CONFIRM_MAIL,
  validMs: DAY_MS,
  ended: async (tx, { conversationId }, _end, now) => {
    if (conversationId !== null) await reportAside(tx, conversationId, 'mail', now)
  },
  compose: async (tx, mail, context) => {
    const frame = await frameOf(tx, mail, context)
    const { conversationId } = mail
    if (!frame?.settings.enabled || conversationId === null) return null
    const { workspaceId, words } = frame
    const contact = await contactOf(tx, { workspaceId, conversationId })
    // Another one was typed since.
    if (!contact || contact.confirmedAt !== null || contact.mailId !== mail.id) return null
    const link = {
      workspaceId,
      purpose: 'confirm',
      conversationId,
      addressHash: contactHash(workspaceId, contact.email),
    } as const
    const { token, expiresAt } = await createMailLink(tx, link, context.now)
    return asking(frame, words.say('confirmSubject'), {
      lines: [words.say('confirmIntro'), words.say('confirmElse')],
      ...{ url: frame.urlOf('confirm', token), expiresAt },
    })
  },
}

/** Asks the owner of the address for answers, who is somebody of the shop. */
export const replyToKind: MailKind = {
  name: REPLY_TO_MAIL,
  validMs: DAY_MS,
  compose: async (tx, mail, context) => {
    const frame = await frameOf(tx, { ...mail, locale: 'en' }, context)
    if (!frame || frame.settings.confirmedReplyTo !== null) return null
    const { workspaceId, words, settings } = frame
    const { replyTo } = settings
    // Another one was entered since: its owner has a mail, too.
    if (replyTo === null || mailAddress(replyTo) !== mail.to) return null
    const addressHash = contactHash(workspaceId, replyTo)
    const link = { workspaceId, purpose: 'reply_to', conversationId: null, addressHash } as const
    const { token, expiresAt } = await createMailLink(tx, link, context.now)
    return asking(frame, words.say('confirmSubject'), {
      lines: [
        'This address was entered in the settings of storewire: answers to e-mails that customers get are to go to it. Please confirm that this is right.',
        words.say('confirmElse'),
      ],
      ...{ url: frame.urlOf('reply_to', token), expiresAt },
    })
  },
}

interface Question {
  lines: string[]
  url: string
  expiresAt: number
}

async function asking({ words, moment, letterOf }: Frame, subject: string, { lines, url, expiresAt }: Question) {
  return letterOf(
    subject,
    [
      ...lines.map((text) => ({ kind: 'paragraph', text }) as const),
      { kind: 'button', text: words.say('confirmButton'), url },
    ],
    { isAnswer: false, end: [words.say('valid', { time: moment(expiresAt) })] },
  )
}
