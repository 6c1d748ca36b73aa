import type { Member } from '../api-types.ts'
import { en } from '../texts/en.ts'

const { members: t } = en
export type Role = Member['role']
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
    <fieldset class="choices">
      <legend>{t.role}</legend>
      {roles
        .filter((role) => offered.includes(role))
        .map((role) => (
          <label key={role} class="choice">
            <input type="radio" name="role" checked={value === role} onChange={() => onChange(role)} />
            <span>
              {t.roles[role]}
              <span class="hint">{t.roleHelp[role]}</span>
            </span>
          </label>
        ))}
    </fieldset>
  )
}
