import type { H3 } from 'h3'
import { listConversations } from '../../conversations/inbox.ts'
import { toIso } from '../../lib/time.ts'
import type { DevContext } from '../context.ts'
import { get } from './json.ts'

const SHOWN = 50

/** `GET /dev/conversations`: the newest conversations in which something was said, for a program that offers a refund in one. */
export function mountConversations(app: H3, { services, keys }: Pick<DevContext, 'services' | 'keys'>): void {
  get(app, '/dev/conversations', async () => {
    const newest = await listConversations(services.store.read, keys.workspaceId, { limit: SHOWN })
    const conversations = newest.map(({ id, customerId, messages, createdAt }) => {
      return { id, customerId, messages, createdAt: toIso(createdAt) }
    })
    return { conversations }
  })
}
