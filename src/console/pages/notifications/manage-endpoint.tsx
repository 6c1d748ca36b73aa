import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { EventEndpoint, EventTypeView } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog, Dialog } from '../parts/dialog.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Notice, Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { notifications as t } from '../texts/en/notifications.ts'
import { draftOf, EndpointFields, ShownSecret } from './endpoint-form.tsx'
import { nameOf } from './endpoint-parts.tsx'
import style from './style.module.css'

interface ManageProps {
  endpoint: EventEndpoint
  types: EventTypeView[]
  onChange: () => void
  onClose: () => void
}

type Asked = 'delete' | 'secret'

/** Changes an endpoint, switches it, makes a new secret or deletes it. */
export function ManageEndpoint({ endpoint, types, onChange, onClose }: ManageProps) {
  const [draft, setDraft] = useState(() => draftOf(types, endpoint))
  const [asked, setAsked] = useState<Asked>()
  const [secret, setSecret] = useState<string>()
  const params = { path: { id: endpoint.id } }
  const work = useAction(async () => {
    const { url, kind, types, includeText, token } = draft
    const body = {
      types,
      ...(url === '' ? {} : { url }),
      // With a new address, the kind is chosen by it unless somebody has changed the kind.
      ...(kind === '' || (url !== '' && kind === endpoint.kind) ? {} : { kind }),
      ...(includeText === endpoint.includeText ? {} : { includeText }),
      ...(token === '' ? {} : { token }),
    }
    const changed = await read(api.POST('/settings/events/endpoints/{id}', { params, body }))
    onChange()
    toast(t.saved)
    if (changed.secret) setSecret(changed.secret)
    else onClose()
  })
  if (secret !== undefined) return <ShownSecret secret={secret} onClose={onClose} />
  if (asked === 'delete') return <DeleteEndpoint endpoint={endpoint} onChange={onChange} onClose={onClose} />
  if (asked === 'secret')
    return <NewSecret id={endpoint.id} onMade={setSecret} onChange={onChange} onClose={() => setAsked(undefined)} />
  return (
    <Dialog title={nameOf(endpoint)} onClose={onClose}>
      {endpoint.isClosed && <Notice tone="bad">{t.closed}</Notice>}
      <ActionForm work={work} label={t.save} onCancel={onClose}>
        <EndpointFields draft={draft} types={types} endpoint={endpoint} error={work.error} onChange={setDraft} />
      </ActionForm>
      <hr />
      <Switch endpoint={endpoint} onChange={onChange} onClose={onClose} />
      <div class={style.actions}>
        {endpoint.secretEnding && <Button onClick={() => setAsked('secret')}>{t.newSecret}</Button>}
        <Button onClick={() => setAsked('delete')}>{t.remove}</Button>
      </div>
    </Dialog>
  )
}

type PartProps = Pick<ManageProps, 'endpoint' | 'onChange' | 'onClose'>

function Switch({ endpoint: { id, state }, onChange, onClose }: PartProps) {
  const isOn = state === 'on'
  const work = useAction(async () => {
    await read(
      api.POST('/settings/events/endpoints/{id}/switch', { params: { path: { id } }, body: { on: !isOn } }),
    ).finally(onChange)
    toast(isOn ? t.switchedOff : t.switchedOn)
    onClose()
  })
  return (
    <div class="stack">
      {!isOn && <p class="hint">{t.switchOnWhy}</p>}
      <Problem error={work.error} />
      <Button isBusy={work.isBusy} onClick={work.run}>
        {isOn ? t.switchOff : t.switchOn}
      </Button>
    </div>
  )
}

interface NewSecretProps {
  id: string
  onMade: (secret: string) => void
  onChange: () => void
  onClose: () => void
}

function NewSecret({ id, onMade, onChange, onClose }: NewSecretProps) {
  const work = useAction(async () => {
    const { secret } = await read(
      api.POST('/settings/events/endpoints/{id}/secret', { params: { path: { id } }, body: {} }),
    )
    onChange()
    onMade(secret)
  })
  return (
    <ConfirmDialog title={t.newSecretTitle} action={t.newSecret} work={work} onClose={onClose}>
      <p>{t.newSecretWhy}</p>
    </ConfirmDialog>
  )
}

function DeleteEndpoint({ endpoint, onChange, onClose }: PartProps) {
  const work = useAction(async () => {
    await api.POST('/settings/events/endpoints/{id}/delete', { params: { path: { id: endpoint.id } }, body: {} })
    toast(t.removed)
    onChange()
    onClose()
  })
  return (
    <ConfirmDialog title={t.removeTitle(nameOf(endpoint))} action={t.remove} isDanger work={work} onClose={onClose}>
      <p>{t.removeWhy}</p>
    </ConfirmDialog>
  )
}
