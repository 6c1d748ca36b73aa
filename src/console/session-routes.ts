import { endSession, markConfirmed, switchWorkspace } from '../access/member-sessions.ts'
import { hasOwner } from '../access/members.ts'
import { requirePassword, signIn } from '../access/sign-in.ts'
import { nameOfOnlyShop } from '../access/workspaces.ts'
import { type Route, route } from '../http/route.ts'
import { conflict } from '../lib/errors.ts'
import { flag, id, int, text } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import { mailForgotten } from '../mail/member-links.ts'
import { isMailOn } from '../mail/setup.ts'
import { member, visitor } from './credentials.ts'
import { nothing, password, sessionOf, sessionResponse, showSession, TAG } from './schemas.ts'
import { signInPart } from './sign-in.ts'

const state = route({
  method: 'GET',
  path: '/state',
  tag: TAG,
  operationId: 'showState',
  summary: 'Show the data of the sign-in page',
  credential: visitor,
  limits: ['pages'],
  status: 200,
  response: {
    schema: object('State', {
      hasOwner: flag('Whether somebody owns a workspace; where nobody does, the first owner needs a link.'),
      readable: flag('Whether others on the way may read a password that is typed in here.'),
      canReset: flag('Whether a link for a new password can be mailed.'),
      title: text('How the operator calls this server.'),
      shop: optional(text('The name of its shop, if it has one alone.')),
    }),
    example: { hasOwner: true, readable: false, canReset: true, title: 'storewire', shop: 'Wool & Co' },
  },
  errors: [],
  handler: async ({ store, holder, part }) => ({
    hasOwner: await hasOwner(store.read),
    readable: holder.isReadable,
    canReset: await isMailOn(store.read),
    title: part(signInPart).title,
    shop: await nameOfOnlyShop(store.read),
  }),
})

const signInRoute = route({
  method: 'POST',
  path: '/sign-in',
  tag: TAG,
  operationId: 'signIn',
  summary: 'Sign in',
  description:
    'Sets the cookie of the session. A member with a second factor gets a 401 `code_needed` behind the right password: send all three then.',
  credential: visitor,
  limits: ['unauthorized'],
  body: {
    schema: object('SignIn', {
      email: text('The name to sign in with.'),
      password: text('The password.'),
      code: optional(text('Six digits of the app, or a recovery code.', 100)),
    }),
    size: 'widget',
    example: { email: 'ada@shop.example', password: 'correct horse battery' },
  },
  status: 200,
  response: sessionResponse,
  errors: ['TOO_MANY_REQUESTS'],
  handler: async ({ body: { email, password, code }, holder, part, store, clock, answerHeaders }) => {
    const { services } = part(signInPart)
    const { token } = await signIn(services, { email, password, code: code ?? undefined, from: holder })
    answerHeaders['set-cookie'] = holder.cookie(token)
    return sessionOf(store.read, token, clock.now())
  },
})

const forgotten = route({
  method: 'POST',
  path: '/forgotten',
  tag: TAG,
  operationId: 'askForPassword',
  summary: 'Mail a link for a new password to an address, if it is that of a member',
  description:
    'The response is the same for every address, and takes as long. At most 3 mails an hour an address. Operators get a link by the command line alone.',
  credential: visitor,
  limits: ['unauthorized'],
  body: {
    schema: object('Forgotten', { email: text('The name to sign in with.', 1_000) }),
    size: 'widget',
    example: { email: 'ada@shop.example' },
  },
  status: 202,
  response: {
    schema: object('ForgottenNoted', { minutes: int('How long the link is valid.') }),
    example: { minutes: 30 },
  },
  errors: ['CONFLICT', 'TOO_MANY_REQUESTS'],
  handler: async ({ body: { email }, holder, part, store, clock }) => {
    if (!(await isMailOn(store.read)))
      throw conflict('mail_off', 'This server sends no e-mail. Ask an owner for a link.')
    part(signInPart).resets.take(holder.network)
    await store.write((tx) => mailForgotten(tx, { email, address: holder.address }, clock.now()))
    return { minutes: 30 }
  },
})

const signOut = route({
  method: 'POST',
  path: '/sign-out',
  tag: TAG,
  operationId: 'signOut',
  summary: 'Sign this browser out',
  credential: member,
  limits: ['calls'],
  body: nothing,
  status: 204,
  errors: [],
  handler: async ({ holder, store, answerHeaders }) => {
    await store.write((tx) => endSession(tx, holder.memberId, holder.sessionId))
    answerHeaders['set-cookie'] = holder.browser.cookie()
  },
})

const session = route({
  method: 'GET',
  path: '/session',
  tag: TAG,
  operationId: 'showSession',
  summary: 'Show who is signed in, and in which workspace',
  credential: member,
  limits: ['calls'],
  status: 200,
  response: sessionResponse,
  errors: [],
  handler: ({ holder, store, clock }) => showSession(store.read, holder, clock.now()),
})

const chooseWorkspace = route({
  method: 'POST',
  path: '/session/workspace',
  tag: TAG,
  operationId: 'chooseWorkspace',
  summary: 'Switch to another workspace',
  credential: member,
  limits: ['calls'],
  body: {
    schema: object('WorkspaceChoice', { workspaceId: id('One of `workspaces` of the session.') }),
    size: 'widget',
    example: { workspaceId: 'org_0VbaaJfV00007x0000Rb2mQvT9' },
  },
  status: 200,
  response: sessionResponse,
  errors: ['NOT_FOUND'],
  handler: async ({ body: { workspaceId }, holder, store, clock }) => {
    const role = await store.write((tx) => switchWorkspace(tx, holder, workspaceId))
    return showSession(store.read, { ...holder, workspaceId, role }, clock.now())
  },
})

const confirm = route({
  method: 'POST',
  path: '/confirm',
  tag: TAG,
  operationId: 'confirmPassword',
  summary: 'Confirm the password',
  description: 'For ten minutes, calls that otherwise get a 403 `password_needed` are allowed.',
  credential: member,
  limits: ['calls'],
  body: {
    schema: object('Confirmation', { password: password() }),
    size: 'widget',
    example: { password: 'correct horse battery' },
  },
  status: 200,
  response: sessionResponse,
  errors: ['TOO_MANY_REQUESTS'],
  handler: async ({ body, holder, part, store, clock }) => {
    const { services } = part(signInPart)
    const { email, sessionId, browser } = holder
    await requirePassword(services, { email, sessionId, password: body.password, from: browser })
    const now = clock.now()
    await store.write((tx) => markConfirmed(tx, holder.sessionId, now))
    return showSession(store.read, { ...holder, confirmedAt: now }, now)
  },
})

export const sessionRoutes: Route[] = [state, signInRoute, forgotten, signOut, session, chooseWorkspace, confirm]
