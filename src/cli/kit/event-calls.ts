import type { EventServices } from '../../events/deliver.ts'
import { noMetrics } from '../../lib/metrics.ts'
import { type Mailer, noMailer } from '../../mail/mailer.ts'
import { withWorkspace } from './context.ts'
import { unlock } from './encryption-key.ts'
import { type EndpointOptions, withOutbound } from './endpoint-calls.ts'
import type { WorkspaceOptions } from './options.ts'

export interface EventCallOptions extends EndpointOptions {
  publicUrl?: string
}

/** Only the server has the settings of the SMTP server. */
const mailer: Mailer = {
  ...noMailer,
  send: async () => ({
    ...{ verdict: 'later', code: null, isServer: false },
    explanation: 'Only the server sends e-mail: test this address in the console, under Notifications.',
  }),
}

/** Opens the database for a command that sends events, or shows what is sent. */
export function withEventServices<T>(
  options: WorkspaceOptions & EventCallOptions,
  work: (services: EventServices, workspaceId: string) => Promise<T>,
): Promise<T> {
  return withWorkspace(options, (store, workspaceId, clock) =>
    withOutbound(options, clock, async (outbound) => {
      const settings = { publicUrl: options.publicUrl ?? null }
      const sealer = await unlock(store)
      return work({ store, clock, outbound, mailer, metrics: noMetrics, sealer, settings }, workspaceId)
    }),
  )
}
