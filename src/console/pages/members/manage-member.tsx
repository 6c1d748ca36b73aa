import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { Member, NewLink } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog, Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { type Action, useAction } from '../parts/use-action.ts'
import { session } from '../session.ts'
import { members as t } from '../texts/en/members.ts'
import { en } from '../texts/en.ts'
import { OneTimeLink, RoleChoice } from './invite-member.tsx'

interface ManageMemberProps {
  member: Member
  onChange: () => void
  onClose: () => void
}

/** A change of a member, and what is reported when it is done. */
type Work = Action<[change: () => Promise<unknown>, report: string]>

/** What is asked about before it is done. */
type Asked = 'remove' | 'signOut' | 'operator'

interface Question {
  /** The title is the action as a question. */
  action: string
  why: string
  isDanger?: boolean
  change: () => Promise<unknown>
  report: string
}

function questionOf(asked: Asked, { id, name, isOperator }: Member): Question {
  const params = { path: { id } }
  if (asked === 'operator')
    return {
      action: isOperator ? t.endOperatorOf(name) : t.makeOperatorOf(name),
      why: isOperator ? t.endOperatorWhy : t.operatorWhy,
      isDanger: isOperator,
      change: () => api.POST('/members/{id}/operator', { params, body: { isOperator: !isOperator } }),
      report: t.operatorToast(name, !isOperator),
    }
  if (asked === 'signOut')
    return {
      action: t.signOutOf(name),
      why: t.signOutWhy,
      change: () => api.POST('/members/{id}/sign-out', { params, body: {} }),
      report: t.signOutToast(name),
    }
  return {
    action: t.removeAction(name),
    why: t.removeWhy,
    change: () => api.POST('/members/{id}/remove', { params, body: {} }),
    report: t.removedToast(name),
  }
}

/** What an owner does with a member. */
export function ManageMember({ member, onChange, onClose }: ManageMemberProps) {
  const { id, name, email, isOperator } = member
  const [resetsFactor, setResetsFactor] = useState(false)
  const [link, setLink] = useState<NewLink>()
  const [asks, setAsks] = useState<Asked>()
  const work: Work = useAction(async (change, report) => {
    await change()
    toast(report)
    onChange()
    onClose()
  })
  const reset = useAction(async () => {
    const made = api.POST('/members/{id}/reset-link', {
      params: { path: { id } },
      body: { secondFactor: resetsFactor },
    })
    setLink(await read(made))
  })
  if (link) return <OneTimeLink link={link} email={email} onClose={onClose} />
  if (asks) {
    const { action, why, change, report, isDanger = true } = questionOf(asks, member)
    const answer: Action<[]> = { ...work, run: () => work.run(change, report) }
    return (
      <ConfirmDialog title={`${action}?`} action={action} isDanger={isDanger} work={answer} onClose={onClose}>
        <p>{why}</p>
      </ConfirmDialog>
    )
  }
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
        {session.value?.member.isOperator && (
          <>
            <p class="hint">{t.operatorWhy}</p>
            <Button onClick={() => setAsks('operator')}>{isOperator ? t.endOperator : t.makeOperator}</Button>
            <hr />
          </>
        )}
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
            t.roleToast(name, en.common.roles[role].toLowerCase()),
          )
        }
      >
        {t.changeRole}
      </Button>
    </>
  )
}
