import * as v from 'valibot'
import { changePassword } from '../access/change-password.ts'
import { createSession, endSession, listSessions } from '../access/member-sessions.ts'
import { signMemberOut } from '../access/memberships.ts'
import { checkNewPassword } from '../access/passwords.ts'
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '../access/second-factor.ts'
import { requirePassword } from '../access/sign-in.ts'
import { type Route, route } from '../http/route.ts'
import { flag, id, int, text, time } from '../lib/fields.ts'
import { array, object } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { member } from './credentials.ts'
import { nothing, password, sessionOf, sessionResponse, TAG } from './schemas.ts'
import { requireConfirmed, signInPart } from './sign-in.ts'

/** Shared by all routes of this file. */
const mine = { tag: TAG, credential: member, limits: ['calls'] } satisfies Partial<Route>

const setPassword = route({
  ...mine,
  method: 'POST',
  path: '/me/password',
  operationId: 'changePassword',
  summary: 'Change the password',
  description: 'Every other browser is signed out, and this one gets a new cookie.',
  body: {
    schema: object('PasswordChange', { password: text('The one until now.'), newPassword: password() }),
    size: 'widget',
    example: { password: 'correct horse battery', newPassword: 'staple battery horse' },
  },
  status: 200,
  response: sessionResponse,
  errors: ['TOO_MANY_REQUESTS'],
  handler: async ({ body, holder, actor, part, store, clock, answerHeaders }) => {
    const { services } = part(signInPart)
    const { memberId, sessionId, workspaceId, email, browser } = holder
    await requirePassword(services, { email, sessionId, password: body.password, from: browser })
    checkNewPassword(body.newPassword)
    const hash = await services.passwords.hash(body.newPassword)
    const now = clock.now()
    const { token } = await store.write(async (tx) => {
      await changePassword(tx, actor, { memberId, password: hash }, now)
      return createSession(tx, { memberId, workspaceId, visitor: browser }, now)
    })
    answerHeaders['set-cookie'] = browser.cookie(token)
    return sessionOf(store.read, token, now)
  },
})

const sessions = route({
  ...mine,
  method: 'GET',
  path: '/me/sessions',
  operationId: 'listMySessions',
  summary: 'List the browsers that are signed in',
  status: 200,
  response: {
    schema: object('Sessions', {
      sessions: array(
        object('BrowserSession', {
          id: id(),
          isThis: flag('Whether it is the browser that asks.'),
          createdAt: time(),
          lastUsedAt: time('To the minute.'),
          address: text('Where it signed in from.'),
          browser: text('What the browser says of itself.'),
        }),
        1_000,
      ),
    }),
    example: {
      sessions: [
        {
          id: 'mses_0VbaaJfV00007x0000Rb2mQvT9',
          isThis: true,
          createdAt: '2026-03-01T09:30:00.000Z',
          lastUsedAt: '2026-03-01T09:30:00.000Z',
          address: '203.0.113.7',
          browser: 'Mozilla/5.0',
        },
      ],
    },
  },
  errors: [],
  handler: async ({ holder, store, clock }) => {
    const found = await listSessions(store.read, holder.memberId, clock.now())
    return {
      sessions: found.map(({ id, createdAt, lastUsedAt, address, browser }) => ({
        id,
        isThis: id === holder.sessionId,
        createdAt: toIso(createdAt),
        lastUsedAt: toIso(lastUsedAt),
        address,
        browser,
      })),
    }
  },
})

const endOne = route({
  ...mine,
  method: 'POST',
  path: '/me/sessions/{id}/end',
  operationId: 'endMySession',
  summary: 'Sign another browser out',
  params: v.object({ id: id() }),
  body: nothing,
  status: 204,
  errors: ['NOT_FOUND'],
  handler: ({ params, holder, store }) => store.write((tx) => endSession(tx, holder.memberId, params.id)),
})

const everywhere = route({
  ...mine,
  method: 'POST',
  path: '/me/sign-out-everywhere',
  operationId: 'signOutEverywhere',
  summary: 'Sign out every browser, including this one',
  body: nothing,
  status: 204,
  errors: [],
  handler: async ({ holder, actor, store, clock, answerHeaders }) => {
    const { memberId, workspaceId } = holder
    await store.write((tx) => signMemberOut(tx, actor, { workspaceId, memberId }, clock.now()))
    answerHeaders['set-cookie'] = holder.browser.cookie()
  },
})

const startFactor = route({
  ...mine,
  method: 'POST',
  path: '/me/second-factor/start',
  operationId: 'startSecondFactor',
  summary: 'Set up a second factor',
  description: 'Nothing changes until the first code is confirmed. Starting again creates another secret.',
  body: nothing,
  status: 200,
  response: {
    schema: object('SecondFactor', {
      secret: text('For apps that take no QR code; base32.'),
      uri: text('What the QR code holds.'),
      qrCode: object('QrCode', {
        size: int('Modules of a side, with the margin.'),
        path: text('The dark modules, as an SVG path.', 20_000),
      }),
    }),
    example: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/storewire:ada%40shop.example?issuer=storewire&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
      qrCode: { size: 49, path: 'M2 2h1v1h-1zM3 2h1v1h-1z' },
    },
  },
  errors: ['CONFLICT'],
  handler: ({ holder, part, sealer, store, clock }) => {
    const now = clock.now()
    requireConfirmed(holder, now)
    const { memberId, email } = holder
    const factor = { memberId, email, issuer: part(signInPart).title }
    return store.write((tx) => startSecondFactor(tx, sealer, factor, now))
  },
})

/** Codes that are shown only once. */
const recoveryCodes = {
  schema: object('RecoveryCodes', {
    recoveryCodes: array(text('Each signs in once, in place of a code of the app.'), 10),
  }),
  example: { recoveryCodes: ['x7Rb-2mQv-T9aL-px7R'] },
}

const confirmFactor = route({
  ...mine,
  method: 'POST',
  path: '/me/second-factor/confirm',
  operationId: 'confirmSecondFactor',
  summary: 'Turn the second factor on',
  body: {
    schema: object('Code', { code: text('Six digits that the app shows.', 100) }),
    size: 'widget',
    example: { code: '123456' },
  },
  status: 200,
  response: recoveryCodes,
  errors: ['CONFLICT'],
  handler: async ({ body: { code }, holder: { memberId, ...holder }, actor, sealer, store, clock }) => {
    const now = clock.now()
    requireConfirmed(holder, now)
    const codes = await store.write((tx) => confirmSecondFactor(tx, actor, { sealer, memberId, code }, now))
    return { recoveryCodes: codes }
  },
})

const removeFactor = route({
  ...mine,
  method: 'POST',
  path: '/me/second-factor/off',
  operationId: 'removeSecondFactor',
  summary: 'Turn the second factor off',
  body: nothing,
  status: 204,
  errors: [],
  handler: ({ holder, actor, store, clock }) => {
    const now = clock.now()
    requireConfirmed(holder, now)
    return store.write((tx) => removeSecondFactor(tx, actor, holder.memberId, now))
  },
})

const renewCodes = route({
  ...mine,
  method: 'POST',
  path: '/me/recovery-codes',
  operationId: 'renewRecoveryCodes',
  summary: 'Make new recovery codes',
  description: 'The old codes stop working.',
  body: nothing,
  status: 200,
  response: recoveryCodes,
  errors: ['CONFLICT'],
  handler: async ({ holder, actor, store, clock }) => {
    const now = clock.now()
    requireConfirmed(holder, now)
    return { recoveryCodes: await store.write((tx) => renewRecoveryCodes(tx, actor, holder.memberId, now)) }
  },
})

export const accountRoutes: Route[] = [
  setPassword,
  sessions,
  endOne,
  everywhere,
  startFactor,
  confirmFactor,
  removeFactor,
  renewCodes,
]
