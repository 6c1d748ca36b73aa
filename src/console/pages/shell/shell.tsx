import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { ErrorBoundary } from 'preact-iso/lazy'
import { Route, Router, useLocation } from 'preact-iso/router'
import { at, base } from '../base.ts'
import { isOffline, keepTrying } from '../interruptions.ts'
import { keepLive } from '../live.ts'
import { entryOf, settings } from '../menu.ts'
import { NotFound, pages } from '../pages.tsx'
import { ReadableNotice, Toasts } from '../parts/notice.tsx'
import { leaveOldPolicy } from '../pictures.ts'
import { session } from '../session.ts'
import { SignInAgain } from '../sign-in/again.tsx'
import { en } from '../texts/en.ts'
import { keepWaiting } from '../waiting.ts'
import { Find } from './find.tsx'
import { MenuBar } from './menu-bar.tsx'
import { SettingsList } from './settings-list.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** Whether the page of an address has a list of its own beside the menu. */
function hasList(path: string): boolean {
  const entry = entryOf(path.slice(base.length))
  return entry !== undefined && (entry.path === '/chats' || settings.includes(entry))
}

/** What is around every page: menu, notices, dialogs over the page, and the event stream. */
export function Shell() {
  // At each start and sign-in, but not if somebody signs in again over a page: what they have typed there stays.
  useLayoutEffect(() => void leaveOldPolicy(session.value), [])
  // Before the effects of the page, which read what it shows.
  useLayoutEffect(keepLive, [])
  useEffect(keepTrying, [])
  // Also: drawn again for each page, otherwise the first link would lead back to the page before.
  const { path, route } = useLocation()
  useEffect(() => keepWaiting(route), [])
  // The inbox and the settings have a list of their own beside the menu, which leaves it the room of its icons. Known from the address, so
  // that nothing jumps once the scripts of a page are loaded.
  const isNarrow = hasList(path)
  const [shown, setShown] = useState(path)
  return (
    <>
      <a class="skip" href={`${location.pathname}${location.search}#content`} data-native>
        {en.menu.skip}
      </a>
      <div class={isNarrow ? 'shell narrow-menu' : 'shell'}>
        <MenuBar />
        <main id="content" tabIndex={-1}>
          {isOffline.value && (
            <p class="bar" role="status">
              {en.common.offline}
            </p>
          )}
          <ReadableNotice />
          <SettingsList />
          {/* Of another workspace every page is another one. */}
          <div class={hasList(shown) === isNarrow ? 'page' : 'page ahead'} key={session.value?.workspace.id}>
            <ErrorBoundary>
              <Router onRouteChange={(url) => setShown(new URL(url, location.origin).pathname)}>
                {pages.map(({ path, component }) => (
                  <Route key={path} path={at(path)} component={component} />
                ))}
                <Route default component={NotFound} />
              </Router>
            </ErrorBoundary>
          </div>
        </main>
      </div>
      <Find />
      <Shortcuts />
      <SignInAgain />
      <Toasts />
    </>
  )
}
