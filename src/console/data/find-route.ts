import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import { type Route, route } from '../../http/route.ts'
import { flag } from '../../lib/fields.ts'
import { array, object } from '../../lib/schema.ts'
import { find } from '../../lookup/find.ts'
import { member } from '../credentials.ts'
import { dataRow, exampleRow, showRow } from './row.ts'

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
