import * as v from 'valibot'
import type { Route } from '../../http/route.ts'
import type { DevContext } from '../context.ts'
import { Duration } from './clock.ts'
import { devRoute } from './dev-route.ts'

/** A fault of the API. */
export const faultFields = {
  fault: v.picklist(
    [429, 500, 503, 'drop', 'drop_answer', 'delay'],
    'must be 429, 500, 503, "drop", "drop_answer" or "delay"',
  ),
  delay: v.optional(Duration),
  route: v.optional(
    v.pipe(
      v.string('must be a text'),
      v.regex(/^([A-Za-z]+ +)?\//, 'must be a path below /api/v1, such as POST /orders'),
    ),
  ),
  next: v.optional(
    v.pipe(v.number('must be a number'), v.integer('must be a whole number'), v.minValue(1, 'must be at least 1')),
  ),
  share: v.optional(
    v.pipe(v.number('must be a number'), v.minValue(0, 'must be from 0 to 1'), v.maxValue(1, 'must be from 0 to 1')),
  ),
}

/** Routes that add, list and remove faults of the API. */
export function chaosRoutes(context: DevContext): Route[] {
  const { chaos } = context
  const path = '/dev/chaos'
  const shown = () => ({ faults: chaos.list() })
  return [
    devRoute(context, {
      method: 'GET',
      path,
      operationId: 'listFaults',
      summary: 'The faults that are made',
      handler: async () => shown(),
    }),
    devRoute(context, {
      method: 'POST',
      path,
      operationId: 'addFault',
      summary: 'Make calls of the API fail',
      fields: faultFields,
      example: { fault: 500, next: 3 },
      handler: async ({ body }) => {
        chaos.add(body)
        return shown()
      },
    }),
    devRoute(context, {
      method: 'DELETE',
      path,
      operationId: 'clearFaults',
      summary: 'Take all faults back',
      handler: async () => {
        chaos.clear()
        return shown()
      },
    }),
  ]
}
