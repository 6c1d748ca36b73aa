import type { H3 } from 'h3'
import * as v from 'valibot'
import type { DevContext } from '../context.ts'
import { Duration } from './clock.ts'
import { get, post, remove } from './json.ts'

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

/** Faults of the API: `POST /dev/chaos {"fault": 500, "next": 3}` adds one, `GET` lists them, `DELETE` takes all back. */
export function mountChaos(app: H3, { chaos }: Pick<DevContext, 'chaos'>): void {
  const shown = () => ({ faults: chaos.list() })
  get(app, '/dev/chaos', shown)
  post(app, '/dev/chaos', faultFields, (body) => {
    chaos.add(body)
    return shown()
  })
  remove(app, '/dev/chaos', () => {
    chaos.clear()
    return shown()
  })
}
