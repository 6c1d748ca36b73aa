import type { Feature } from '../http/feature.ts'
import { orders } from '../objects/types/order.ts'
import type { Outbound } from '../refunds/endpoint/outbound.ts'
import { modelSecrets } from './model/model-settings.ts'
import { purgeUsage } from './model/usage.ts'
import { planTurn } from './plan-turn.ts'
import { purgeAssistant } from './retention.ts'
import { assistantTables } from './tables.ts'
import { turnJobHandler } from './turn-job.ts'

/** The assistant, which answers in chats from the data of the workspace. */
export const assistantFeature: Feature<{ outbound: Outbound }> = {
  jobs: (services) => [turnJobHandler(services)],
  tasks: ({ store, clock }) => [
    {
      name: 'purge turns and tool calls',
      cron: '17 * * * *',
      run: (signal) => purgeAssistant(store, clock.now(), signal),
    },
    {
      name: 'purge usage of models',
      cron: '23 3 * * *',
      run: () => store.writeInBackground((tx) => purgeUsage(tx, clock.now())),
    },
  ],
  secrets: [modelSecrets],
  tables: assistantTables,
  // The next question about this order asks for the proof again.
  onErased: async (tx, { resource, workspaceId, id }) => {
    if (resource !== orders.name) return false
    return (
      (await tx.run('DELETE FROM guest_proofs WHERE workspace_id = ? AND order_id = ?', workspaceId, id)).changes > 0
    )
  },
  onCustomerMessage: planTurn,
}
