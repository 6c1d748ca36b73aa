import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { Member, NewLink } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog, Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { type Action, useAction } from '../parts/use-action.ts'
import { session } from '../session.ts'
import { en } from '../texts/en.ts'
import { OneTimeLink, RoleChoice } from './invite-member.tsx'

const { members: t } = en

interface ManageMemberProps {
  member: Member
  onChange: () => void
  onClose: () => void
}

/** A change of a member, and what is reported when it is done. */
type Work = Action<[change: () => Promise<unknown>, report: string]>

/** What an owner does with a member. */
export function ManageMember({ member, onChange, onClose }: ManageMemberProps) {
  const { id, name, email } = member
  const [resetsFactor, setResetsFactor] = useState(false)
  const [link, setLink] = useState<NewLink>()
  const [asks, setAsks] = useState<'remove' | 'signOut'>()
  const params = { path: { id } }
  const work: Work = useAction(async (change, report) => {
    await change()
    toast(report)
    onChange()
    onClose()
  })
  const reset = useAction(async () => {
    const made = api.POST('/members/{id}/reset-link', { params, body: { secondFactor: resetsFactor } })
    setLink(await read(made))
  })
  const remove: Action<[]> = {
    ...work,
    run: () => work.run(() => api.POST('/members/{id}/remove', { params, body: {} }), t.removedToast(name)),
  }
  if (link) return <OneTimeLink link={link} email={email} onClose={onClose} />
  const signOut: Action<[]> = {
    ...work,
    run: () => work.run(() => api.POST('/members/{id}/sign-out', { params, body: {} }), t.signOutToast(name)),
  }
  if (asks === 'signOut') {
    const action = t.signOutOf(name)
    return (
      <ConfirmDialog title={`${action}?`} action={action} isDanger work={signOut} onClose={onClose}>
        <p>{t.signOutWhy}</p>
      </ConfirmDialog>
    )
  }
  if (asks === 'remove')
    return (
      <ConfirmDialog title={t.removeTitle(name)} action={t.removeAction(name)} isDanger work={remove} onClose={onClose}>
        <p>{t.removeWhy}</p>
      </ConfirmDialog>
    )
  return (
    <Dialog title={name} onClose={onClose}>
      <div class="stack">
        <p class="quiet">{email}</p>
        <ChangeRole member={member} work={work} />
        <hr />
        <p class="hint">{t.resetWhy}</p>
        {member.hasSecondFactor && <Check label={t.resetFactor} isOn={resetsFactor} onChange={setResetsFactor} />}
        <Button isBusy={reset.isBusy} onClick={reset.run}>
          {t.reset}
        </Button>
        <hr />
        {session.value?.member.isOperator && <OperatorRight member={member} work={work} />}
        <div class="row-actions">
          <Button onClick={() => setAsks('signOut')}>{t.signOut}</Button>
          <Button kind="danger" onClick={() => setAsks('remove')}>
            {t.remove}
          </Button>
        </div>
        <Problem error={work.error ?? reset.error} />
      </div>
    </Dialog>
  )
}

interface PartProps {
  member: Member
  work: Work
}

function ChangeRole({ member: { id, name, role: given }, work }: PartProps) {
  const [role, setRole] = useState(given)
  return (
    <>
      <RoleChoice value={role} onChange={setRole} />
      <p class="hint">{t.changeRoleWhy}</p>
      <Button
        disabled={role === given}
        isBusy={work.isBusy}
        onClick={() =>
          work.run(
            () => api.POST('/members/{id}/role', { params: { path: { id } }, body: { role } }),
            t.roleToast(name, t.roles[role].toLowerCase()),
          )
        }
      >
        {t.changeRole}
      </Button>
    </>
  )
}

function OperatorRight({ member: { id, name, isOperator }, work }: PartProps) {
  return (
    <>
      <p class="hint">{t.operatorWhy}</p>
      <Button
        isBusy={work.isBusy}
        onClick={() =>
          work.run(
            () => api.POST('/members/{id}/operator', { params: { path: { id } }, body: { isOperator: !isOperator } }),
            t.operatorToast(name, !isOperator),
          )
        }
      >
        {isOperator ? t.endOperator : t.makeOperator}
      </Button>
      <hr />
    </>
  )
}
