import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy.tsx'
import { ConfirmDialog, Dialog } from '../parts/dialog.tsx'
import { Check, TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'
import type { PartProps } from './saving.ts'
import { CheckEndpoint, TestConnection } from './test-connection.tsx'

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

/** Makes a signing secret. The one before ends at once, so the dialog says what is under way. */
function NewSecret({
  settings: { secretEnding, underWay, frozen },
  save,
  onCreated,
  onClose,
}: PartProps & { onCreated: () => void; onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const [freezes, setFreezes] = useState(false)
  const work = useAction(async () => {
    if (freezes) await save({ frozen: true })
    setSecret((await read(api.POST('/settings/refunds/secret', { body: {} }))).secret)
    onCreated()
  })
  if (secret !== undefined)
    return (
      <Dialog title={t.secretTitle} onClose={onClose} staysOpen>
        <p>{t.secretShown}</p>
        <CopyField text={secret} label={t.secret} />
        <footer>
          <Button kind="primary" onClick={onClose}>
            {t.secretSaved}
          </Button>
        </footer>
      </Dialog>
    )
  const isFirst = !secretEnding
  return (
    <ConfirmDialog title={t.createTitle} action={t.createSecret} isDanger={!isFirst} work={work} onClose={onClose}>
      <p>{isFirst ? t.firstWhy : t.createWhy}</p>
      {underWay > 0 && <Notice>{t.underWay(underWay)}</Notice>}
      {underWay > 0 && !frozen && <Check label={t.freezeFirst} isOn={freezes} onChange={setFreezes} />}
    </ConfirmDialog>
  )
}
