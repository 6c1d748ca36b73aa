import { isDev } from './base.ts'
import type { IconName } from './parts/icon.tsx'
import { isManager, session } from './session.ts'
import { en } from './texts/en.ts'
import { waiting } from './waiting.ts'

export interface MenuEntry {
  path: string
  title: string
  icon: IconName
  /** After `g`, the key that leads there. */
  key?: string
  isShown(): boolean
  /** How many things of the page wait for people. */
  waiting?(): number
}

const everybody = () => true
const managers = () => isManager.value
/** Not in `storewire dev`, whose server has no files or backups to look after. */
const operators = () => !isDev && (session.value?.member.isOperator ?? false)

/** The pages that the menu names, in its order. The first ones are in the bar at the bottom of a phone. */
export const menu: MenuEntry[] = [
  { path: '/', title: en.menu.home, icon: 'home', key: 'h', isShown: everybody },
  {
    path: '/refunds',
    title: en.menu.refunds,
    icon: 'refund',
    key: 'r',
    isShown: everybody,
    waiting: () => waiting.value.refunds,
  },
  {
    path: '/chats',
    title: en.menu.chats,
    icon: 'chat',
    key: 'c',
    isShown: everybody,
    waiting: () => waiting.value.chats,
  },
  { path: '/data', title: en.menu.data, icon: 'data', key: 'd', isShown: everybody },
  { path: '/pushes', title: en.menu.pushes, icon: 'log', key: 'p', isShown: everybody },
  { path: '/imports', title: en.menu.imports, icon: 'file', key: 'i', isShown: everybody },
  { path: '/dev', title: en.menu.dev, icon: 'code', key: 'v', isShown: () => isDev },
  { path: '/settings/refunds', title: en.menu.refundSettings, icon: 'settings', key: 's', isShown: everybody },
  { path: '/settings/widget', title: en.menu.widget, icon: 'window', key: 'w', isShown: everybody },
  { path: '/settings/assistant', title: en.menu.assistant, icon: 'spark', key: 't', isShown: everybody },
  { path: '/try', title: en.menu.trying, icon: 'play', key: 'x', isShown: everybody },
  { path: '/settings/keys', title: en.menu.keys, icon: 'key', key: 'k', isShown: managers },
  { path: '/members', title: en.menu.members, icon: 'people', key: 'm', isShown: managers },
  { path: '/audit', title: en.menu.audit, icon: 'list', key: 'l', isShown: managers },
  { path: '/system', title: en.menu.system, icon: 'server', key: 'y', isShown: operators },
  { path: '/account', title: en.menu.account, icon: 'person', key: 'a', isShown: everybody },
]

/** How many entries the bar at the bottom of a phone has before "More". */
export const IN_BAR = 3
