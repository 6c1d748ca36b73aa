import { useEffect, useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { State } from '../api-types.ts'
import { CopyBlock } from '../parts/copy-field.tsx'
import { Notice } from '../parts/notice.tsx'
import { session } from '../session.ts'
import { en } from '../texts/en.ts'
import { SignInForm } from './form.tsx'

const { signIn: t } = en

/** What somebody sees who is not signed in. */
export function SignInPage() {
  const [state, setState] = useState<State>()
  useEffect(() => {
    document.title = `${t.title} · storewire`
    read(api.GET('/state')).then(setState)
  }, [])
  if (!state) return null
  return (
    <main class="door">
      <h1>{state.title}</h1>
      {state.readable && <Notice tone="bad">{en.common.readable}</Notice>}
      {state.hasOwner ? (
        <>
          <SignInForm onDone={(signedIn) => (session.value = signedIn)} />
          <details>
            <summary>{t.lost}</summary>
            <p>{t.lostHelp}</p>
            <CopyBlock text="storewire members reset-link EMAIL" label={en.common.commandTitle} />
          </details>
        </>
      ) : (
        <>
          <p>{t.noOwner}</p>
          <p>{t.noOwnerHelp}</p>
          <CopyBlock text="storewire members invite --owner" label={en.common.commandTitle} />
        </>
      )}
    </main>
  )
}
