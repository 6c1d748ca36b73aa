import { shownRow, type WorkspaceTable } from '../access/workspace-data.ts'

/** Tables of the assistant. */
export const assistantTables: WorkspaceTable[] = [
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
        share_tickets AS "shareTickets", calls_per_day AS "callsPerDay", tokens_per_day AS "tokensPerDay"`,
      show: (row) => ({ ...shownRow(row, ['extraHeaders', 'extraBody']), shareTickets: row.shareTickets === 1 }),
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
