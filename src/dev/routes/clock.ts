import type { H3 } from 'h3'
import * as v from 'valibot'
import { toIso } from '../../lib/time.ts'
import { advanceClock } from '../advance.ts'
import type { DevContext } from '../context.ts'
import { DURATION_HINT, parseDuration } from '../duration.ts'
import { get, post } from './json.ts'

/** A duration as milliseconds. */
export const Duration = v.pipe(
  v.union([v.string(), v.number()], DURATION_HINT),
  v.transform(parseDuration),
  v.number(DURATION_HINT),
)

/** The server's time: `GET /dev/clock`, and `POST /dev/clock {"advance": "20s"}`, which answers when all that became due is done. */
export function mountClock(app: H3, context: DevContext): void {
  const shown = () => ({ now: toIso(context.clock.now()), aheadMs: context.clock.ahead() })
  get(app, '/dev/clock', shown)
  post(app, '/dev/clock', { advance: Duration }, async ({ advance }) => {
    await advanceClock(context, advance)
    return shown()
  })
}
