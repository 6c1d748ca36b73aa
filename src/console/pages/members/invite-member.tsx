import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { NewLink } from '../api-types.ts'
import { ActionForm } from '../parts/action-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { useAction } from '../parts/use-action.ts'
import { isOwner } from '../session.ts'
import { en } from '../texts/en.ts'
import { OneTimeLink } from './one-time-link.tsx'
import { type Role, RoleChoice } from './role-choice.tsx'

const { members: t } = en

/** Makes a link with which somebody joins. Admins invite agents alone. */
export function InviteMember({ onInvited, onClose }: { onInvited: () => void; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('agent')
  const [link, setLink] = useState<NewLink>()
  const work = useAction(async () => {
    setLink(await read(api.POST('/members/invite', { body: { email, role } })))
    onInvited()
  })
  if (link) return <OneTimeLink link={link} email={email} onClose={onClose} />
  return (
    <Dialog title={t.inviteTitle} onClose={onClose}>
      <ActionForm work={work} label={t.createLink} onCancel={onClose}>
        <p>{t.inviteWhy}</p>
        <TextField
          label={t.email}
          type="email"
          value={email}
          onInput={setEmail}
          error={work.error?.issue('email')}
          autoComplete="off"
          required
          autoFocus
        />
        <RoleChoice value={role} onChange={setRole} offered={isOwner.value ? ['agent', 'admin', 'owner'] : ['agent']} />
      </ActionForm>
    </Dialog>
  )
}
