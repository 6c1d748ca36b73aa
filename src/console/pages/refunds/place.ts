import type { RefundView } from '../api-types.ts'
import { at } from '../base.ts'
import { en } from '../texts/en.ts'

export const tabs = ['waiting', 'running', 'done', 'all'] as const
export type Tab = (typeof tabs)[number]

/** Rows of a page. */
export const PAGE = 50

/** The states of the refunds of a tab; of those that wait there is one. */
export const statusesOf: Record<Tab, readonly RefundView['status'][]> = {
  waiting: [],
  running: ['awaiting_customer', 'executing', 'pending'],
  done: ['succeeded', 'failed', 'declined', 'rejected', 'cancelled', 'expired'],
  all: Object.keys(en.refunds.statuses) as RefundView['status'][],
}

export interface Place {
  tab: Tab
  /** Only refunds in this state. */
  status?: RefundView['status'] | undefined
  /** Undefined: as the tab is sorted by itself. */
  sort?: Sort | undefined
  /** Where the page begins; undefined for the first one. */
  cursor?: string | undefined
}

type Sort = 'newest' | 'oldest'

/** How a tab is sorted if nobody sorts it: the refund that has waited longest comes first. */
export const sortOf = ({ tab, sort }: Place): Sort => sort ?? (tab === 'waiting' ? 'oldest' : 'newest')

/** What the address of the list shows. */
export function placeOf(query: Record<string, string>): Place {
  const tab = tabs.find((one) => one === query.tab) ?? 'waiting'
  return {
    tab,
    status: statusesOf[tab].find((one) => one === query.status),
    sort: (['newest', 'oldest'] as const).find((one) => one === query.sort),
    cursor: query.cursor || undefined,
  }
}

/** What the server is asked for a place, also the query of its address. */
export function queryOf({ tab, status, sort, cursor }: Place) {
  return { tab, ...(status ? { status } : {}), ...(sort ? { sort } : {}), ...(cursor ? { cursor } : {}) }
}

export function addressOf(place: Place): string {
  return `${at('/refunds')}?${new URLSearchParams(queryOf(place))}`
}
