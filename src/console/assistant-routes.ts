import * as v from 'valibot'
import { requireAgent, requireManager } from '../access/actor.ts'
import { changeAssistantSettings, getAssistantSettings } from '../assistant/settings.ts'
import { type Route, route } from '../http/route.ts'
import { object } from '../lib/schema.ts'
import { type AssistantSettings, defaultAssistantSettings, settingsFields } from '../tools/settings.ts'
import { member } from './credentials.ts'

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
