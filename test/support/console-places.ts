import type { ConsolePage } from './console-page.ts'
import { until } from './until.ts'

/** A page of the console. */
export interface Place {
  name: string
  path: string
  /** Without it somebody is signed in. */
  isDoor?: boolean
  /** Details that are closed at first are opened. */
  isOpened?: boolean
}

/** An address without a page. */
export const NOWHERE = '/nothing'

/** Every address of the console that has a page of its own. @param refundId a refund that waits @param chatId its chat */
export const placesOf = (refundId?: string, chatId?: string): Place[] => [
  { name: 'sign-in', path: '/', isDoor: true },
  { name: 'setup-link', path: '/#setup=none', isDoor: true },
  { name: 'home', path: '/' },
  { name: 'report', path: '/report' },
  { name: 'refunds', path: '/refunds' },
  { name: 'refunds-done', path: '/refunds?tab=done' },
  ...(refundId === undefined ? [] : [{ name: 'refund', path: `/refunds/${refundId}` }]),
  { name: 'refund-unknown', path: '/refunds/act_unknown' },
  { name: 'start-refund', path: '/refunds/start' },
  { name: 'chats', path: '/chats' },
  { name: 'chats-mine', path: '/chats?show=mine' },
  { name: 'chats-found', path: '/chats?q=parcel' },
  { name: 'try', path: '/try' },
  ...(chatId === undefined ? [] : [{ name: 'chat', path: `/chats/${chatId}` }]),
  { name: 'customers', path: '/data' },
  { name: 'orders', path: '/data/orders' },
  { name: 'orders-filtered', path: '/data/orders?status=cancelled&customerId=c1' },
  { name: 'products', path: '/data/products' },
  { name: 'order', path: '/data/orders/order-1' },
  { name: 'customer', path: '/data/customers/c2' },
  { name: 'ticket', path: '/data/tickets/t_77' },
  { name: 'connection', path: '/connection?kind=woocommerce' },
  { name: 'pushes', path: '/pushes' },
  { name: 'calls', path: '/pushes?view=all' },
  { name: 'call', path: '/pushes/1' },
  { name: 'imports', path: '/imports' },
  { name: 'import-file', path: '/imports/new' },
  { name: 'segments', path: '/segments' },
  { name: 'write-article', path: '/articles/new' },
  { name: 'refund-settings', path: '/settings/refunds' },
  { name: 'widget-settings', path: '/settings/widget' },
  { name: 'letter-settings', path: '/settings/mail' },
  { name: 'picture-settings', path: '/settings/pictures' },
  { name: 'assistant-settings', path: '/settings/assistant' },
  { name: 'settings', path: '/settings' },
  { name: 'system', path: '/system' },
  { name: 'audit', path: '/audit' },
  { name: 'notifications', path: '/settings/notifications' },
  { name: 'keys', path: '/settings/keys' },
  { name: 'members', path: '/members' },
  { name: 'account', path: '/account' },
  { name: 'not-found', path: NOWHERE },
]

const NO_PAGE = 'There is no such page.'

/** Goes to a place by a link, as people do, and waits until it is there. Pages that are loaded again take several times as long. */
export async function goTo({ page, follow }: Pick<ConsolePage, 'page' | 'follow'>, { path }: Place): Promise<void> {
  // From a page that is like no other: two places may be the same page with something else in it.
  await follow(NOWHERE)
  await page.locator('h1:focus', { hasText: NO_PAGE }).waitFor()
  if (path === NOWHERE) return
  await follow(path)
  await page.locator('h1:focus', { hasNotText: NO_PAGE }).waitFor()
  // A page may have several parts that are read.
  await until(async () => (await page.locator('.loading').count()) === 0)
}
