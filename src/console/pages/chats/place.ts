import { at } from '../base.ts'

export const shows = ['waiting', 'mine', 'open', 'closed'] as const
export type Show = (typeof shows)[number]

/** Lists that had an address of their own before: their chats are among those that are open. */
const EARLIER = ['human', 'assistant', 'all']

/** What the address of the inbox names: the list, and the chat that is open beside it. */
export interface Place {
  show: Show
  /** Why chats were handed over. */
  reason?: string | undefined
  tag?: string | undefined
  /** Words to find chats by, whatever their state is. */
  q?: string | undefined
  chat?: string | undefined
}

export function placeOf({ show = '', reason, tag, q }: Record<string, string>, chat: string | undefined): Place {
  return {
    show: shows.find((one) => one === show) ?? (EARLIER.includes(show) ? 'open' : 'waiting'),
    reason: reason || undefined,
    tag: tag || undefined,
    q: q || undefined,
    chat,
  }
}

/** Of the export of a list, which has its filters. */
export function exportPath({ show, reason, tag }: Place): string {
  return `chats?${new URLSearchParams({ show, ...(reason ? { reason } : {}), ...(tag ? { tag } : {}) })}`
}

export function addressOf({ chat, show, ...rest }: Place): string {
  const named = Object.entries(rest).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const query = new URLSearchParams([...(show === 'waiting' ? [] : [['show', show]]), ...named])
  return `${at(chat === undefined ? '/chats' : `/chats/${chat}`)}${query.size > 0 ? `?${query}` : ''}`
}
