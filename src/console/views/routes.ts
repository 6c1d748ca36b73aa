import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import { type Route, route } from '../../http/route.ts'
import { choice, someText, text } from '../../lib/fields.ts'
import { array, object, optional } from '../../lib/schema.ts'
import { member } from '../credentials.ts'
import { deleteView, listNames, listViews, MAX_VIEW_NAME, MOST_VIEWS, saveView, viewFilters } from './saved-views.ts'

/** Shared by all routes of this file. */
const ofViews = { tag: 'Data', credential: member, limits: ['calls'] } satisfies Partial<Route>

const params = () => v.object({ list: choice(listNames, 'A type of objects, `refunds` or `chats`.') })
const name = () => someText('What its member calls it.', MAX_VIEW_NAME)
const view = object('SavedView', { name: name(), query: text('Filters and sort, as the query of an address.') })
const example = { name: 'Open', query: 'status=open' }

const list = route({
  ...ofViews,
  method: 'GET',
  path: '/views/{list}',
  operationId: 'listViews',
  summary: 'List the views of a list that the member has saved, by name',
  params: params(),
  status: 200,
  response: { schema: object('SavedViews', { data: array(view, MOST_VIEWS) }), example: { data: [example] } },
  errors: [],
  handler: async ({ params, workspace, holder: { memberId }, actor, store: { read } }) => {
    requireAgent(actor)
    return { data: await listViews(read, { workspaceId: workspace.id, memberId, list: params.list }) }
  },
})

const filters = object(
  'ViewFilters',
  Object.fromEntries(viewFilters.map((filter) => [filter, optional(someText(undefined, 200))])) as Record<
    (typeof viewFilters)[number],
    ReturnType<typeof optional<ReturnType<typeof someText>>>
  >,
)

const save = route({
  ...ofViews,
  method: 'POST',
  path: '/views/{list}',
  operationId: 'saveView',
  summary: 'Save the filters and the sort of a list under a name, for the member alone',
  description: `At most ${MOST_VIEWS} of a list. A view with the same name is replaced. Filters that name a person are not saved.`,
  params: params(),
  body: {
    schema: object('NewView', { name: name(), filters }),
    size: 'widget',
    example: { name: 'Open', filters: { status: 'open' } },
  },
  status: 204,
  errors: ['CONFLICT'],
  handler: async ({ params, body, workspace, holder: { memberId }, actor, store }) => {
    const given = Object.entries(body.filters).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    const saved = { name: body.name, query: String(new URLSearchParams(given)) }
    const of = { workspaceId: workspace.id, memberId, list: params.list }
    await store.write((tx) => saveView(tx, actor, of, saved))
  },
})

const remove = route({
  ...ofViews,
  method: 'POST',
  path: '/views/{list}/delete',
  operationId: 'deleteView',
  summary: 'Delete a saved view',
  params: params(),
  body: { schema: object('ViewName', { name: name() }), size: 'widget', example: { name: 'Open' } },
  status: 204,
  errors: ['NOT_FOUND'],
  handler: async ({ params, body, workspace, holder: { memberId }, actor, store }) => {
    const of = { workspaceId: workspace.id, memberId, list: params.list }
    await store.write((tx) => deleteView(tx, actor, of, body.name))
  },
})

export const viewRoutes: Route[] = [list, save, remove]
