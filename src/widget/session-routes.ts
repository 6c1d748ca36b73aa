import { type Route, route } from '../http/route.ts'
import { isTimeZone } from '../lib/days.ts'
import { badRequest } from '../lib/errors.ts'
import { id, locale, text, time, url } from '../lib/fields.ts'
import { networkOf } from '../lib/networks.ts'
import { object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { chatSession, publishableKey } from './credentials.ts'
import { bytesOfSession } from './guest-bytes.ts'
import { endSession } from './sessions.ts'
import { getWidgetSettings, widgetSettingsFields } from './settings.ts'
import { startSession } from './start-session.ts'
import { textsFor } from './texts.ts'

/** The heading of these calls in the API reference. */
export const WIDGET_TAG = 'Chat widgets'

const MAX_TOKEN = 8_192
const MAX_SESSION_TOKEN = 100

export const startWidgetSession: Route = route({
  method: 'POST',
  path: '/widget/sessions',
  tag: WIDGET_TAG,
  operationId: 'startWidgetSession',
  summary: 'Start a chat session',
  description:
    'Starts a session for the chat on a page. An `identityToken`, signed by your server, names the signed-in customer: its `sub` is the `customerId` of the orders. The customer continues their conversation. Without a token the session is that of a guest, with a new conversation or that of the `guestToken`. An invalid token returns 401; it never starts a guest session. All guests of one network together may store 1 MB a day, sessions included. Beyond that the response is 429. A page of no origin, such as a sandboxed frame, needs the ticket of `/widget/frame` in the header `X-Widget-Ticket`; without a valid one the response is 403 with the `data.reason` `ticket`.',
  credential: publishableKey,
  limits: ['widget'],
  body: {
    schema: object('WidgetSessionStart', {
      identityToken: optional(
        text(
          'A compact JWS, signed by HS256 with an identity secret of the workspace. Claims: `sub`, `iat`, `jti`, and `exp` at most 10 minutes after `iat`. A token works once.',
          MAX_TOKEN,
        ),
      ),
      guestToken: optional(
        text(
          'The token of an earlier session of the same guest, also of one that has expired: the guest continues that conversation until 30 days after their last message. Not together with an `identityToken`.',
          MAX_SESSION_TOKEN,
        ),
      ),
      visitorId: optional(id('Your own id of the visitor; shown to agents.')),
      pageUrl: optional(url('The page that the visitor is on; shown to agents.')),
      locale: optional(locale('Language of the visitor; shown to agents.')),
      timeZone: optional(
        text('IANA time zone of the visitor, in which answers name times. An unknown one is ignored.', 64),
      ),
    }),
    size: 'widget',
    optional: true,
    example: { visitorId: 'v_7Yq', pageUrl: 'https://shop.example/mugs', locale: 'en', timeZone: 'Europe/Berlin' },
  },
  status: 200,
  response: {
    schema: object('WidgetSession', {
      sessionId: id('Id of the session.'),
      token: text('Token for the other calls of the widget. It cannot be shown again.'),
      expiresAt: time('When the token stops working.'),
      customer: optional(object('WidgetCustomer', { id: id('Your id of the signed-in customer.') })),
      appearance: object('WidgetAppearance', {
        color: widgetSettingsFields.color,
        position: widgetSettingsFields.position,
        greeting: text('What an empty chat shows first, in the language of the visitor.'),
      }),
    }),
    example: {
      sessionId: 'ses_0VbaaJfV00007x0000Rb2mQvT9',
      token: 'st_0x4kqTz1mVbJ7cYh2sNfR8pLw3D',
      expiresAt: '2026-03-02T09:30:00.000Z',
      customer: { id: 'c_81' },
      appearance: { color: '#1a56db', position: 'right', greeting: 'Hello! How can we help you?' },
    },
  },
  errors: [],
  handler: async ({ body, workspace, actor, takeGuestBytes, store, clock, sealer }) => {
    const {
      identityToken = null,
      guestToken = null,
      visitorId = null,
      pageUrl = null,
      locale = null,
      timeZone: zone = null,
    } = body
    if (identityToken !== null && guestToken !== null)
      throw badRequest('guestToken: a signed-in customer has a conversation of their own. Leave out guestToken.', [
        { path: ['guestToken'], message: 'must be omitted together with an identityToken' },
      ])
    // Browsers may have zones that this machine lacks, and the chat must start all the same.
    const timeZone = zone !== null && isTimeZone(zone) ? zone : null
    const visit = { visitorId, pageUrl, locale, timeZone }
    if (identityToken === null) takeGuestBytes(bytesOfSession(visit))
    const { session, token } = await startSession(
      { store, clock, sealer },
      { workspaceId: workspace.id, identityToken, guestToken, visit, network: networkOf(actor.origin) },
    )
    const { id: sessionId, expiresAt, customerId } = session
    const settings = await getWidgetSettings(store.read, workspace.id)
    const { greeting = '' } = textsFor(locale ?? '', settings).texts
    return {
      sessionId,
      token,
      expiresAt: toIso(expiresAt),
      customer: customerId === null ? null : { id: customerId },
      appearance: { color: settings.color, position: settings.position, greeting },
    }
  },
})

export const endWidgetSession: Route = route({
  method: 'DELETE',
  path: '/widget/sessions/current',
  tag: WIDGET_TAG,
  operationId: 'endWidgetSession',
  summary: 'End the chat session',
  description:
    'Ends the session of the token, such as when a customer signs out of your shop. Its streams end, and its token stops working at once. A guest cannot continue the conversation afterwards. A signed-in customer continues it with the next session; sessions on their other devices stay.',
  credential: chatSession,
  limits: ['calls'],
  status: 204,
  errors: [],
  handler: ({ holder: session, store, clock }) => store.write((tx) => endSession(tx, session, clock.now())),
})
