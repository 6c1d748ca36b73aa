import type { H3 } from 'h3'
import type { DevContext } from '../context.ts'
import { post } from './json.ts'

/** `POST /dev/reset`: everything as it was when the server had started, the clock included. */
export function mountReset(app: H3, context: DevContext): void {
  post(app, '/dev/reset', {}, async () => {
    await context.reset()
    return { reset: true }
  })
}
