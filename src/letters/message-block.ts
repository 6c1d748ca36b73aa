import type { ConversationMessage } from '../conversations/stored-message.ts'
import { lines, oneLine } from '../mail/text.ts'
import type { Block } from './render.ts'
import type { LetterWords } from './texts.ts'

/** Longest text of a message in a mail, in characters. The chat has all of it. */
const LONGEST = 10_000
/** Longest name. */
const MOST_NAME = 100

/** A message of a chat as a mail shows it. */
export function messageBlock(
  { author, authorName, text, sentAt, pictures }: ConversationMessage,
  words: LetterWords,
  moment: (at: number) => string,
): Block {
  const by = { customer: 'you', assistant: 'assistant', agent: 'agent', system: 'notice' } as const
  return {
    kind: 'message',
    by: oneLine(authorName ?? words.say(by[author]), MOST_NAME),
    at: moment(sentAt),
    text: lines(text, LONGEST),
    note: pictures === null ? null : words.say('pictures'),
    isOwn: author === 'customer',
  }
}
