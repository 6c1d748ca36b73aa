import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { Link } from '../api-types.ts'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { en } from '../texts/en.ts'
import { NewPassword, useEntry, weakPassword } from './new-password.tsx'

const { link: t } = en
/** What a new database calls its workspace: nobody's shop has this name. */
const UNNAMED = 'default'

/** The first owner signs up. */
export function Setup({ link, token }: { link: Link; token: string }) {
  const known = link.workspace?.name ?? UNNAMED
  const [shop, setShop] = useState(known === UNNAMED ? '' : known)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const work = useEntry(() => read(api.POST('/setup', { body: { token, shop, name, email, password } })))
  const weak = weakPassword(work.error)
  return (
    <div class="door-columns">
      <div class="stack">
        <p>{t.what}</p>
        <ul class="bullets">
          {t.whatItDoes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p>{t.setupIntro}</p>
      </div>
      <ActionForm work={work} label={t.setUp} problem={weak === undefined ? work.error : null}>
        <TextField
          label={t.shop}
          hint={t.shopHint}
          value={shop}
          onInput={setShop}
          autoComplete="organization"
          maxLength={255}
          required
          autoFocus
        />
        <TextField label={t.name} value={name} onInput={setName} autoComplete="name" maxLength={255} required />
        <TextField
          label={t.email}
          hint={t.emailHint}
          type="email"
          value={email}
          onInput={setEmail}
          autoComplete="username"
          maxLength={320}
          required
        />
        <NewPassword value={password} onInput={setPassword} error={weak} />
      </ActionForm>
    </div>
  )
}
