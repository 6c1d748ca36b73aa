import { startTrialChat } from '../assistant/trial-chat.ts'
import { type Route, route } from '../http/route.ts'
import { id, locale, text, time } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { member } from './credentials.ts'

const start = route({
  tag: 'Chats',
  credential: member,
  limits: ['calls'],
  method: 'POST',
  path: '/trials',
  operationId: 'startTrial',
  summary: 'Start a trial conversation with the assistant',
  description:
    'The chat window and the assistant are the real ones; the shop is asked for amounts. No refund is ever sent. Trials are in no list, and are deleted a day after their last message.',
  body: {
    schema: object('NewTrial', {
      customerId: optional(id('Whom the assistant takes you for; null for a guest.')),
      locale: optional(locale('The language of the chat window.')),
    }),
    size: 'widget',
    example: { customerId: 'c_81', locale: 'en' },
  },
  status: 200,
  response: {
    schema: object('Trial', {
      ticket: text('For the address of the frame.'),
      conversationId: id(),
      session: object('TrialSession', {
        id: id(),
        token: text('The token of the chat session.'),
        expiresAt: time(),
        customerId: optional(id()),
      }),
    }),
    example: {
      ticket: 'org_0x4kqTz1mVbJ7cYh2sNfR.m6f0k2.Yx',
      conversationId: 'conv_0VbaaJfV00007x0000Rb2mQvT9',
      session: {
        id: 'ses_0VbaaJfV00007x0000Rb2mQvT9',
        token: 'st_0x4kqTz1mVbJ7cYh2sNfR8pLw3D',
        expiresAt: '2026-03-02T09:30:00.000Z',
        customerId: 'c_81',
      },
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ body: { customerId = null, locale = null }, workspace, actor, store, clock, sealer }) => {
    const asked = { workspaceId: workspace.id, customerId, locale }
    const { session, token, ticket } = await startTrialChat({ store, clock, sealer }, actor, asked)
    const { id, conversationId, expiresAt } = session
    return { ticket, conversationId, session: { id, token, expiresAt: toIso(expiresAt), customerId } }
  },
})

/** What the console's page for trying the assistant calls. */
export const trialRoutes: Route[] = [start]
