import { type Route, route } from '../http/route.ts'
import { id, locale, text, time, url } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { publishableKey } from './credentials.ts'
import { bytesOfSession } from './guest-bytes.ts'
import { startSession } from './start-session.ts'

/** What the calls of the chat widget stand under in the reference. */
export const WIDGET_TAG = 'Chat widgets'

const MAX_TOKEN = 8_192

export const startWidgetSession: Route = route({
  method: 'POST',
  path: '/widget/sessions',
  tag: WIDGET_TAG,
  operationId: 'startWidgetSession',
  summary: 'Start a chat session',
  description:
    'Called by the chat widget on a page. An `identityToken`, which your server signs, says which customer is signed in: the `sub` of the token is the `customerId` of their orders, and their conversation goes on. Without one the session is that of a guest, with a conversation of its own. A token that is no good is a 401, never a session of a guest. The guests of one network may store 1 MB a day, their sessions included: more is a 429.',
  credential: publishableKey,
  limits: ['widget'],
  body: {
    schema: object('WidgetSessionStart', {
      identityToken: optional(
        text(
          'A compact JWS, HS256 with an identity secret of the workspace: `sub`, `iat`, `exp` at most 10 minutes later, and `jti`. Each is good once.',
          MAX_TOKEN,
        ),
      ),
      visitorId: optional(id('What the page knows its visitor by; shown to agents.')),
      pageUrl: optional(url('The page that the visitor is on; shown to agents.')),
      locale: optional(locale("The visitor's language; shown to agents.")),
    }),
    size: 'widget',
    example: { visitorId: 'v_7Yq', pageUrl: 'https://shop.example/mugs', locale: 'en' },
  },
  status: 200,
  response: {
    schema: object('WidgetSession', {
      sessionId: id('The session.'),
      token: text('What the other calls of the widget carry. It is shown only here.'),
      expiresAt: time('When the token stops working.'),
      customer: optional(object('WidgetCustomer', { id: id('Your id of the customer who is signed in.') })),
    }),
    example: {
      sessionId: 'ses_0VbaaJfV00007x0000Rb2mQvT9',
      token: 'st_0x4kqTz1mVbJ7cYh2sNfR8pLw3D',
      expiresAt: '2026-03-02T09:30:00.000Z',
      customer: { id: 'c_81' },
    },
  },
  errors: [],
  handler: async ({ body: { identityToken = null, ...shown }, workspace, takeGuestBytes, store, clock, sealer }) => {
    const { visitorId = null, pageUrl = null, locale = null } = shown
    const visit = { visitorId, pageUrl, locale }
    if (identityToken === null) takeGuestBytes(bytesOfSession(visit))
    const { session, token } = await startSession(
      { store, clock, sealer },
      { workspaceId: workspace.id, identityToken, visit },
    )
    const { id: sessionId, expiresAt, customerId } = session
    return { sessionId, token, expiresAt: toIso(expiresAt), customer: customerId === null ? null : { id: customerId } }
  },
})
