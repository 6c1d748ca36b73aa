import { shownRow, type WorkspaceTable } from '../access/workspace-data.ts'
import type { Feature } from '../http/feature.ts'
import { orders } from '../objects/types/order.ts'
import type { ShopOutbound } from '../refunds/endpoint/shop-outbound.ts'
import { modelSecrets } from './model/model-settings.ts'
import { purgeUsage } from './model/usage.ts'
import { purgeAssistant } from './retention.ts'
import { loadForChats, planTurn, turnJobHandler } from './turn-job.ts'

/** Tables of the assistant. */
const assistantTables: WorkspaceTable[] = [
  {
    table: 'guest_proofs',
    key: ['conversation_id', 'order_id'],
    exported: {
      file: 'guest-proofs',
      columns: 'conversation_id AS "conversationId", order_id AS "orderId", proved_at AS "provedAt"',
    },
  },
  { table: 'guest_misses', key: ['scope', 'hash', 'begun_at'] },
  {
    table: 'assistant_turns',
    key: ['conversation_id', 'upto_message_id'],
    of: 'conversation_id IN (SELECT id FROM conversations WHERE workspace_id = ?)',
    exported: {
      file: 'assistant-turns',
      columns: `id, conversation_id AS "conversationId", message_id AS "messageId", engine, language, commands, facts, verdict, citations,
        model, created_at AS "createdAt"`,
    },
  },
  {
    table: 'tool_calls',
    key: ['id'],
    exported: {
      file: 'tool-calls',
      columns:
        'id, conversation_id AS "conversationId", at, principal, via, tool, arguments, objects, outcome, turn_id AS "turnId"',
    },
  },
  {
    table: 'assistant_settings',
    key: ['workspace_id'],
    exported: { file: 'assistant-settings', columns: 'enabled, settings, updated_at AS "updatedAt"' },
  },
  {
    table: 'assistant_models',
    key: ['workspace_id'],
    exported: {
      file: 'assistant-models',
      columns: `base_url AS "baseUrl", model, used_for AS "use", extra_headers AS "extraHeaders", extra_body AS "extraBody",
        share_tickets AS "shareTickets", calls_per_day AS "callsPerDay", tokens_per_day AS "tokensPerDay",
        by_operator AS "byOperator"`,
      show: (row) => ({
        ...shownRow(row, ['extraHeaders', 'extraBody']),
        shareTickets: row.shareTickets === 1,
        byOperator: row.byOperator === 1,
      }),
    },
  },
  {
    table: 'model_usage',
    key: ['day'],
    exported: {
      file: 'model-usage',
      columns: 'day, calls, tokens_in AS "tokensIn", tokens_out AS "tokensOut", rejected',
    },
  },
]

/** The assistant, which answers in chats from the data of the workspace. */
export const assistantFeature: Feature<{ outbound: ShopOutbound }> = {
  jobs: (services) => [turnJobHandler(services)],
  tasks: ({ store, clock }) => [
    { name: 'load what answers in chats', run: (signal) => loadForChats(store.read, signal) },
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
