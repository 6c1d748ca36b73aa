import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ApiKey } from '../api-types.ts'
import { Choices } from '../parts/choices.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { useAction } from '../parts/use-action.ts'
import { keys as t } from '../texts/en/keys.ts'

type Kind = ApiKey['kind']
const kinds: Kind[] = ['secret', 'publishable']

/** Creates a key, and shows it: a secret key the one time that it can be shown. */
export function CreateKey({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('secret')
  const [name, setName] = useState('')
  const [made, setMade] = useState<string>()
  const work = useAction(async () => {
    const { key } = await read(api.POST('/keys', { body: { kind, name } }))
    setMade(key)
    onCreated()
  })
  if (made !== undefined)
    return (
      <ShownOnce
        title={t.newTitle}
        why={t.newWhy[kind]}
        label={t.key}
        value={made}
        done={kind === 'secret' ? t.saved : t.done}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={t.create} onClose={onClose}>
      <ActionForm work={work} label={t.create} onCancel={onClose}>
        <TextField
          label={t.name}
          hint={t.nameHint}
          value={name}
          onInput={setName}
          error={work.error?.issue('name')}
          maxLength={255}
          required
          autoFocus
        />
        <Choices legend={t.kind} value={kind} values={kinds} titles={t.kinds} help={t.kindHelp} onChange={setKind} />
      </ActionForm>
    </Dialog>
  )
}
