import { at } from '../base.ts'

export const shows = ['open', 'waiting', 'human', 'assistant', 'closed', 'all'] as const
export type Show = (typeof shows)[number]
export const whos = ['verified', 'guests'] as const

/** Rows of a page. */
export const PAGE = 50

export interface Place {
  show: Show
  who?: (typeof whos)[number] | undefined
  unread?: 'true' | undefined
  /** Where the page begins; undefined for the first one. */
  cursor?: string | undefined
}

/** What the address of the list shows. */
export function placeOf({ show, who, unread, cursor }: Record<string, string>): Place {
  return {
    show: shows.find((one) => one === show) ?? 'open',
    who: whos.find((one) => one === who),
    unread: unread === 'true' ? 'true' : undefined,
    cursor: cursor || undefined,
  }
}

/** The given parts of a place, as parameters. */
export function queryOf(place: Place): Record<string, string> {
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))
}

export function addressOf(place: Place): string {
  return `${at('/chats')}?${new URLSearchParams(queryOf(place))}`
}
