import * as v from 'valibot'
import { requireAgent, requireManager } from '../access/actor.ts'
import { changeAssistantSettings, getAssistantSettings } from '../assistant/settings.ts'
import { startTrialChat } from '../assistant/trial-chat.ts'
import { type Route, route } from '../http/route.ts'
import { id, locale, text, time } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { type AssistantSettings, defaultAssistantSettings, settingsFields } from '../tools/settings.ts'
import { member } from './credentials.ts'
import { firstQuestion } from './first-question.ts'

/** Shared by all routes of this file. */
const ofSettings = { tag: 'Settings', credential: member, limits: ['calls'] } satisfies Partial<Route>

const response = {
  schema: object('AssistantSettings', settingsFields),
  example: {
    ...defaultAssistantSettings,
    shopName: 'Wool & Linen',
    hours: { timeZone: 'Europe/Berlin', open: [{ days: ['mon', 'tue'], from: '09:00', until: '17:30' }] },
    visibleCustom: { orders: ['giftMessage'], shipments: [], products: [] },
  },
}

const show = route({
  ...ofSettings,
  method: 'GET',
  path: '/settings/assistant',
  operationId: 'showAssistantSettings',
  summary: 'Show the settings of the assistant',
  status: 200,
  response,
  errors: [],
  handler: ({ workspace, actor, store }) => {
    requireAgent(actor)
    return getAssistantSettings(store.read, workspace.id)
  },
})

/** A field that may be null may already be left out. */
function optionalField(field: v.GenericSchema): v.GenericSchema {
  return field.type === 'nullish' ? field : v.optional(field)
}

const optionalFields = Object.fromEntries(
  Object.entries(settingsFields).map(([name, field]) => [name, optionalField(field)]),
)

const change = route({
  ...ofSettings,
  method: 'POST',
  path: '/settings/assistant',
  operationId: 'changeAssistantSettings',
  summary: 'Change the settings of the assistant',
  description: 'Omitted settings stay.',
  body: {
    schema: object('AssistantSettingsChange', optionalFields),
    size: 'widget',
    example: { enabled: true, lowStock: 5 },
  },
  status: 200,
  response,
  errors: [],
  handler: ({ body, workspace, actor, store, clock }) => {
    requireManager(actor)
    const changed = { workspaceId: workspace.id, change: body as Partial<AssistantSettings> }
    return store.write((tx) => changeAssistantSettings(tx, actor, changed, clock.now()))
  },
})

/** What the console's page of the assistant reads and changes. */
export const assistantRoutes: Route[] = [show, change]

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

const question = route({
  tag: 'Chats',
  credential: member,
  limits: ['calls'],
  method: 'GET',
  path: '/trials/question',
  operationId: 'showFirstQuestion',
  summary: 'Show an order whose customer could ask where it is',
  description:
    'The newest order that has a parcel and a known customer, else the newest one that was sent to somebody.',
  status: 200,
  response: {
    schema: object('FirstQuestion', {
      order: optional(
        object('AskableOrder', {
          id: id(),
          number: text('As customers know the order.'),
          customerId: optional(id('Null: nobody knows the customer, who asks as a guest.')),
          customerName: text('Their name, e-mail address or id; of a guest the e-mail address.'),
        }),
      ),
    }),
    example: { order: { id: 'o_1001', number: '#1001', customerId: 'c_81', customerName: 'Ada Lovelace' } },
  },
  errors: [],
  handler: async ({ workspace, actor, store }) => {
    requireAgent(actor)
    return { order: (await firstQuestion(store.read, workspace.id)) ?? null }
  },
})

/** What the console's page for trying the assistant calls. */
export const trialRoutes: Route[] = [start, question]
