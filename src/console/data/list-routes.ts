import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import { DEFAULT_PAGE, MAX_PAGE, pageQuery, queryTime } from '../../http/query.ts'
import { type Route, route } from '../../http/route.ts'
import { badRequest } from '../../lib/errors.ts'
import { flag, text } from '../../lib/fields.ts'
import { array, leaf, object, optional } from '../../lib/schema.ts'
import { find } from '../../lookup/find.ts'
import { listSorts } from '../../objects/find/by-filter.ts'
import type { FilterValue } from '../../objects/find/filter.ts'
import { listObjects } from '../../objects/find/read.ts'
import { resources } from '../../objects/resources.ts'
import { member } from '../credentials.ts'
import { dataRow, exampleRow, resourceNamed, showNamedRows, showRow, type } from './row.ts'

/** The filters of all types. Whether the asked type has a filter, and what its values are, is checked with the list. */
const filterNames = new Set(resources.flatMap(({ filters }) => filters.map(({ name }) => name)))
const given = leaf<string, FilterValue>({
  json: { type: 'string', maxLength: 2_000, description: 'A filter, if the type has it.' },
  read: (value) => value as string,
})

/** Which objects are first, as a parameter. */
export const dataSort = v.optional(
  v.pipe(v.picklist(listSorts), v.description('By the last change: `newest` or `oldest` first; `newest` by default.')),
)

/** The filters of all types, as parameters. */
export const dataFilters = Object.fromEntries([...filterNames].map((name) => [name, v.optional(given)]))

const list = route({
  tag: 'Data',
  credential: member,
  limits: ['calls'],
  method: 'GET',
  path: '/data/{type}',
  operationId: 'listData',
  summary: 'List or search the objects of a type',
  description:
    'A list has the newest change first, or the oldest, is paged by cursor, and can be filtered like the list of the API. A search has the best match first, and one page.',
  params: v.object({ type: type() }),
  query: v.object({
    ...pageQuery,
    q: v.optional(v.pipe(v.string(), v.maxLength(200), v.description('Finds objects by id, number or words.'))),
    updatedSince: queryTime('Only objects whose `updatedAt` is this time or later.'),
    sort: dataSort,
    ...dataFilters,
  }),
  status: 200,
  response: {
    schema: object('DataList', {
      data: array(dataRow, MAX_PAGE),
      nextCursor: optional(text('Where the next page begins; null on the last one.')),
      isComplete: flag('False if a search may have missed objects: it took too long, or some are still being indexed.'),
    }),
    example: { data: [exampleRow], nextCursor: null, isComplete: true },
  },
  errors: ['SERVICE_UNAVAILABLE'],
  handler: async ({ params, query, workspace, actor, hooks, store, clock }) => {
    requireAgent(actor)
    const resource = resourceNamed(params.type)
    const { q, limit = DEFAULT_PAGE, cursor, updatedSince, sort, ...filters } = query
    if (q === undefined) {
      const tests = await hooks.testsOf(store, workspace.id, filters, clock.now())
      const asked = { limit, cursor, updatedSince, sort, filters, tests, readSlowly: store.readSlowly }
      const { data, nextCursor } = await listObjects(store.read, resource, workspace.id, asked)
      const rows = await showNamedRows(store.read, workspace.id, resource, data)
      return { data: rows, nextCursor, isComplete: true }
    }
    if (cursor ?? updatedSince ?? sort ?? Object.values(filters).some((value) => value !== undefined))
      throw badRequest('A search has no filters, no other order and one page. Leave out either q or the rest.', [
        { path: ['q'], message: 'must be alone' },
      ])
    const { found, notReady, notIndexed, isComplete } = await find(store, workspace.id, q, { types: [resource], limit })
    return {
      data: await showNamedRows(
        store.read,
        workspace.id,
        resource,
        found.map(({ object }) => object),
      ),
      nextCursor: null,
      isComplete: isComplete && notReady.length === 0 && notIndexed.length === 0,
    }
  },
})

export const dataListRoutes: Route[] = [list]

/** As many as fit below a field on a phone. */
const MOST = 8

const findAnything = route({
  tag: 'Data',
  credential: member,
  limits: ['calls'],
  method: 'GET',
  path: '/find',
  operationId: 'findData',
  summary: 'Find objects of all types',
  description: 'By id, number, e-mail address, phone number, tracking number, SKU or words; the best match first.',
  query: v.object({
    text: v.pipe(v.string(), v.maxLength(200), v.description('An id, a number or words.')),
  }),
  status: 200,
  response: {
    schema: object('FoundData', {
      data: array(dataRow, MOST),
      isComplete: flag(
        'False if objects may have been missed: the search took too long, or some are still being indexed.',
      ),
    }),
    example: { data: [exampleRow], isComplete: true },
  },
  errors: ['SERVICE_UNAVAILABLE'],
  handler: async ({ query, workspace, actor, store }) => {
    requireAgent(actor)
    const { found, isComplete, notReady, notIndexed } = await find(store, workspace.id, query.text, { limit: MOST })
    return {
      data: found.map(({ resource, object }) => showRow(resource, object)),
      isComplete: isComplete && notReady.length === 0 && notIndexed.length === 0,
    }
  },
})

export const findRoutes: Route[] = [findAnything]
