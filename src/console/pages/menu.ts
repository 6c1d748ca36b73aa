import { computed } from '@preact/signals'
import { isDev } from './base.ts'
import type { IconName } from './parts/icon.tsx'
import { isManager, session } from './session.ts'
import { en } from './texts/en.ts'
import { waiting } from './waiting.ts'

export interface MenuEntry {
  path: string
  title: string
  icon: IconName
  /** Where else pages of this entry are. */
  also?: string
  /** After `g`, the key that leads there. */
  key?: string
  isShown(): boolean
  /** How many things of the page wait for people. */
  waiting?(): number
}

interface MenuGroup {
  /** Shown above the entries; absent where they need no title. */
  title?: string
  entries: MenuEntry[]
}

const everybody = () => true
const managers = () => isManager.value
/** Not in `storewire dev`, whose server has no files or backups to look after. */
const operators = () => !isDev && (session.value?.member.isOperator ?? false)

/** The page that lists the settings. */
export const SETTINGS = '/settings'

/** The menu, in its order. The entries of the first group are in the bar at the bottom of a phone. */
export const menu: [MenuGroup, ...MenuGroup[]] = [
  {
    entries: [
      { path: '/', title: en.menu.home, icon: 'home', key: 'h', isShown: everybody },
      {
        path: '/chats',
        title: en.menu.chats,
        icon: 'chat',
        key: 'c',
        isShown: everybody,
        waiting: () => waiting.value.chats,
      },
      {
        path: '/refunds',
        title: en.menu.refunds,
        icon: 'refund',
        key: 'r',
        isShown: everybody,
        waiting: () => waiting.value.refunds,
      },
      { path: '/report', title: en.menu.report, icon: 'bars', key: 'e', isShown: managers },
    ],
  },
  {
    title: en.menu.shop,
    entries: [
      { path: '/data', title: en.menu.data, icon: 'data', also: '/segments', key: 'd', isShown: everybody },
      {
        path: '/data/articles',
        title: en.menu.articles,
        icon: 'book',
        also: '/articles',
        key: 'b',
        isShown: everybody,
      },
      { path: '/connection', title: en.menu.connection, icon: 'link', key: 'j', isShown: everybody },
      { path: '/imports', title: en.menu.imports, icon: 'file', key: 'i', isShown: everybody },
      { path: '/pushes', title: en.menu.pushes, icon: 'log', key: 'p', isShown: everybody },
    ],
  },
  {
    entries: [
      { path: SETTINGS, title: en.menu.settings, icon: 'settings', isShown: everybody },
      { path: '/dev', title: en.menu.dev, icon: 'code', key: 'v', isShown: () => isDev },
    ],
  },
]

/** The pages of the settings, which have their list at their side. */
export const settings: MenuEntry[] = [
  { path: '/settings/refunds', title: en.menu.refundSettings, icon: 'refund', key: 's', isShown: everybody },
  { path: '/settings/assistant', title: en.menu.assistant, icon: 'spark', key: 't', isShown: everybody },
  { path: '/try', title: en.menu.trying, icon: 'play', key: 'x', isShown: everybody },
  { path: '/settings/widget', title: en.menu.widget, icon: 'window', key: 'w', isShown: everybody },
  { path: '/settings/mail', title: en.menu.mail, icon: 'mail', key: 'u', isShown: everybody },
  { path: '/settings/pictures', title: en.menu.pictures, icon: 'image', key: 'o', isShown: everybody },
  { path: '/settings/notifications', title: en.menu.notifications, icon: 'bell', key: 'n', isShown: everybody },
  { path: '/settings/keys', title: en.menu.keys, icon: 'key', key: 'k', isShown: managers },
  { path: '/members', title: en.menu.members, icon: 'people', key: 'm', isShown: managers },
  { path: '/audit', title: en.menu.audit, icon: 'list', key: 'l', isShown: managers },
  { path: '/system', title: en.menu.system, icon: 'server', key: 'y', isShown: operators },
  { path: '/account', title: en.menu.account, icon: 'person', key: 'a', isShown: everybody },
]

/** Every page that the menu or the list of settings names, for this person. */
export const namedPages = computed(() =>
  [...menu.flatMap(({ entries }) => entries), ...settings].filter((entry) => entry.isShown()),
)

/** The entry that a page belongs to: the one whose path is the longest of those that the page's own begins with. */
export function entryOf(page: string): MenuEntry | undefined {
  const within = ({ path, also = path }: MenuEntry) =>
    Math.max(...[path, also].map((one) => (page === one || page.startsWith(`${one}/`) ? one.length : 0)))
  const [first] = namedPages.value.toSorted((one, other) => within(other) - within(one))
  return first && within(first) > 0 ? first : undefined
}
