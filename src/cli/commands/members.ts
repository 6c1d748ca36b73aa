import { text } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import { type Role, roles } from '../../access/actor.ts'
import { createResetLink } from '../../access/change-password.ts'
import { createMember, createSetupLink } from '../../access/first-owner.ts'
import { inviteMember } from '../../access/invites.ts'
import { listInvites } from '../../access/member-links.ts'
import { listMembers } from '../../access/members.ts'
import { changeOperator, changeRole } from '../../access/memberships.ts'
import { checkNewPassword, createPasswords } from '../../access/passwords.ts'
import { removeMemberFrom } from '../../conversations/assign.ts'
import { DomainError } from '../../lib/errors.ts'
import { toIso, toIsoOrNull } from '../../lib/time.ts'
import { mailInvite, mailReset } from '../../mail/member-links.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { memberByEmail, printLink } from '../kit/members.ts'
import { consoleUrlOption, onOff, type WorkspaceOptions, workspaceCommand } from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'
import { addNotifications } from './member-notifications.ts'
import { addSessions } from './member-sessions.ts'

type LinkOptions = WorkspaceOptions & { url: string }

const roleOption = (fallback?: Role) => {
  const option = new Option('--role <role>', 'what they may do in the workspace').choices(roles)
  return fallback === undefined ? option : option.default(fallback)
}
const ownerOption = () => new Option('--owner', 'short for --role owner')

export function membersCommand(): Command {
  const command = new Command('members').description('the people who sign in to the console')
  addList(command)
  addInvite(command)
  addCreate(command)
  addRole(command)
  addRemove(command)
  addResetLink(command)
  addSessions(command)
  addNotifications(command)
  return command
}

function addList(command: Command): void {
  workspaceCommand(command.command('list'))
    .description('list the members of a workspace, and its open invites')
    .action(async ({ db, json, workspace }: WorkspaceOptions) => {
      const { members, invites } = await withWorkspace({ db, workspace }, async (store, id, clock) => ({
        members: await listMembers(store.read, id),
        invites: await listInvites(store.read, id, clock.now()),
      }))
      if (json) {
        printJson({
          members: members.map((member) => ({ ...member, lastUsedAt: toIsoOrNull(member.lastUsedAt) })),
          invites: invites.map(({ id, email, role, createdBy, createdAt, expiresAt }) => ({
            ...{ id, email, role, createdBy, createdAt: toIso(createdAt), expiresAt: toIso(expiresAt) },
          })),
        })
        return
      }
      const people = members.map((member) => [
        ...[member.email, member.name, member.isOperator ? `${member.role}, operator` : member.role],
        ...[member.hasSecondFactor ? 'on' : 'off', String(member.sessions), toIsoOrNull(member.lastUsedAt) ?? 'never'],
      ])
      const invited = invites.map(({ email, role, expiresAt }) => [
        ...[email ?? '', '', role ?? '', '', '', `invited until ${toIso(expiresAt)}`],
      ])
      await printTable(['EMAIL', 'NAME', 'ROLE', 'SECOND FACTOR', 'SESSIONS', 'LAST USED'], [...people, ...invited])
    })
}

function addInvite(command: Command): void {
  workspaceCommand(command.command('invite'))
    .argument('[email]', 'the name to sign in with; the first owner chooses it')
    .description(
      'make a link with which somebody joins a workspace, valid for 72 hours; 30 minutes for the first owner',
    )
    .addOption(roleOption('agent'))
    .addOption(ownerOption().implies({ role: 'owner' }))
    .addOption(consoleUrlOption())
    .action(async (email: string | undefined, { db, json, workspace, role, url }: LinkOptions & { role: Role }) => {
      const link = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
        const [actor, now] = [operator(), clock.now()]
        if (email === undefined && role !== 'owner') throw noEmail()
        return store.write(async (tx) => {
          if (email === undefined) return { link: await createSetupLink(tx, actor, workspaceId, now), isMailed: false }
          const link = await inviteMember(tx, actor, { workspaceId, email, role }, now)
          return { link, isMailed: await mailInvite(tx, { workspaceId, link, email }, now) }
        })
      })
      printLink(link, url, json)
    })
}

function noEmail(): DomainError {
  return new DomainError('BAD_REQUEST', 'no_email', 'Name the e-mail address of the person to invite.')
}

function addCreate(command: Command): void {
  workspaceCommand(command.command('create <email>'))
    .description('add a member with a password, for scripts; people are better invited')
    .requiredOption('--name <name>', "the person's name")
    .requiredOption('--password-stdin', 'read the password from standard input: others on this machine see arguments')
    .addOption(roleOption('agent'))
    .addOption(ownerOption().implies({ role: 'owner' }))
    .action(async (email: string, options: WorkspaceOptions & { name: string; role: Role }, command: Command) => {
      const { db, json, workspace, name, role } = options
      if (process.stdin.isTTY) command.error('error: Standard input is a terminal: pipe the password into it.')
      const typed = (await text(process.stdin)).replace(/\r?\n$/, '')
      checkNewPassword(typed)
      const password = await createPasswords().hash(typed)
      const member = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
        const person = { workspaceId, name, email, password, role }
        return store.write((tx) => createMember(tx, operator(), person, clock.now()))
      })
      if (json) printJson({ ...member, name, role })
      else print(`${member.email} is ${role}${member.isOperator ? ' and operator' : ''}.`)
    })
}

function addRole(command: Command): void {
  workspaceCommand(command.command('role <email> [role]'))
    .description(`give a member another role (${roles.join(', ')}), or make them an operator; they are signed out`)
    .addOption(new Option('--operator <on|off>', 'whether they run the installation').argParser(onOff))
    .action(
      async (
        email: string,
        wanted: string | undefined,
        { db, json, workspace, operator: isOperator }: WorkspaceOptions & { operator?: boolean },
        command: Command,
      ) => {
        const role = roles.find((known) => known === wanted)
        if (role === undefined && (wanted !== undefined || isOperator === undefined))
          command.error(`error: Name the role: ${roles.join(', ')}.`)
        const changed = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
          const { id: memberId } = await memberByEmail(store.read, workspaceId, email)
          const [actor, now] = [operator(), clock.now()]
          await store.write(async (tx) => {
            if (role !== undefined) await changeRole(tx, actor, { workspaceId, memberId, role }, now)
            if (isOperator !== undefined) await changeOperator(tx, actor, { workspaceId, memberId, isOperator }, now)
          })
          return memberByEmail(store.read, workspaceId, email)
        })
        if (json) printJson(changed)
        else print(`${changed.email} is ${changed.role}${changed.isOperator ? ' and operator' : ''}.`)
      },
    )
}

function addRemove(command: Command): void {
  workspaceCommand(command.command('remove <email>'))
    .description('take a member out of a workspace; they are signed out')
    .action(async (email: string, { db, json, workspace }: WorkspaceOptions) => {
      const removed = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
        const member = await memberByEmail(store.read, workspaceId, email)
        await store.write((tx) => removeMemberFrom(tx, operator(), { workspaceId, memberId: member.id }, clock.now()))
        return member
      })
      if (json) printJson({ id: removed.id, email: removed.email })
      else print(`${removed.email} is removed.`)
    })
}

function addResetLink(command: Command): void {
  workspaceCommand(command.command('reset-link <email>'))
    .description('make a link with which a member sets a new password, valid for 30 minutes')
    .addOption(new Option('--second-factor', 'switch their second factor off too, for a lost phone').default(false))
    .addOption(consoleUrlOption())
    .action(
      async (email: string, { db, json, workspace, url, secondFactor }: LinkOptions & { secondFactor: boolean }) => {
        const link = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
          const { id: memberId } = await memberByEmail(store.read, workspaceId, email)
          const wanted = { workspaceId, memberId, secondFactor }
          return store.write(async (tx) => {
            const link = await createResetLink(tx, operator(), wanted, clock.now())
            return { link, isMailed: await mailReset(tx, { ...wanted, link }, clock.now()) }
          })
        })
        printLink(link, url, json)
      },
    )
}
