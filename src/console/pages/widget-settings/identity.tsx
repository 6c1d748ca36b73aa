import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { IdentitySecretView, WidgetAccess } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/notice.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { useAction } from '../parts/use-action.ts'
import { Moment } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'

const MOST = 2

interface IdentityProps {
  access: WidgetAccess
  onChange: (access: WidgetAccess) => void
  onCreated: () => void
}

/** The secrets that prove who a customer is: a second one is made before the first one is revoked. */
export function Identity({ access: { identitySecrets }, onChange, onCreated }: IdentityProps) {
  const [made, setMade] = useState<string>()
  const [revoking, setRevoking] = useState<IdentitySecretView>()
  const create = useAction(async () => {
    setMade((await read(api.POST('/settings/widget/identity-secrets', { body: {} }))).secret)
    onCreated()
  })
  const revoke = useAction(async () => {
    const path = { params: { path: { id: revoking?.id ?? '' } }, body: {} }
    onChange(await read(api.POST('/settings/widget/identity-secrets/{id}/revoke', path)))
    setRevoking(undefined)
  })
  return (
    <section class="card stack">
      <h2>{t.identity}</h2>
      <p>{t.identityHelp}</p>
      {identitySecrets.length === 0 && <p class="quiet">{t.noSecret}</p>}
      <ul class="rows">
        {identitySecrets.map((secret) => (
          <li key={secret.id}>
            <span>{t.ending(secret.ending)}</span>
            <span class="quiet">
              {t.createdBy(secret.createdBy)}, <Moment at={secret.createdAt} />,{' '}
              {secret.lastUsedAt ? (
                <>
                  {t.lastUsed} <Moment at={secret.lastUsedAt} />
                </>
              ) : (
                t.notUsed
              )}
            </span>
            {isManager.value && <Button onClick={() => setRevoking(secret)}>{t.revoke}</Button>}
          </li>
        ))}
      </ul>
      <Problem error={create.error} />
      {isManager.value && identitySecrets.length < MOST && (
        <Button onClick={create.run} isBusy={create.isBusy}>
          {t.createSecret}
        </Button>
      )}
      {made !== undefined && (
        <ShownOnce
          title={t.secretTitle}
          why={t.secretHelp}
          label={t.secret}
          value={made}
          done={t.haveIt}
          onClose={() => setMade(undefined)}
        />
      )}
      {revoking && (
        <ConfirmDialog
          title={t.revokeTitle(revoking.ending)}
          action={t.revokeAction(revoking.ending)}
          isDanger
          work={revoke}
          onClose={() => setRevoking(undefined)}
        >
          <p>{t.revokeHelp}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
