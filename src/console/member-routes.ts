import * as v from 'valibot'
import { requireManager, requireOperator, requireOwner } from '../access/actor.ts'
import { createResetLink } from '../access/change-password.ts'
import { inviteMember, revokeInvite } from '../access/invites.ts'
import { listInvites, type NewLink } from '../access/member-links.ts'
import { listMembers } from '../access/members.ts'
import { changeOperator, changeRole, signMemberOut } from '../access/memberships.ts'
import { removeMemberFrom } from '../conversations/assign.ts'
import { type Route, route } from '../http/route.ts'
import { email, flag, id, int, text, time } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { toIso, toIsoOrNull } from '../lib/time.ts'
import { lastMail } from '../mail/mails.ts'
import { INVITE_MAIL, mailInvite, mailReset } from '../mail/member-links.ts'
import { member } from './credentials.ts'
import { exampleMail, mailSchema, showMail } from './mail-schemas.ts'
import { nothing, role, TAG } from './schemas.ts'
import { requireConfirmed } from './sign-in.ts'

/** Shared by all routes of this file. */
const ours = { tag: TAG, credential: member, limits: ['calls'] } satisfies Partial<Route>
const ofMember = v.object({ id: id('The member.') })

const list = route({
  ...ours,
  method: 'GET',
  path: '/members',
  operationId: 'listMembers',
  summary: 'List the members of the workspace, and its open invites',
  status: 200,
  response: {
    schema: object('Members', {
      members: array(
        object('Member', {
          id: id(),
          name: text(),
          email: text(),
          role: role(),
          isOperator: flag(),
          hasSecondFactor: flag(),
          sessions: int('How many browsers they are signed in with.'),
          lastUsedAt: optional(time()),
          isYou: flag(),
        }),
        1_000,
      ),
      invites: array(
        object('Invite', {
          id: id(),
          email: text(),
          role: role(),
          createdBy: text('Who invited them.'),
          createdAt: time(),
          expiresAt: time(),
          mail: optional(mailSchema),
        }),
        1_000,
      ),
    }),
    example: {
      members: [
        {
          id: 'mem_0VbaaJfV00007x0000Rb2mQvT9',
          name: 'Ada Lovelace',
          email: 'ada@shop.example',
          role: 'owner',
          isOperator: true,
          hasSecondFactor: true,
          sessions: 1,
          lastUsedAt: '2026-03-01T09:30:00.000Z',
          isYou: true,
        },
      ],
      invites: [
        {
          id: 'link_0VbaaJfV00007x0000Rb2mQvT9',
          email: 'ben@shop.example',
          role: 'agent',
          createdBy: 'ada@shop.example',
          createdAt: '2026-03-01T09:30:00.000Z',
          expiresAt: '2026-03-04T09:30:00.000Z',
          mail: exampleMail,
        },
      ],
    },
  },
  errors: [],
  handler: async ({ workspace, holder, actor, store, clock }) => {
    requireManager(actor)
    const [members, invites] = await Promise.all([
      listMembers(store.read, workspace.id),
      listInvites(store.read, workspace.id, clock.now()),
    ])
    return {
      members: members.map((each) => ({
        ...each,
        lastUsedAt: toIsoOrNull(each.lastUsedAt),
        isYou: each.id === holder.memberId,
      })),
      invites: await Promise.all(
        invites.map(async ({ id, email, role, createdBy, createdAt, expiresAt }) => ({
          ...{ id, email, role, createdBy, createdAt: toIso(createdAt), expiresAt: toIso(expiresAt) },
          mail: showMail(await lastMail(store.read, { kind: INVITE_MAIL, about: id })),
        })),
      ),
    }
  },
})

const linkResponse = {
  schema: object('NewLink', {
    id: id(),
    token: text('Shown this once.'),
    fragment: text('What comes after the `#` in the address of the page.'),
    expiresAt: time(),
    isMailed: flag('Whether it is also mailed.'),
  }),
  example: {
    id: 'link_0VbaaJfV00007x0000Rb2mQvT9',
    token: 'x7Rb2mQvT9aLpx7Rb2mQvT9aLpx',
    fragment: 'invite=x7Rb2mQvT9aLpx7Rb2mQvT9aLpx',
    expiresAt: '2026-03-04T09:30:00.000Z',
    isMailed: false,
  },
}

function showLink({ expiresAt, ...link }: NewLink, isMailed: boolean): object {
  return { ...link, expiresAt: toIso(expiresAt), isMailed }
}

const invite = route({
  ...ours,
  method: 'POST',
  path: '/members/invite',
  operationId: 'inviteMember',
  summary: 'Create an invite link',
  description: 'It is also mailed where the server sends e-mail. An earlier link for the same e-mail address ends.',
  body: {
    schema: object('NewInvite', { email: email('Whom it is for, and their name to sign in with.'), role: role() }),
    size: 'widget',
    example: { email: 'ben@shop.example', role: 'agent' },
  },
  status: 200,
  response: linkResponse,
  errors: ['CONFLICT'],
  handler: async ({ body, workspace, holder, actor, store, clock }) => {
    const now = clock.now()
    requireManager(actor)
    requireConfirmed(holder, now)
    const wanted = { ...body, workspaceId: workspace.id }
    return store.write(async (tx) => {
      const link = await inviteMember(tx, actor, wanted, now)
      return showLink(link, await mailInvite(tx, { workspaceId: workspace.id, link, email: body.email }, now))
    })
  },
})

const revoke = route({
  ...ours,
  method: 'POST',
  path: '/invites/{id}/revoke',
  operationId: 'revokeInvite',
  summary: 'End an invite',
  params: v.object({ id: id('The invite.') }),
  body: nothing,
  status: 204,
  errors: ['NOT_FOUND'],
  handler: ({ params, workspace, actor, store, clock }) =>
    store.write((tx) => revokeInvite(tx, actor, { workspaceId: workspace.id, id: params.id }, clock.now())),
})

const setRole = route({
  ...ours,
  method: 'POST',
  path: '/members/{id}/role',
  operationId: 'changeRole',
  summary: 'Give a member another role',
  description: 'They are signed out everywhere. Only operators can do this to an operator.',
  params: ofMember,
  body: { schema: object('RoleChange', { role: role() }), size: 'widget', example: { role: 'admin' } },
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: ({ params, body, workspace, holder, actor, store, clock }) => {
    const now = clock.now()
    requireOwner(actor)
    requireConfirmed(holder, now)
    const change = { workspaceId: workspace.id, memberId: params.id, role: body.role }
    return store.write((tx) => changeRole(tx, actor, change, now))
  },
})

const remove = route({
  ...ours,
  method: 'POST',
  path: '/members/{id}/remove',
  operationId: 'removeMember',
  summary: 'Remove a member from the workspace',
  description:
    'They are signed out everywhere. A member without another workspace is deleted. Only operators can do this to an operator.',
  params: ofMember,
  body: nothing,
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: ({ params, workspace, holder, actor, store, clock }) => {
    const now = clock.now()
    requireOwner(actor)
    requireConfirmed(holder, now)
    return store.write((tx) => removeMemberFrom(tx, actor, { workspaceId: workspace.id, memberId: params.id }, now))
  },
})

const setOperator = route({
  ...ours,
  method: 'POST',
  path: '/members/{id}/operator',
  operationId: 'changeOperator',
  summary: 'Set whether a member is an operator of the installation',
  description: 'They are signed out everywhere. The last operator stays one.',
  params: ofMember,
  body: {
    schema: object('OperatorChange', { isOperator: flag() }),
    size: 'widget',
    example: { isOperator: true },
  },
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: ({ params, body: { isOperator }, workspace, holder, actor, store, clock }) => {
    const now = clock.now()
    requireOperator(actor)
    requireConfirmed(holder, now)
    const change = { workspaceId: workspace.id, memberId: params.id, isOperator }
    return store.write((tx) => changeOperator(tx, actor, change, now))
  },
})

const signOut = route({
  ...ours,
  method: 'POST',
  path: '/members/{id}/sign-out',
  operationId: 'signMemberOut',
  summary: 'Sign a member out everywhere',
  description: 'Only operators can do this to an operator.',
  params: ofMember,
  body: nothing,
  status: 204,
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, holder, actor, store, clock }) => {
    const now = clock.now()
    requireOwner(actor)
    requireConfirmed(holder, now)
    await store.write((tx) => signMemberOut(tx, actor, { workspaceId: workspace.id, memberId: params.id }, now))
  },
})

const resetLink = route({
  ...ours,
  method: 'POST',
  path: '/members/{id}/reset-link',
  operationId: 'createResetLink',
  summary: 'Create a link to set a new password',
  params: ofMember,
  body: {
    schema: object('NewReset', {
      secondFactor: optional(flag('Whether it switches their second factor off too, for a lost phone.')),
    }),
    size: 'widget',
    example: { secondFactor: false },
  },
  status: 200,
  response: linkResponse,
  errors: ['NOT_FOUND'],
  handler: async ({ params, body, workspace, holder, actor, store, clock }) => {
    const now = clock.now()
    requireOwner(actor)
    requireConfirmed(holder, now)
    const wanted = { workspaceId: workspace.id, memberId: params.id, secondFactor: body.secondFactor ?? false }
    return store.write(async (tx) => {
      const link = await createResetLink(tx, actor, wanted, now)
      return showLink(link, await mailReset(tx, { ...wanted, link }, now))
    })
  },
})

export const memberRoutes: Route[] = [list, invite, revoke, setRole, remove, setOperator, signOut, resetLink]
