import { api, read } from '../api.ts'
import type { Link } from '../api-types.ts'
import { leaveLink, type OneTimeLink, oneTimeLink } from '../one-time-link.ts'
import { CommandBlock } from '../parts/copy.tsx'
import { Door } from '../parts/door.tsx'
import { Loading, Problem, ReadableNotice } from '../parts/notice.tsx'
import { useData } from '../parts/use-data.ts'
import { SignInAgain } from '../sign-in/again.tsx'
import { en } from '../texts/en.ts'
import { ConfirmAddress } from './confirm-address.tsx'
import { Invite } from './invite.tsx'
import { Reset } from './reset.tsx'
import { Setup } from './setup.tsx'

const { link: t } = en

/** What somebody sees who opens a one-time link: the first owner, somebody who is invited, or who has lost their password. */
export default function LinkPage() {
  const link = oneTimeLink.value
  if (link?.kind === 'confirm') return <ConfirmAddress key={link.token} token={link.token} />
  return link && <OfLink key={link.token} kind={link.kind} token={link.token} />
}

type Kind = Exclude<OneTimeLink['kind'], 'confirm'>

function OfLink({ kind, token }: { kind: Kind; token: string }) {
  const { data, error, reload } = useData(() => read(api.POST('/links/show', { body: { token } })), token)
  if (error?.reason === 'no_such_link') return <Over kind={kind} />
  if (!data)
    return <Door title={t.title[kind]}>{error ? <Problem error={error} onRetry={reload} /> : <Loading />}</Door>
  return (
    <Door title={titleOf(data)}>
      <ReadableNotice />
      <FormOf link={data} token={token} />
      <SignInAgain />
    </Door>
  )
}

function titleOf({ kind, workspace }: Link): string {
  return kind === 'invite' && workspace ? t.joinTitle(workspace.name) : t.title[kind]
}

function FormOf({ link, token }: { link: Link; token: string }) {
  if (link.kind === 'setup') return <Setup link={link} token={token} />
  return link.kind === 'invite' ? <Invite link={link} token={token} /> : <Reset link={link} token={token} />
}

/** A link works once. */
function Over({ kind }: { kind: Kind }) {
  return (
    <Door title={t.over}>
      <p>{t.overWhy[kind]}</p>
      <CommandBlock>{t.overCommand[kind]}</CommandBlock>
      <p>
        <button type="button" class="button" onClick={leaveLink}>
          {t.toSignIn}
        </button>
      </p>
    </Door>
  )
}
