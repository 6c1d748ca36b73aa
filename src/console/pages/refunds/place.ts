import { at } from '../base.ts'

export const tabs = ['waiting', 'running', 'done', 'all'] as const
export type Tab = (typeof tabs)[number]

/** Rows of a page. */
export const PAGE = 50

export interface Place {
  tab: Tab
  /** Where the page begins; undefined for the first one. */
  cursor?: string | undefined
}

/** What the address of the list shows. */
export function placeOf({ tab, cursor }: Record<string, string>): Place {
  return { tab: tabs.find((one) => one === tab) ?? 'waiting', cursor: cursor || undefined }
}

export function addressOf({ tab, cursor }: Place): string {
  return `${at('/refunds')}?${new URLSearchParams({ tab, ...(cursor ? { cursor } : {}) })}`
}
