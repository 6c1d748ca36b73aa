import { useState } from 'preact/hooks'
import { ActionForm } from '../parts/action-form.tsx'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'
import { CheckEndpoint } from './check-endpoint.tsx'
import { NewSecret } from './new-secret.tsx'
import type { PartProps } from './saving.ts'
import { TestConnection } from './test-connection.tsx'

const { refundSettings: t } = en

/** Where requests go, what they are signed with, and whether that works. */
export function Connection({ settings, save, onSecret }: PartProps & { onSecret: () => void }) {
  const { endpointUrl, secretEnding } = settings
  const [url, setUrl] = useState(endpointUrl ?? '')
  const [isCreating, setCreating] = useState(false)
  const work = useAction(() => save({ endpointUrl: url }))
  return (
    <section class="card stack">
      <h2>{t.connection}</h2>
      <ActionForm
        work={work}
        label={en.common.save}
        kind="plain"
        problem={work.error?.issue('endpointUrl') ? null : work.error}
        disabled={url === (endpointUrl ?? '')}
      >
        <TextField
          label={t.url}
          hint={t.urlHint}
          type="url"
          value={url}
          onInput={setUrl}
          error={work.error?.issue('endpointUrl')}
          required
        />
      </ActionForm>
      <hr />
      <h3>{t.secret}</h3>
      <p>{secretEnding ? t.secretIs(secretEnding) : t.noSecret}</p>
      <Button onClick={() => setCreating(true)}>{t.createSecret}</Button>
      {isCreating && (
        <NewSecret settings={settings} save={save} onCreated={onSecret} onClose={() => setCreating(false)} />
      )}
      {endpointUrl && secretEnding && (
        <>
          <hr />
          <TestConnection />
          <hr />
          <CheckEndpoint />
        </>
      )}
    </section>
  )
}
