import { chatKey } from '../access/keys.ts'
import type { Block } from '../mail/render.ts'
import type { Tx } from '../store/store.ts'
import type { Frame } from './frame.ts'
import { createMailLink } from './links.ts'

/** The button that opens the chat; nothing if no publishable key is known, with which a page shows it. */
export async function openingOf(
  tx: Tx,
  { workspaceId, words, moment, urlOf }: Frame,
  conversationId: string,
  now: number,
): Promise<{ blocks: Block[]; end: string[] }> {
  if ((await chatKey(tx, workspaceId)) === null) return { blocks: [], end: [] }
  const link = { workspaceId, purpose: 'open', conversationId, addressHash: null } as const
  const { token, expiresAt } = await createMailLink(tx, link, now)
  return {
    blocks: [{ kind: 'button', text: words.say('openButton'), url: urlOf('open', token) }],
    end: [words.say('valid', { time: moment(expiresAt) })],
  }
}
