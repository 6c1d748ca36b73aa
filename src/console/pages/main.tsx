/*! With Preact (c) Jason Miller and others, MIT License. All licenses: storewire licenses */
import { render } from 'preact'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { LocationProvider } from 'preact-iso/router'
import './base.css'
import './shown-text.ts'
import { base } from './base.ts'
import { oneTimeLink } from './one-time-link.ts'
import { loadSession, session } from './session.ts'
import { Shell } from './shell/shell.tsx'
import { SignInPage } from './sign-in/page.tsx'

const LinkPage = lazy(async () => (await import('./home/pages.ts')).LinkPage)

/** The page until somebody is signed in, and the shell with its pages afterwards. A one-time link comes before both. */
function Console() {
  if (oneTimeLink.value)
    return (
      <ErrorBoundary>
        <LinkPage />
      </ErrorBoundary>
    )
  if (session.value === undefined) return null
  return session.value === null ? <SignInPage /> : <Shell />
}

await loadSession()
const place = document.getElementById('console')
if (place)
  render(
    <LocationProvider scope={new RegExp(`^${base}(?=[/?#]|$)`)}>
      <Console />
    </LocationProvider>,
    place,
  )
