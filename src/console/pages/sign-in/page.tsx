import { useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { api, read } from '../api.ts'
import type { State } from '../api-types.ts'
import { CommandBlock } from '../parts/copy.tsx'
import { Door } from '../parts/door.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { useData } from '../parts/use-data.ts'
import { foreign } from '../parts/values.tsx'
import { session } from '../session.ts'
import { en } from '../texts/en.ts'
import { SignInForm } from './form.tsx'

const { signIn: t } = en
const Forgotten = lazy(async () => (await import('../home/pages.ts')).Forgotten)

/** What somebody sees who is not signed in. */
export function SignInPage() {
  const { data: state, error, reload } = useData(() => read(api.GET('/state')), 'state')
  const [hasForgotten, setForgotten] = useState(false)
  if (!state)
    return (
      error && (
        <Door title={t.title}>
          <Problem error={error} onRetry={reload} />
        </Door>
      )
    )
  return (
    <Door title={titleOf(state, hasForgotten)}>
      {state.readable && <Notice tone="bad">{en.common.readable}</Notice>}
      {state.hasOwner ? (
        <>
          {hasForgotten ? (
            <ErrorBoundary>
              <Forgotten onBack={() => setForgotten(false)} />
            </ErrorBoundary>
          ) : (
            <SignInForm onDone={(signedIn) => (session.value = signedIn)} />
          )}
          {!hasForgotten && <Lost canReset={state.canReset} onForgotten={() => setForgotten(true)} />}
        </>
      ) : (
        <>
          <p>{en.link.what}</p>
          <p>{t.noOwnerHelp}</p>
          <CommandBlock>{t.noOwnerCommand}</CommandBlock>
        </>
      )}
    </Door>
  )
}

function titleOf({ hasOwner, shop, title }: State, hasForgotten: boolean): string {
  if (!hasOwner) return t.noOwner
  return hasForgotten ? t.forgotten : t.titleOf(foreign(shop ?? title))
}

/** The way to a new password: by mail where the server sends it. */
function Lost({ canReset, onForgotten }: { canReset: boolean; onForgotten: () => void }) {
  if (canReset)
    return (
      <p>
        <button type="button" class="button" onClick={onForgotten}>
          {t.forgotten}
        </button>
      </p>
    )
  return (
    <details>
      <summary>{t.lost}</summary>
      <p>{t.lostHelp}</p>
      <CommandBlock>{t.lostCommand}</CommandBlock>
    </details>
  )
}
