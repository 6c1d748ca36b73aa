import type { DevEvent } from '../console/dev-view.ts'
import { createEndpoint, deleteEndpoint } from '../events/change-endpoints.ts'
import { listEndpoints, openEndpoint } from '../events/endpoints.ts'
import { newestEvents, payloadOf, type StoredEvent } from '../events/events.ts'
import { eventTypes } from '../events/types/types.ts'
import type { DevContext } from './context.ts'
import { developer } from './workspace.ts'

/** Where this server takes its own events. */
export const WEBHOOK_PATH = '/dev/webhook'

/** Sends all events of the workspace to this server, so that developers see what a webhook would get. Call it once at each start. */
export async function sendEventsHere({ services, keys }: DevContext, url: string): Promise<void> {
  const { store, clock, sealer, outbound } = services
  const { workspaceId } = keys
  const now = clock.now()
  await store.write(async (tx) => {
    for (const { id } of await listEndpoints(tx, workspaceId)) {
      const secrets = await openEndpoint(tx, { workspaceId, id }, sealer, now)
      // Of an earlier start, maybe on another port.
      if (secrets?.url.endsWith(WEBHOOK_PATH)) await deleteEndpoint(tx, developer, { workspaceId, id }, now)
    }
    const types = eventTypes.map(({ name }) => name)
    const by = { sealer, policy: outbound.policy }
    await createEndpoint(tx, developer, workspaceId, { url, types, includeText: true }, by, now)
  })
}

/** An event as a webhook that may have text gets it. */
export function shownEvent(event: StoredEvent): DevEvent {
  return payloadOf(event, { includeText: true, publicUrl: null })
}

const MOST_SHOWN = 50

/** The newest events, as webhooks that may have text get them. */
export async function shownEvents({ services, keys }: DevContext): Promise<DevEvent[]> {
  const events = await newestEvents(services.store.read, keys.workspaceId, { limit: MOST_SHOWN })
  return events.map(shownEvent)
}
