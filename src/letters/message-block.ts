import type { ConversationMessage } from '../conversations/stored-message.ts'
import type { Block } from '../mail/render.ts'
import { lines, oneLine } from '../mail/text.ts'
import type { Frame } from './frame.ts'

/** Most characters of the messages of a mail together: with what is around them, both parts are shorter than a mail may be. */
export const MOST_CHARACTERS = 80_000
/** Longest text of a message in a mail, in characters. The chat has all of it. */
const LONGEST = 10_000
/** Longest name. */
const MOST_NAME = 100

/** A message of a chat as a mail shows it. @param longest most characters of its text */
export function messageBlock(
  { author, authorName, text, sentAt, pictures }: ConversationMessage,
  { words, moment }: Pick<Frame, 'words' | 'moment'>,
  longest = LONGEST,
): Block {
  const by = { customer: 'you', assistant: 'assistant', agent: 'agent', system: 'notice' } as const
  return {
    kind: 'message',
    by: oneLine(authorName ?? words.say(by[author]), MOST_NAME),
    at: moment(sentAt),
    text: lines(text, Math.min(longest, LONGEST)),
    note: pictures === null ? null : words.say('pictures'),
    isOwn: author === 'customer',
  }
}
