import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { RefundSettings, RefundSettingsChange } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Check, TextField } from '../parts/field.tsx'
import { Notice } from '../parts/notice.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { useAction } from '../parts/use-action.ts'
import { isManager } from '../session.ts'
import { en } from '../texts/en.ts'
import type { PartProps } from './part-props.ts'
import { CheckEndpoint, TestConnection } from './test-connection.tsx'

const { refundSettings: t } = en

interface ConnectionProps {
  stored: RefundSettings
  /** Saves at once. */
  save: (change: RefundSettingsChange) => Promise<void>
  onSecret: () => void
}

/** Where requests go, what they are signed with, and whether that works. */
export function Connection({ stored, save, onSecret, settings }: ConnectionProps & PartProps) {
  const { endpointUrl, secretEnding } = stored
  const [isCreating, setCreating] = useState(false)
  return (
    <section class="card stack">
      <h2>{t.connection}</h2>
      <TextField
        label={t.url}
        hint={t.urlHint}
        type="url"
        value={settings.value.endpointUrl ?? ''}
        onInput={(url) => settings.change({ endpointUrl: url || null })}
        error={settings.issue('endpointUrl')}
        required={endpointUrl !== null}
      />
      <hr />
      <h3>{t.secret}</h3>
      <p>{secretEnding ? t.secretIs(secretEnding) : t.noSecret}</p>
      {isManager.value && (
        <>
          <Button onClick={() => setCreating(true)}>{t.createSecret}</Button>
          {isCreating && (
            <NewSecret stored={stored} save={save} onSecret={onSecret} onClose={() => setCreating(false)} />
          )}
          {endpointUrl && secretEnding && (
            <>
              <hr />
              <TestConnection />
              <hr />
              <CheckEndpoint />
            </>
          )}
        </>
      )}
    </section>
  )
}

/** Makes a signing secret. The one before ends at once, so the dialog says what is under way. */
function NewSecret({
  stored: { secretEnding, underWay, frozen },
  save,
  onSecret,
  onClose,
}: ConnectionProps & { onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const [freezes, setFreezes] = useState(false)
  const work = useAction(async () => {
    if (freezes) await save({ frozen: true })
    setSecret((await read(api.POST('/settings/refunds/secret', { body: {} }))).secret)
    onSecret()
  })
  if (secret !== undefined)
    return (
      <ShownOnce
        title={t.secretTitle}
        why={t.secretShown}
        label={t.secret}
        value={secret}
        done={t.secretSaved}
        onClose={onClose}
      />
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
