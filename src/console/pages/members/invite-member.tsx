import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { Member, NewLink } from '../api-types.ts'
import { base } from '../base.ts'
import { Choices } from '../parts/choices.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { useAction } from '../parts/use-action.ts'
import { Moment } from '../parts/values.tsx'
import { isOwner } from '../session.ts'
import { mail } from '../texts/en/mail.ts'
import { members as t } from '../texts/en/members.ts'
import { en } from '../texts/en.ts'

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
        <RoleChoice value={role} onChange={setRole} offered={isOwner.value ? roles : ['agent']} />
      </ActionForm>
    </Dialog>
  )
}

/** A link, shown the one time that it can be shown. */
export function OneTimeLink({ link, email, onClose }: { link: NewLink; email: string; onClose: () => void }) {
  return (
    <ShownOnce
      title={t.linkTitle(email)}
      why={link.isMailed ? mail.linkMailed : t.linkWhy}
      label={t.link}
      value={`${location.origin}${base}#${link.fragment}`}
      done={t.done}
      onClose={onClose}
    >
      <p class="hint">
        {t.linkEnds} <Moment at={link.expiresAt} isPlanned />.
      </p>
    </ShownOnce>
  )
}

type Role = Member['role']
const roles: Role[] = ['agent', 'admin', 'owner']

/** What a member may do, with what each role means. @param offered the roles that the person may give */
export function RoleChoice({
  value,
  onChange,
  offered = roles,
}: {
  value: Role
  onChange: (role: Role) => void
  offered?: Role[]
}) {
  return (
    <Choices
      legend={en.common.role}
      value={value}
      values={offered}
      titles={en.common.roles}
      help={t.roleHelp}
      onChange={onChange}
    />
  )
}
