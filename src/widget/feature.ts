import type { WorkspaceTable } from '../access/workspace-data.ts'
import { indexJobHandler } from '../conversations/index-job.ts'
import { wakeJobHandler } from '../conversations/snooze.ts'
import { conversationTables } from '../conversations/tables.ts'
import { typingPart } from '../conversations/typing.ts'
import type { Feature } from '../http/feature.ts'
import { customers } from '../objects/types/customer.ts'
import { erasePictures, eraseUnsent, overwriteJobHandler } from '../pictures/erase.ts'
import { pictureTables } from '../pictures/tables.ts'
import { leaveContact } from './contact-routes.ts'
import { chatJobHandler, eraseChats } from './erase-chats.ts'
import { chatReader } from './hear-events.ts'
import { identitySecretTable } from './identity-secrets.ts'
import { logoTable } from './logo.ts'
import { pictureRoutes } from './picture-routes.ts'
import { purgeGuestChats, purgeTrials, purgeWidget } from './purge.ts'
import { widgetRoutes } from './routes.ts'
import { type DeskOf, mountWidget } from './serve-widget.ts'
import { WIDGET_TAG } from './session-routes.ts'
import { reportEnded } from './sessions.ts'
import { chatStreams } from './streams.ts'
import { ticketSecretTable } from './tickets.ts'
import { type OpenOrderOf, welcomeRoute } from './welcome-route.ts'

/** Tables of chats. */
const widgetTables: WorkspaceTable[] = [
  {
    table: 'widget_sessions',
    key: ['id'],
    exported: {
      file: 'chat-sessions',
      columns: `id, conversation_id AS "conversationId", visitor_id AS "visitorId", page_url AS "pageUrl", locale, time_zone AS "timeZone",
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
      columns: 'id, ending, created_by AS "createdBy", created_at AS "createdAt", last_used_at AS "lastUsedAt"',
    },
  },
  { table: 'used_identity_tokens', key: ['jti'] },
  { table: 'widget_ticket_secrets', key: ['workspace_id'] },
  {
    table: 'widget_settings',
    key: ['workspace_id'],
    exported: { file: 'widget-settings', columns: 'settings, updated_at AS "updatedAt"' },
  },
  logoTable,
  ...pictureTables,
  ...conversationTables,
]

/**
 * Chats on the pages of shops.
 *
 * @param deskOf who answers in a workspace and when, which a room above decides, as it does with
 * @param openOrderOf the order that a signed-in customer most likely asks about
 */
export const widgetFeature = ({ deskOf, openOrderOf }: { deskOf: DeskOf; openOrderOf: OpenOrderOf }): Feature => ({
  routes: [...widgetRoutes, welcomeRoute(openOrderOf), leaveContact, ...pictureRoutes],
  tags: {
    [WIDGET_TAG]:
      'Calls for the chat on web pages, with a publishable key or the token of a chat session: start a session, read and send messages, confirm or decline a refund, receive events. A server that pushes data does not need these calls.',
  },
  mount: (app, services) => mountWidget(app, services, deskOf),
  parts: [typingPart, chatStreams],
  reads: [chatReader],
  jobs: (services) => [
    chatJobHandler(services),
    wakeJobHandler(),
    indexJobHandler(services),
    overwriteJobHandler(services),
  ],
  tasks: ({ store, clock, settings }) => [
    { name: 'purge chat sessions', cron: '41 * * * *', run: () => purgeWidget(store, clock.now()) },
    {
      name: 'purge chats of guests',
      cron: '53 * * * *',
      run: (signal) => purgeGuestChats(store, settings.keepGuestChats, clock.now(), signal),
    },
    { name: 'purge unsent pictures', cron: '*/10 * * * *', run: () => eraseUnsent(store, clock.now()) },
    { name: 'purge trials', cron: '47 * * * *', run: (signal) => purgeTrials(store, clock.now(), signal) },
  ],
  secrets: [identitySecretTable, ticketSecretTable],
  tables: widgetTables,
  // Sessions of a deleted workspace end, and nobody reads its pictures.
  onDeletingWorkspace: async (tx, { workspaceId, now }) => {
    await reportEnded(tx, workspaceId, [], now)
    await erasePictures(tx, { text: 'workspace_id = ?', values: [workspaceId] }, now)
  },
  onErased: async (tx, { resource, workspaceId, id }, now) =>
    resource === customers.name && eraseChats(tx, { workspaceId, customerId: id }, now),
})
