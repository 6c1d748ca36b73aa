import * as v from 'valibot'
import { requireAgent, requireManager } from '../../access/actor.ts'
import { getAssistantSettings } from '../../assistant/settings.ts'
import { pageQuery } from '../../http/query.ts'
import { type Route, route } from '../../http/route.ts'
import { badRequest } from '../../lib/errors.ts'
import { anyObject, choice, flag, id, locale, someText, text, textOfBytes, url } from '../../lib/fields.ts'
import { array, object, optional } from '../../lib/schema.ts'
import { requireObject } from '../../lookup/stories.ts'
import { customerTimeline } from '../../lookup/timeline.ts'
import { agentTagsOf } from '../../objects/agent-tags.ts'
import { eraseObject } from '../../objects/erase.ts'
import type { ShownObject } from '../../objects/find/read.ts'
import type { Resource } from '../../objects/resource.ts'
import { tagCustomer, untagCustomer } from '../../objects/tag-customer.ts'
import { articleStatuses, articleTopics, MAX_ARTICLE_BYTES } from '../../objects/types/article.ts'
import { customers } from '../../objects/types/customer.ts'
import { orders } from '../../objects/types/order.ts'
import { type WrittenArticle, writeArticle } from '../../objects/write-article.ts'
import { type Refund, refundsOfOrder } from '../../refunds/refunds.ts'
import type { Reader, Store } from '../../store/store.ts'
import { member } from '../credentials.ts'
import { refundView, showRefunds } from '../refund-view.ts'
import { requireConfirmed } from '../sign-in.ts'
import { MOST_RELATED, reference, showReferences } from './references.ts'
import { resourceNamed, type } from './row.ts'
import { exampleStory, showStory, storySchema, timelinePage } from './story.ts'

/** Shared by all routes of this file. */
const ofData = { tag: 'Data', credential: member, limits: ['calls'] } satisfies Partial<Route>

const params = () => v.object({ type: type(), id: id("The shop's own id of the object.") })

const response = {
  schema: object('DataDetail', {
    object: anyObject('The object, as the API returns it.'),
    visibleCustom: array(text('A name within `custom` that the assistant sees.'), 1_000),
    agentTags: array(text('A tag that an agent added.', 255), 250),
    references: array(reference, 2 * MOST_RELATED),
    refunds: array(refundView, MOST_RELATED),
    story: storySchema,
  }),
  example: {
    object: { id: 'o_1001', updatedAt: '2026-03-01T09:30:00.000Z', number: '#1001' },
    visibleCustom: ['giftMessage'],
    agentTags: [],
    references: [{ field: 'customerId', type: 'customers', id: 'c_81', row: null }],
    refunds: [],
    story: exampleStory,
  },
}

/** What is kept of an object beside what the shop pushed. */
interface Kept {
  refunds: Refund[]
  agentTags: string[]
}

/** By the type of the object; other types have nothing. */
const keptOf: Record<string, (reader: Reader, workspaceId: string, id: string) => Promise<Partial<Kept>>> = {
  [orders.name]: async (...at) => ({ refunds: await refundsOfOrder(...at) }),
  [customers.name]: async (reader, workspaceId, id) => ({
    agentTags: (await agentTagsOf(reader, workspaceId, [id])).get(id) ?? [],
  }),
}

async function showDetail(
  store: Pick<Store, 'read' | 'readSlowly'>,
  workspaceId: string,
  resource: Resource,
  shown: ShownObject,
): Promise<object> {
  const { read: reader } = store
  const { refunds = [], agentTags = [] } = (await keptOf[resource.name]?.(reader, workspaceId, shown.id)) ?? {}
  const { visibleCustom } = await getAssistantSettings(reader, workspaceId)
  return {
    object: shown,
    visibleCustom: Object.entries(visibleCustom).find(([name]) => name === resource.name)?.[1] ?? [],
    agentTags,
    references: await showReferences(reader, workspaceId, resource, shown),
    refunds: await showRefunds(reader, refunds.toReversed().slice(0, MOST_RELATED)),
    story: await showStory(store, workspaceId, resource, shown),
  }
}

const show = route({
  ...ofData,
  method: 'GET',
  path: '/data/{type}/{id}',
  operationId: 'showData',
  summary: 'Show an object, with what refers to it and what it refers to',
  params: params(),
  status: 200,
  response,
  errors: ['NOT_FOUND'],
  handler: async ({ params: { type, id }, workspace, actor, store }) => {
    requireAgent(actor)
    const resource = resourceNamed(type)
    return showDetail(store, workspace.id, resource, await requireObject(store.read, resource, workspace.id, id))
  },
})

const timeline = route({
  ...ofData,
  method: 'GET',
  path: '/customers/{id}/timeline',
  operationId: 'listTimeline',
  summary: 'List what happened with a customer, the newest first',
  params: v.object({ id: id('The customer.') }),
  query: v.object({ cursor: pageQuery.cursor }),
  status: 200,
  response: { schema: timelinePage, example: { entries: [], nextCursor: null, isWhole: true } },
  errors: ['NOT_FOUND'],
  handler: async ({ params: { id }, query: { cursor }, workspace, actor, store }) => {
    requireAgent(actor)
    await requireObject(store.read, customers, workspace.id, id)
    return customerTimeline(store, workspace.id, id, cursor)
  },
})

const erase = route({
  ...ofData,
  method: 'POST',
  path: '/data/{type}/{id}/erase',
  operationId: 'eraseData',
  summary: 'Erase an object',
  description: 'As the API does. The id is sent twice: people type it.',
  params: params(),
  body: { schema: object('Erasure', { typedId: id() }), size: 'widget', example: { typedId: 'o_1001' } },
  status: 204,
  errors: ['NOT_FOUND'],
  handler: async ({ params: { type, id }, body, workspace, holder, actor, hooks, store, clock, wake }) => {
    const now = clock.now()
    requireManager(actor)
    requireConfirmed(holder, now)
    if (body.typedId !== id)
      throw badRequest('This is not the id of the object. Type the id exactly as it is shown.', [
        { path: ['typedId'], message: 'is not the id of the object' },
      ])
    const resource = resourceNamed(type)
    await store.write((tx) => eraseObject(tx, { resource, hooks }, { workspaceId: workspace.id, actor, id }, now))
    wake()
  },
})

function tagging(name: string, operationId: string, summary: string, change: typeof tagCustomer): Route {
  return route({
    ...ofData,
    method: 'POST',
    path: `/customers/{id}/${name}`,
    operationId,
    summary,
    params: v.object({ id: id('The customer.') }),
    body: { schema: object('AgentTag', { tag: someText(undefined, 255) }), size: 'widget', example: { tag: 'vip' } },
    status: 200,
    response,
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params, body: { tag }, workspace, actor, store, clock }) => {
      const asked = { workspaceId: workspace.id, id: params.id, tag }
      const customer = await store.write((tx) => change(tx, actor, asked, clock.now()))
      return showDetail(store, workspace.id, customers, customer)
    },
  })
}

export const dataDetailRoutes: Route[] = [
  show,
  timeline,
  erase,
  tagging('tag', 'tagCustomer', 'Add a tag to a customer', tagCustomer),
  tagging('untag', 'untagCustomer', 'Remove a tag that an agent added to a customer', untagCustomer),
]

const write = route({
  tag: 'Data',
  credential: member,
  limits: ['calls'],
  method: 'POST',
  path: '/articles',
  operationId: 'writeArticle',
  summary: 'Write an article, or change one',
  description:
    'For shops that push no articles. A later push of an article with the same id replaces it. If the article has changed meanwhile, the response is 409 `article_changed`.',
  body: {
    schema: object('WrittenArticle', {
      id: optional(id('Of the article to change; null for a new one.')),
      seen: optional(text('The `updatedAt` of the article to change; null for a new one.')),
      title: someText('What it is about.', 2_000),
      body: textOfBytes('Plain text or Markdown, at most 64 KiB in UTF-8.', MAX_ARTICLE_BYTES),
      language: optional(locale('Language as a BCP 47 tag, such as `de-AT`.')),
      topic: optional(choice(articleTopics)),
      url: optional(url()),
      callPerson: optional(flag('Whether the assistant also hands over to people after it has shown the page.')),
      status: choice(articleStatuses),
    }),
    size: 'small',
    example: {
      title: 'Returns',
      body: 'You can return anything within **30 days**.',
      status: 'published',
    },
  },
  status: 200,
  response: { schema: object('ArticleWritten', { id: id() }), example: { id: 'written_0VbaaJfV00007x0000Rb2' } },
  errors: ['CONFLICT'],
  handler: async ({ body, workspace, actor, hooks, store, clock, wake }) => {
    const { id = null, seen = null, language = null, topic = null, url = null, title, body: text, status } = body
    const callPerson = body.callPerson === true
    const article: WrittenArticle = { title, body: text, language, topic, url, callPerson, status }
    const writing = { workspaceId: workspace.id, id, seen, article }
    const written = await store.write((tx) => writeArticle(tx, { actor, hooks }, writing, clock.now()))
    wake()
    return { id: written.id }
  },
})

export const articleRoutes: Route[] = [write]
