import * as v from 'valibot'
import type { Route } from '../../http/route.ts'
import type { DevContext } from '../context.ts'
import { devRoute } from './dev-route.ts'

/** A rule of the sample shop. */
export const ruleFields = {
  behaviour: v.picklist(
    ['succeed', 'pending', 'refuse', 'timeout', 'error', 'bad_json', 'wrong_amount_type'],
    'must be succeed, pending, refuse, timeout, error, bad_json or wrong_amount_type',
  ),
  on: v.optional(
    v.picklist(['ping', 'refund.preview', 'refund.create'], 'must be ping, refund.preview or refund.create'),
  ),
  order: v.optional(v.string('must be the id of an order')),
  times: v.optional(
    v.pipe(v.number('must be a number'), v.integer('must be a whole number'), v.minValue(1, 'must be at least 1')),
  ),
  code: v.optional(v.pipe(v.string('must be a text'), v.minLength(1, 'must not be empty'))),
  message: v.optional(v.string('must be a text')),
}

/** The sample shop: the rules by which it behaves, and the requests that it got. */
export function shopRoutes(context: DevContext): Route[] {
  const { rules, requests } = context.shop
  const shown = () => ({ rules: rules.list(), requests: requests() })
  return [
    devRoute(context, {
      method: 'GET',
      path: '/dev/shop',
      operationId: 'getShop',
      summary: 'The rules of the sample shop, and the requests that it got',
      handler: async () => shown(),
    }),
    devRoute(context, {
      method: 'POST',
      path: '/dev/shop/rules',
      operationId: 'addShopRule',
      summary: 'Add a rule',
      fields: ruleFields,
      example: { behaviour: 'pending', order: 'o_1', times: 1 },
      handler: async ({ body }) => {
        rules.add(body)
        return shown()
      },
    }),
    devRoute(context, {
      method: 'DELETE',
      path: '/dev/shop/rules',
      operationId: 'clearShopRules',
      summary: 'End all rules',
      handler: async () => {
        rules.clear()
        return shown()
      },
    }),
  ]
}
