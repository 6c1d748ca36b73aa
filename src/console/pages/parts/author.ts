import type { ChatMessage } from '../api-types.ts'
import { session } from '../session.ts'
import { en } from '../texts/en.ts'
import { foreign } from './values.tsx'

/** Who wrote a message. A line about a refund is written by nobody: it has the name of the shop. */
export function authorName(author: ChatMessage['author']): string {
  return author === 'system' ? foreign(session.value?.workspace.name ?? '') : en.common.authors[author]
}
