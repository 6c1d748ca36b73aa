import type { EventServices } from '../../events/deliver.ts'
import { noMetrics } from '../../lib/metrics.ts'
import { withWorkspace } from './context.ts'
import { unlock } from './encryption-key.ts'
import { type EndpointOptions, withOutbound } from './endpoint-calls.ts'
import type { WorkspaceOptions } from './options.ts'

export interface EventCallOptions extends EndpointOptions {
  publicUrl?: string
}

/** Opens the database for a command that sends events, or shows what is sent. */
export function withEventServices<T>(
  options: WorkspaceOptions & EventCallOptions,
  work: (services: EventServices, workspaceId: string) => Promise<T>,
): Promise<T> {
  return withWorkspace(options, (store, workspaceId, clock) =>
    withOutbound(options, clock, async (outbound) => {
      const settings = { publicUrl: options.publicUrl ?? null }
      return work({ store, clock, outbound, metrics: noMetrics, sealer: await unlock(store), settings }, workspaceId)
    }),
  )
}
