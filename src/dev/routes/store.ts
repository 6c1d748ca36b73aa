import type { H3 } from 'h3'
import * as v from 'valibot'
import type { DevContext } from '../context.ts'
import type { SampleStore } from '../sample-store.ts'
import { get, post, remove } from './json.ts'

/** A rule of the sample store. */
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

/** The sample store: its refund endpoint, the rules by which it behaves, and the requests that it got. */
export function mountStore(app: H3, { store }: Pick<DevContext, 'store'>): void {
  const shown = ({ rules, requests }: SampleStore) => ({ rules: rules.list(), requests: requests() })
  app.post('/dev/store/refunds', (event) => store.handle(event.req))
  get(app, '/dev/store', () => shown(store))
  post(app, '/dev/store/rules', ruleFields, (body) => {
    store.rules.add(body)
    return shown(store)
  })
  remove(app, '/dev/store/rules', () => {
    store.rules.clear()
    return shown(store)
  })
}
