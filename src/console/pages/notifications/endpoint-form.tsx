import { useState } from 'preact/hooks'
import { type ApiError, api, read } from '../api.ts'
import type { EventEndpoint, EventTypeView } from '../api-types.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, ChoiceField, TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { toast } from '../parts/notice.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { useAction } from '../parts/use-action.ts'
import { isOwner } from '../session.ts'
import { notifications as t } from '../texts/en/notifications.ts'

type Kind = EventEndpoint['kind']

/** What is typed and ticked of an endpoint. */
export interface EndpointDraft {
  url: string
  /** Empty: by the address. */
  kind: Kind | ''
  types: string[]
  includeText: boolean
  token: string
}

export function draftOf(types: EventTypeView[], endpoint?: EventEndpoint): EndpointDraft {
  return {
    url: '',
    kind: endpoint?.kind ?? '',
    types: endpoint?.types ?? types.filter(({ isDefault }) => isDefault).map(({ name }) => name),
    includeText: endpoint?.includeText ?? false,
    token: '',
  }
}

interface FieldsProps {
  draft: EndpointDraft
  types: EventTypeView[]
  endpoint?: EventEndpoint
  error: ApiError | null
  onChange: (draft: EndpointDraft) => void
}

/** The fields of an endpoint: those of a new one, and those of one that is changed. */
export function EndpointFields({ draft, types, endpoint, error, onChange }: FieldsProps) {
  const set = (change: Partial<EndpointDraft>) => onChange({ ...draft, ...change })
  const chosen = new Set(draft.types)
  const toggle = (name: string, isOn: boolean) =>
    set({ types: isOn ? [...draft.types, name] : draft.types.filter((one) => one !== name) })
  const mayAllowText = isOwner.value || draft.includeText
  return (
    <>
      <TextField
        label={t.address}
        hint={endpoint ? t.addressKept(endpoint.host ?? '') : t.addressHint}
        type="text"
        value={draft.url}
        onInput={(url) => set({ url })}
        error={error?.issue('url')}
        autoComplete="off"
        required={!endpoint || endpoint.isClosed}
        autoFocus={!endpoint}
      />
      <ChoiceField
        label={t.kind}
        hint={t.kindHint}
        value={draft.kind}
        options={t.kinds}
        {...(endpoint ? {} : { none: t.byAddress })}
        onChange={(kind) => set({ kind })}
      />
      {(draft.kind === 'ntfy' || (draft.kind === '' && draft.url.includes('ntfy'))) && (
        <TextField
          label={t.token}
          hint={endpoint?.hasToken ? t.tokenKept : t.tokenHint}
          type="password"
          autoComplete="off"
          value={draft.token}
          onInput={(token) => set({ token })}
          error={error?.issue('token')}
        />
      )}
      <fieldset class="fields">
        <legend>{t.which}</legend>
        {types.map(({ name, title }) => (
          <Check key={name} label={title} isOn={chosen.has(name)} onChange={(isOn) => toggle(name, isOn)} />
        ))}
      </fieldset>
      {mayAllowText && (
        <Check
          label={t.includeText}
          hint={t.includeTextHint}
          isOn={draft.includeText}
          onChange={(includeText) => set({ includeText })}
        />
      )}
    </>
  )
}

interface AddProps {
  types: EventTypeView[]
  onAdded: () => void
  onClose: () => void
}

/** Adds an endpoint, and shows the signing secret of a webhook the one time that it can be shown. */
export function AddEndpoint({ types, onAdded, onClose }: AddProps) {
  const [draft, setDraft] = useState(() => draftOf(types))
  const [secret, setSecret] = useState<string>()
  const work = useAction(async () => {
    const { url, kind, token, ...rest } = draft
    const body = { url, ...rest, ...(kind === '' ? {} : { kind }), ...(token === '' ? {} : { token }) }
    const made = await read(api.POST('/settings/events/endpoints', { body }))
    onAdded()
    if (made.secret) setSecret(made.secret)
    else {
      toast(made.endpoint.isConfirmed ? t.added : t.addedUnconfirmed)
      onClose()
    }
  })
  if (secret !== undefined) return <ShownSecret secret={secret} onClose={onClose} />
  return (
    <Dialog title={t.addTitle} onClose={onClose}>
      <ActionForm work={work} label={t.add} onCancel={onClose}>
        <EndpointFields draft={draft} types={types} error={work.error} onChange={setDraft} />
      </ActionForm>
    </Dialog>
  )
}

/** The signing secret of a webhook. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
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
}
