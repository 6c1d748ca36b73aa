import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { CommandBlock } from '../parts/copy.tsx'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { forgotten as t } from '../texts/en/forgotten.ts'
import { en } from '../texts/en.ts'

/** Somebody who has forgotten the password asks for a mail with a link. What it says is the same for every address. */
export default function Forgotten({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState('')
  const [minutes, setMinutes] = useState<number>()
  const work = useAction(async () => {
    setMinutes((await read(api.POST('/forgotten', { body: { email } }))).minutes)
  })
  return (
    <>
      {minutes === undefined ? (
        <ActionForm work={work} label={t.submit}>
          <p>{t.why}</p>
          <TextField
            label={en.signIn.email}
            type="email"
            autoComplete="username"
            value={email}
            onInput={setEmail}
            required
            autoFocus
          />
        </ActionForm>
      ) : (
        <>
          <Notice tone="quiet">{t.done(minutes)}</Notice>
          <p>{t.another}</p>
          <p>{t.operator}</p>
          <CommandBlock>{en.signIn.lostCommand}</CommandBlock>
        </>
      )}
      <p>
        <button type="button" class="button" onClick={onBack}>
          {t.back}
        </button>
      </p>
    </>
  )
}
