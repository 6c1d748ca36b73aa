import { type Command, Option } from 'commander'
import { listSessions, type MemberSession } from '../../access/member-sessions.ts'
import { signMemberOut } from '../../access/memberships.ts'
import { toIso } from '../../lib/time.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { memberByEmail } from '../kit/members.ts'
import { type CommonOptions, workspaceCommand } from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'

export function addSessions(command: Command): void {
  workspaceCommand(command.command('sessions <email>'))
    .description('list the browsers in which a member is signed in, or end all of these sessions')
    .addOption(
      new Option('--end', 'sign the member out everywhere; a running server obeys within a second').default(false),
    )
    .action(
      async (email: string, { db, json, workspace, end }: CommonOptions & { workspace?: string; end: boolean }) => {
        const found = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
          const { id: memberId } = await memberByEmail(store.read, workspaceId, email)
          const now = clock.now()
          const sessions = await listSessions(store.read, memberId, now)
          if (end) await store.write((tx) => signMemberOut(tx, operator(), { workspaceId, memberId }, now))
          return sessions
        })
        if (json) printJson(end ? { ended: found.length } : found.map(forScripts))
        else if (end) print(`${found.length} sessions of ${email} are over.`)
        else
          await printTable(
            ['ID', 'SIGNED IN', 'LAST USED', 'ADDRESS', 'BROWSER'],
            found.map(forScripts).map((each) => [each.id, each.createdAt, each.lastUsedAt, each.address, each.browser]),
          )
      },
    )
}

/** Times leave the program as ISO-8601 in UTC. */
function forScripts({ createdAt, lastUsedAt, ...session }: MemberSession) {
  return { ...session, createdAt: toIso(createdAt), lastUsedAt: toIso(lastUsedAt) }
}
