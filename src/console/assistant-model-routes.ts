import * as v from 'valibot'
import { requireManager } from '../access/actor.ts'
import { changeModel, clearModel, type ModelChange } from '../assistant/model/change-settings.ts'
import { answerFormats, getModelSettings, lengthLimits, modelUses } from '../assistant/model/model-settings.ts'
import type { Step } from '../assistant/model/turn-model.ts'
import { usageToday } from '../assistant/model/usage.ts'
import { type Route, route } from '../http/route.ts'
import { DomainError } from '../lib/errors.ts'
import { choice, flag, int, text, texts, url } from '../lib/fields.ts'
import { array, isObject, leaf, object, optional, Problem } from '../lib/schema.ts'
import type { Reader } from '../store/store.ts'
import { member } from './credentials.ts'
import { refundPart } from './refund-parts.ts'
import { nothing } from './schemas.ts'
import { requireConfirmed } from './sign-in.ts'

/** Shared by all routes of this file. */
const ofModel = {
  tag: 'Settings',
  credential: member,
  limits: ['calls'],
  path: '/assistant-model',
} satisfies Partial<Route>

const members = () =>
  leaf<Record<string, unknown>, Record<string, unknown>>({
    json: { type: 'object', additionalProperties: true, description: 'Further members of each request.' },
    read: (value) => (isObject(value) ? value : new Problem('must be an object')),
  })

const fields = {
  baseUrl: url('The address before `/chat/completions`.'),
  model: text(),
  use: choice(modelUses, 'Whether the model only reads what the rules are unsure about, or also words the answers.'),
  extraHeaders: texts(10, 'Headers of each request, without secrets.'),
  extraBody: members(),
  shareTickets: flag("Whether a customer's own past tickets may be sent."),
  callsPerDay: int(undefined, 1, 1_000_000),
  tokensPerDay: int(undefined, 1_000, 1_000_000_000),
}

const response = {
  schema: object('AssistantModel', {
    settings: optional(
      object('ModelSettings', {
        ...fields,
        apiKeyEnding: optional(text('The last four characters of the API key; null if there is no key.')),
      }),
    ),
    today: object('ModelUsage', {
      calls: int(),
      tokensIn: int(),
      tokensOut: int(),
      rejected: int("Answers in the model's words that were not sent, since they said something else."),
    }),
  }),
  example: {
    settings: {
      baseUrl: 'https://api.openai.com/v1',
      model: 'gpt-5-mini',
      apiKeyEnding: 'x7Rb',
      use: 'understand',
      extraHeaders: {},
      extraBody: { reasoning_effort: 'low' },
      shareTickets: false,
      callsPerDay: 2_000,
      tokensPerDay: 2_000_000,
    },
    today: { calls: 41, tokensIn: 31_208, tokensOut: 2_114, rejected: 1 },
  },
}

async function showModel(reader: Reader, workspaceId: string, now: number): Promise<object> {
  return {
    settings: await getModelSettings(reader, workspaceId),
    today: await usageToday(reader, workspaceId, now),
  }
}

const show = route({
  ...ofModel,
  method: 'GET',
  operationId: 'showAssistantModel',
  summary: 'Show the model that helps the assistant',
  status: 200,
  response,
  errors: [],
  handler: ({ workspace, actor, store, clock }) => {
    requireManager(actor)
    return showModel(store.read, workspace.id, clock.now())
  },
})

const change = route({
  ...ofModel,
  method: 'POST',
  operationId: 'changeAssistantModel',
  summary: 'Set the model that helps the assistant',
  description: 'Omitted settings stay. Conversations are sent to this address, so the call needs the password.',
  body: {
    schema: object('AssistantModelChange', {
      ...(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, v.optional(field)])) as object),
      apiKey: optional(text('Null removes the key.')),
    }),
    size: 'widget',
    example: { baseUrl: 'https://api.openai.com/v1', model: 'gpt-5-mini', apiKey: 'sk-…' },
  },
  status: 200,
  response,
  errors: [],
  handler: async ({ body, workspace, holder, actor, part, sealer, store, clock }) => {
    const now = clock.now()
    requireManager(actor)
    requireConfirmed(holder, now)
    const { policy } = part(refundPart).services.outbound
    const changed = { workspaceId: workspace.id, change: body as ModelChange }
    await store.write((tx) => changeModel(tx, actor, changed, { sealer, policy }, now))
    return showModel(store.read, workspace.id, now)
  },
})

const clear = route({
  ...ofModel,
  method: 'POST',
  path: '/assistant-model/clear',
  operationId: 'clearAssistantModel',
  summary: 'Remove the model. Rules answer alone',
  body: nothing,
  status: 200,
  response,
  errors: [],
  handler: async ({ workspace, actor, store, clock }) => {
    const now = clock.now()
    await store.write((tx) => clearModel(tx, actor, workspace.id, now))
    return showModel(store.read, workspace.id, now)
  },
})

const steps: Step[] = ['understand', 'compose']

const check = route({
  ...ofModel,
  method: 'POST',
  path: '/assistant-model/check',
  operationId: 'checkAssistantModel',
  summary: 'Ask the model both kinds of question with made-up data',
  description: 'Nothing of the shop is sent. Takes up to 50 seconds.',
  body: nothing,
  status: 200,
  response: {
    schema: object('ModelCheck', {
      model: text(),
      steps: array(
        object('ModelCheckStep', {
          step: choice(steps),
          isOk: flag(),
          found: text('What the model said, or what went wrong.', 100_000),
          ms: int(),
        }),
        steps.length,
      ),
      accepts: optional(object('ModelAccepts', { format: choice(answerFormats), limit: choice(lengthLimits) })),
      calls: int(),
      tokensIn: int(),
      tokensOut: int(),
    }),
    example: {
      model: 'gpt-5-mini',
      steps: [
        { step: 'understand', isOk: true, found: 'order_status, order O2', ms: 812 },
        { step: 'compose', isOk: true, found: 'Order O2 is being prepared.', ms: 640 },
      ],
      accepts: { format: 'json_schema', limit: 'max_completion_tokens' },
      calls: 2,
      tokensIn: 1_204,
      tokensOut: 88,
    },
  },
  errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
  handler: async ({ workspace, actor, part }) => {
    requireManager(actor)
    // Loaded here, since it loads the client library.
    const { checkModel } = await import('../assistant/model/check-model.ts')
    const found = await checkModel(part(refundPart).services, workspace.id)
    if (found) return found
    throw new DomainError('CONFLICT', 'no_model', 'There is no model. Set its address and name first.')
  },
})

/** What the console's page of the assistant reads and changes of its model. */
export const assistantModelRoutes: Route[] = [show, change, clear, check]
