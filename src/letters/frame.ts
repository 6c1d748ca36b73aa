import { getWorkspace, timeZoneOf } from '../access/workspaces.ts'
import { deskOf } from '../assistant/settings.ts'
import type { ComposeContext, Letter, QueuedMail } from '../http/mail-kind.ts'
import { type Block, renderLetter } from '../mail/render.ts'
import type { Tx } from '../store/store.ts'
import { getWidgetSettings } from '../widget/settings.ts'
import { stopHash } from './hashes.ts'
import { createMailLink, type LinkPurpose } from './links.ts'
import { getLetterSettings, type StoredLetterSettings } from './settings.ts'
import { isStopped } from './stops.ts'
import { type LetterWords, letterWords } from './texts.ts'

/** What all mails of a workspace to customers share. */
export interface Frame {
  workspaceId: string
  settings: StoredLetterSettings
  words: LetterWords
  /** A moment as the customer reads it, in the time zone of the shop. @param at epoch milliseconds */
  moment(at: number): string
  /** The address of a page for a token. */
  urlOf(purpose: LinkPurpose, token: string): string
  /** The letter with the signature and what ends every mail. @param isAnswer a mail client offers no button that stops it */
  letterOf(subject: string, blocks: Block[], options: { isAnswer: boolean; end?: string[] }): Promise<Letter>
}

/** What the shop is called in its chat. */
async function shopNameOf(tx: Tx, workspaceId: string, now: number): Promise<string> {
  const { name } = await getWidgetSettings(tx, workspaceId)
  const { shopName } = await deskOf(tx, workspaceId, now)
  return name || shopName || (await getWorkspace(tx, workspaceId)).name
}

/** @returns undefined if the mail is not to be sent any more: mails are off, or its owner has stopped all to the address */
export async function frameOf(
  tx: Tx,
  mail: QueuedMail,
  { now, base }: ComposeContext,
): Promise<(Frame & { workspaceId: string }) | undefined> {
  const { workspaceId, to, locale } = mail
  if (workspaceId === null || (await isStopped(tx, workspaceId, to))) return undefined
  const settings = await getLetterSettings(tx, workspaceId)
  const shop = await shopNameOf(tx, workspaceId, now)
  const words = letterWords(locale, settings.texts, { shop })
  const timeZone = await timeZoneOf(tx, workspaceId)
  const format = new Intl.DateTimeFormat(words.language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const urlOf: Frame['urlOf'] = (purpose, token) =>
    `${base}/mail/${purpose.replace('_', '-')}?lang=${words.language}#${token}`
  const letterOf: Frame['letterOf'] = async (subject, blocks, { isAnswer, end = [] }) => {
    const stop = { workspaceId, conversationId: mail.conversationId, addressHash: stopHash(workspaceId, to) }
    const { token } = await createMailLink(tx, { ...stop, purpose: 'stop' }, now)
    const small = [settings.signature, ...end].filter((text) => text !== '')
    const stopText = words.say('stop')
    const all: Block[] = [
      ...blocks,
      ...small.map((text): Block => ({ kind: 'small', text })),
      {
        kind: 'small',
        // Also if the shop's own text has left the link out.
        text: stopText.includes('{link}') ? stopText : `${stopText} {link}`,
        link: { text: words.say('stopLink'), url: urlOf('stop', token) },
      },
    ]
    return {
      fromName: settings.senderName || shop,
      from: settings.from,
      replyTo: settings.confirmedReplyTo,
      subject,
      ...renderLetter(words.language, shop, all),
      unsubscribe: isAnswer ? null : `${base}/mail/stop?t=${token}`,
    }
  }
  return { workspaceId, settings, words, moment: (at) => format.format(at), urlOf, letterOf }
}
