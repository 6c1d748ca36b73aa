import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { leaveLink } from '../one-time-link.ts'
import { Door } from '../parts/door.tsx'
import { ActionForm } from '../parts/form.tsx'
import { useAction } from '../parts/use-action.ts'
import { confirmAddress as t } from '../texts/en/confirm-address.ts'

/** Somebody confirms that events are mailed to their address. Opening the link does nothing: mail scanners open links. */
export function ConfirmAddress({ token }: { token: string }) {
  const [workspace, setWorkspace] = useState<string>()
  const work = useAction(async () => {
    setWorkspace((await read(api.POST('/event-addresses/confirm', { body: { token } }))).workspace)
  })
  if (work.error?.reason === 'no_such_link')
    return (
      <Door title={t.over}>
        <p>{t.overWhy}</p>
      </Door>
    )
  return (
    <Door title={workspace === undefined ? t.title : t.done}>
      {workspace === undefined ? (
        <ActionForm work={work} label={t.confirm}>
          <p>{t.why}</p>
        </ActionForm>
      ) : (
        <>
          <p>{t.doneWhy(workspace)}</p>
          <p>
            <button type="button" class="button" onClick={leaveLink}>
              {t.toSignIn}
            </button>
          </p>
        </>
      )}
    </Door>
  )
}
