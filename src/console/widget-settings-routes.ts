import * as v from 'valibot'
import { requireAgent, requireManager } from '../access/actor.ts'
import { type Route, route } from '../http/route.ts'
import { text } from '../lib/fields.ts'
import { object } from '../lib/schema.ts'
import {
  changeWidgetSettings,
  defaultWidgetSettings,
  widgetSettingsFields as fields,
  getWidgetSettings,
} from '../widget/settings.ts'
import { languages, textNames, texts } from '../widget/texts.ts'
import { member } from './credentials.ts'
import { each } from './schemas.ts'

/** Shared by all routes of this file. */
const ofSettings = { tag: 'Settings', credential: member, limits: ['calls'] } satisfies Partial<Route>

const response = { schema: object('WidgetSettings', fields), example: defaultWidgetSettings }

const show = route({
  ...ofSettings,
  method: 'GET',
  path: '/settings/widget',
  operationId: 'showWidgetSettings',
  summary: 'Show the settings of the chat window',
  status: 200,
  response,
  errors: [],
  handler: ({ workspace, actor, store }) => {
    requireAgent(actor)
    return getWidgetSettings(store.read, workspace.id)
  },
})

const showTexts = route({
  ...ofSettings,
  method: 'GET',
  path: '/settings/widget/texts',
  operationId: 'showWidgetTexts',
  summary: 'Show the texts of the chat window, as they are where the shop has replaced none',
  status: 200,
  response: {
    schema: object('WidgetTexts', each(languages, object('PanelTexts', each(textNames, text())))),
    example: texts,
  },
  errors: [],
  handler: async ({ actor }) => {
    requireAgent(actor)
    return texts
  },
})

const change = route({
  ...ofSettings,
  method: 'POST',
  path: '/settings/widget',
  operationId: 'changeWidgetSettings',
  summary: 'Change the settings of the chat window',
  description: 'Omitted settings stay. A list replaces the one before as a whole.',
  body: {
    schema: object('WidgetSettingsChange', {
      color: v.optional(fields.color),
      position: v.optional(fields.position),
      name: v.optional(fields.name),
      theme: v.optional(fields.theme),
      radius: v.optional(fields.radius),
      sideSpace: v.optional(fields.sideSpace),
      bottomSpace: v.optional(fields.bottomSpace),
      starters: v.optional(fields.starters),
      hiddenOn: v.optional(fields.hiddenOn),
      pageGreetings: v.optional(fields.pageGreetings),
      languages: v.optional(fields.languages),
      texts: v.optional(fields.texts),
    }),
    size: 'widget',
    example: { color: '#0a7f5a', texts: [{ language: 'en', name: 'greeting', text: 'Hi! Ask us anything.' }] },
  },
  status: 200,
  response,
  errors: [],
  handler: ({ body, workspace, actor, store, clock }) => {
    requireManager(actor)
    const changed = { workspaceId: workspace.id, change: body }
    return store.write((tx) => changeWidgetSettings(tx, actor, changed, clock.now()))
  },
})

/** What the console's page of the chat window reads and changes. */
export const widgetSettingsRoutes: Route[] = [show, showTexts, change]
