import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ApiKey } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Choices } from '../parts/choices.tsx'
import { CopyField } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'

const { keys: t } = en
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
      <Dialog title={t.newTitle} onClose={onClose} staysOpen>
        <p>{t.newWhy[kind]}</p>
        <CopyField text={made} label={t.key} />
        <footer>
          <Button kind="primary" onClick={onClose}>
            {kind === 'secret' ? t.saved : t.done}
          </Button>
        </footer>
      </Dialog>
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
