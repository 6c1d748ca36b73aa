import { redeemResetLink } from '../access/change-password.ts'
import { setUpFirstOwner } from '../access/first-owner.ts'
import { acceptInvite, isForMember, joinByInvite } from '../access/invites.ts'
import { findLink } from '../access/member-links.ts'
import { createSession, switchWorkspace } from '../access/member-sessions.ts'
import { checkNewPassword } from '../access/passwords.ts'
import { keepNetwork, type SignInServices } from '../access/sign-in.ts'
import { getWorkspace } from '../access/workspaces.ts'
import { confirmAddress } from '../events/confirm-address.ts'
import { type Route, route } from '../http/route.ts'
import { choice, email, flag, someText, text, time } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import type { Reader, Tx } from '../store/store.ts'
import { type Browser, member, visitor } from './credentials.ts'
import { password, role, sessionOf, sessionResponse, showSession, TAG, token } from './schemas.ts'
import { signInPart } from './sign-in.ts'

/** Runs `work` for somebody with a link: a link that does not exist counts as a guess, apart from guesses at passwords. */
function withLink<T>({ limits }: SignInServices, network: string, work: () => Promise<T>): Promise<T> {
  return limits.try({ by: 'link', network }, work)
}

const TOKEN = 'x7Rb2mQvT9aLpx7Rb2mQvT9aLpx'

const linkToken = {
  schema: object('LinkToken', { token: token() }),
  size: 'widget',
  example: { token: TOKEN },
} as const

const showLink = route({
  method: 'POST',
  path: '/links/show',
  tag: TAG,
  operationId: 'showLink',
  summary: 'Show the purpose of a one-time link',
  description: 'The link can still be used afterwards.',
  credential: visitor,
  limits: ['unauthorized'],
  body: linkToken,
  status: 200,
  response: {
    schema: object('Link', {
      kind: choice(['setup', 'invite', 'reset']),
      workspace: optional(object('LinkWorkspace', { name: text() })),
      role: optional(role()),
      email: optional(text('Whom it is for; null for the first owner.')),
      name: optional(text('Whose password it sets.')),
      isMember: flag('Whether somebody with this e-mail has an account: they sign in, and then join.'),
      expiresAt: time(),
    }),
    example: {
      kind: 'invite',
      workspace: { name: 'shop' },
      role: 'agent',
      email: 'ben@shop.example',
      name: null,
      isMember: false,
      expiresAt: '2026-03-04T09:30:00.000Z',
    },
  },
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  handler: ({ body, holder, part, store, clock }) =>
    withLink(part(signInPart).services, holder.network, () => describeLink(store.read, body.token, clock.now())),
})

async function describeLink(reader: Reader, linkToken: string, now: number): Promise<object> {
  const link = await findLink(reader, linkToken, now)
  const { kind, workspaceId, memberId, role, expiresAt } = link
  const person =
    memberId === null
      ? undefined
      : await reader.get<{ name: string; email: string }>('SELECT name, email FROM members WHERE id = ?', memberId)
  const workspace = kind === 'reset' || workspaceId === null ? null : await getWorkspace(reader, workspaceId)
  return {
    kind,
    workspace: workspace && { name: workspace.name },
    role,
    email: link.email ?? person?.email ?? null,
    name: person?.name ?? null,
    isMember: await isForMember(reader, link),
    expiresAt: toIso(expiresAt),
  }
}

const setup = route({
  method: 'POST',
  path: '/setup',
  tag: TAG,
  operationId: 'setUp',
  summary: 'Sign up as the first owner',
  credential: visitor,
  limits: ['unauthorized'],
  body: {
    schema: object('Setup', {
      token: token(),
      name: someText('Name of the person.', 255),
      email: email('The name to sign in with.'),
      password: password(),
      shop: optional(someText("The shop's name, which the workspace gets.", 255)),
    }),
    size: 'widget',
    example: {
      token: TOKEN,
      name: 'Ada Lovelace',
      email: 'ada@shop.example',
      password: 'correct horse battery',
      shop: 'Wool & Co',
    },
  },
  status: 200,
  response: sessionResponse,
  errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  handler: ({ body: { password, shop, ...person }, holder, part, clock, answerHeaders }) =>
    join(part(signInPart).services, { browser: holder, answerHeaders, token: person.token, password }, (tx, hash) =>
      setUpFirstOwner(tx, { ...person, password: hash, shop: shop ?? undefined, origin: holder.address }, clock.now()),
    ),
})

const accept = route({
  method: 'POST',
  path: '/invites/accept',
  tag: TAG,
  operationId: 'acceptInvite',
  summary: 'Join a workspace with a new account',
  credential: visitor,
  limits: ['unauthorized'],
  body: {
    schema: object('Acceptance', { token: token(), name: someText('Name of the person.', 255), password: password() }),
    size: 'widget',
    example: { token: TOKEN, name: 'Ben', password: 'correct horse battery' },
  },
  status: 200,
  response: sessionResponse,
  errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  handler: ({ body: { password, ...person }, holder, part, clock, answerHeaders }) =>
    join(part(signInPart).services, { browser: holder, answerHeaders, token: person.token, password }, (tx, hash) =>
      acceptInvite(tx, { ...person, password: hash, origin: holder.address }, clock.now()),
    ),
})

interface Joining {
  browser: Browser
  answerHeaders: Record<string, string>
  token: string
  password: string
}

/** Creates an account with a link and a new password, and signs it in. */
function join(
  services: SignInServices,
  { browser, answerHeaders, token: linkToken, password: chosen }: Joining,
  enter: (tx: Tx, hash: string) => Promise<{ memberId: string; workspaceId: string }>,
): Promise<object> {
  const { store, clock, passwords } = services
  return withLink(services, browser.network, async () => {
    // Before the hashing, which is expensive and must not be available to strangers.
    await findLink(store.read, linkToken, clock.now())
    checkNewPassword(chosen)
    const hash = await passwords.hash(chosen)
    const now = clock.now()
    const session = await store.write(async (tx) => {
      const { memberId, workspaceId } = await enter(tx, hash)
      await keepNetwork(tx, memberId, browser.network, now)
      return createSession(tx, { memberId, workspaceId, visitor: browser }, now)
    })
    answerHeaders['set-cookie'] = browser.cookie(session.token)
    return sessionOf(store.read, session.token, now)
  })
}

const joinRoute = route({
  method: 'POST',
  path: '/invites/join',
  tag: TAG,
  operationId: 'joinByInvite',
  summary: 'Join another workspace',
  description: 'For a person who already has an account with the e-mail address of the invite.',
  credential: member,
  limits: ['calls'],
  body: linkToken,
  status: 200,
  response: sessionResponse,
  errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  handler: ({ body, holder, part, store, clock }) =>
    withLink(part(signInPart).services, holder.browser.network, async () => {
      const now = clock.now()
      const { memberId, email: own, browser } = holder
      const joined = await store.write(async (tx) => {
        const { workspaceId } = await joinByInvite(
          tx,
          { token: body.token, memberId, email: own, origin: browser.address },
          now,
        )
        return { workspaceId, role: await switchWorkspace(tx, holder, workspaceId) }
      })
      return showSession(store.read, { ...holder, ...joined }, now)
    }),
})

const redeem = route({
  method: 'POST',
  path: '/resets/redeem',
  tag: TAG,
  operationId: 'redeemReset',
  summary: 'Set a new password with a link',
  description: 'All sessions of the member end. They sign in with the new password.',
  credential: visitor,
  limits: ['unauthorized'],
  body: {
    schema: object('Reset', { token: token(), password: password() }),
    size: 'widget',
    example: { token: TOKEN, password: 'correct horse battery' },
  },
  status: 204,
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  handler: ({ body: { token: linkToken, password: chosen }, holder, part, store, clock }) => {
    const { services } = part(signInPart)
    return withLink(services, holder.network, async () => {
      await findLink(store.read, linkToken, clock.now())
      checkNewPassword(chosen)
      const hash = await services.passwords.hash(chosen)
      const reset = { token: linkToken, password: hash, origin: holder.address }
      await store.write((tx) => redeemResetLink(tx, reset, clock.now()))
    })
  },
})

const confirmMailbox = route({
  method: 'POST',
  path: '/event-addresses/confirm',
  tag: TAG,
  operationId: 'confirmEventAddress',
  summary: 'Confirm an e-mail address that gets events',
  credential: visitor,
  limits: ['unauthorized'],
  body: linkToken,
  status: 200,
  response: { schema: object('ConfirmedAddress', { workspace: text() }), example: { workspace: 'shop' } },
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  handler: ({ body, holder, part, store, clock }) =>
    withLink(part(signInPart).services, holder.network, async () => ({
      workspace: await store.write((tx) => confirmAddress(tx, body.token, clock.now())),
    })),
})

export const linkRoutes: Route[] = [showLink, setup, accept, joinRoute, redeem, confirmMailbox]
