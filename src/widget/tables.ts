import type { WorkspaceTable } from '../access/workspace-data.ts'
import { conversationTables } from '../conversations/tables.ts'

/** Tables of chats. */
export const widgetTables: WorkspaceTable[] = [
  {
    table: 'widget_sessions',
    key: ['id'],
    exported: {
      file: 'chat-sessions',
      columns: `id, conversation_id AS "conversationId", visitor_id AS "visitorId", page_url AS "pageUrl", locale,
        created_at AS "createdAt", expires_at AS "expiresAt"`,
    },
  },
  { table: 'widget_sightings', key: ['workspace_id'], exported: { file: 'widget-sightings', columns: 'origin, at' } },
  { table: 'widget_origins', key: ['origin'], exported: { file: 'widget-origins', columns: 'origin' } },
  {
    table: 'identity_secrets',
    key: ['id'],
    exported: {
      file: 'identity-secrets',
      columns: 'id, ending, created_by AS "createdBy", created_at AS "createdAt"',
    },
  },
  { table: 'used_identity_tokens', key: ['jti'] },
  { table: 'widget_ticket_secrets', key: ['workspace_id'] },
  {
    table: 'widget_settings',
    key: ['workspace_id'],
    exported: { file: 'widget-settings', columns: 'settings, updated_at AS "updatedAt"' },
  },
  ...conversationTables,
]
