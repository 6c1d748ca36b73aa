import type { AnyComponent } from 'preact'
import lazy from 'preact-iso/lazy'
import { at, isDev } from './base.ts'
import { SETTINGS } from './menu.ts'
import { Empty } from './parts/notice.tsx'
import { Page } from './parts/page.tsx'
import { SettingsPage } from './shell/settings-list.tsx'
import { en } from './texts/en.ts'

const first = () => import('./home/pages.ts')
const refunds = () => import('./refunds/pages.ts')
const talks = () => import('./chats/pages.ts')
const data = () => import('./data/pages.ts')
const rare = () => import('./pushes/pages.ts')
const settings = () => import('./widget-settings/pages.ts')

/** Every page by its address. Each is a folder. Pages of one area are loaded when the first of them is opened. */
export const pages: { path: string; component: AnyComponent }[] = [
  { path: '/', component: lazy(async () => (await first()).Home) },
  { path: '/report', component: lazy(async () => (await first()).Report) },
  { path: '/refunds', component: lazy(async () => (await refunds()).Refunds) },
  { path: '/refunds/start', component: lazy(async () => (await refunds()).RefundStart) },
  { path: '/refunds/:id', component: lazy(async () => (await refunds()).Refund) },
  // One page: the list stays while chats are opened beside it.
  { path: '/chats/:id?', component: lazy(async () => (await talks()).Chats) },
  { path: '/try', component: lazy(async () => (await import('./try/pages.ts')).Try) },
  { path: '/data', component: lazy(async () => (await data()).Data) },
  { path: '/data/:type', component: lazy(async () => (await data()).Data) },
  { path: '/data/:type/:id', component: lazy(async () => (await data()).DataObject) },
  { path: '/segments', component: lazy(async () => (await data()).Segments) },
  { path: '/segments/:id', component: lazy(async () => (await data()).Segment) },
  { path: '/articles/:id', component: lazy(async () => (await data()).Article) },
  { path: '/connection', component: lazy(() => import('./connection/index.tsx')) },
  { path: '/pushes', component: lazy(async () => (await rare()).Pushes) },
  { path: '/pushes/:number', component: lazy(async () => (await rare()).Push) },
  { path: '/imports', component: lazy(async () => (await rare()).Imports) },
  { path: '/imports/new', component: lazy(() => import('./import/index.tsx')) },
  { path: '/imports/:id', component: lazy(async () => (await rare()).ImportDetail) },
  { path: '/system', component: lazy(async () => (await rare()).System) },
  { path: '/audit', component: lazy(async () => (await rare()).Audit) },
  { path: '/members', component: lazy(async () => (await rare()).Members) },
  { path: '/account', component: lazy(async () => (await settings()).Account) },
  { path: SETTINGS, component: SettingsPage },
  { path: '/settings/refunds', component: lazy(async () => (await settings()).RefundSettings) },
  { path: '/settings/widget', component: lazy(async () => (await settings()).WidgetSettings) },
  { path: '/settings/assistant', component: lazy(async () => (await settings()).AssistantSettings) },
  { path: '/settings/mail', component: lazy(async () => (await settings()).LetterSettings) },
  { path: '/settings/pictures', component: lazy(async () => (await settings()).PictureSettings) },
  { path: '/settings/notifications', component: lazy(() => import('./notifications/index.tsx')) },
  { path: '/settings/keys', component: lazy(async () => (await rare()).Keys) },
  // No other server has the script of this page.
  ...(isDev ? [{ path: '/dev', component: lazy(() => import('./dev/index.tsx')) }] : []),
]

export function NotFound() {
  return (
    <Page title={en.common.notFound}>
      <Empty title={en.common.notFoundHelp}>
        <a class="button" href={at('/')}>
          {en.common.backHome}
        </a>
      </Empty>
    </Page>
  )
}
