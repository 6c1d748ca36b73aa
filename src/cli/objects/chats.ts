import type { ConversationSummary } from '../../conversations/inbox.ts'
import { toIso, toMinute } from '../../lib/time.ts'
import { print } from '../kit/output.ts'
import { clip, printHeading } from './words.ts'

/** Times for scripts are ISO-8601 in UTC. */
export function chatForScripts({ createdAt, lastMessage, ...chat }: ConversationSummary): object {
  const { sentAt, ...message } = lastMessage
  return { ...chat, createdAt: toIso(createdAt), lastMessage: { ...message, sentAt: toIso(sentAt) } }
}

/** Chats below their heading, two lines each; nothing if there are none. */
export function printChats(chats: ConversationSummary[]): void {
  if (chats.length === 0) return
  printHeading('Chats')
  for (const { id, messages, trial, lastMessage } of chats) {
    const { author, sentAt, text } = lastMessage
    const count = messages === 1 ? '1 message' : `${messages} messages`
    print(`${id}  ${count}${trial ? ', trial' : ''}`)
    print(`  ${toMinute(sentAt)}  ${author}: ${clip(text, 45)}`)
  }
}
