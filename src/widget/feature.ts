import { SESSIONS_ENDED } from '../conversations/event-ids.ts'
import { typingPart } from '../conversations/typing.ts'
import type { Feature } from '../http/feature.ts'
import { customers } from '../objects/types/customer.ts'
import { chatJobHandler, eraseChats } from './erase-chats.ts'
import { identitySecretTable } from './identity-secrets.ts'
import { purgeWidget } from './purge.ts'
import { purgeGuestChats, purgeTrials } from './purge-chats.ts'
import { widgetRoutes } from './routes.ts'
import { WIDGET_TAG } from './session-routes.ts'
import { chatStreams } from './streams.ts'
import { widgetTables } from './tables.ts'
import { ticketSecretTable } from './tickets.ts'

/** Chats on the pages of shops. */
export const widgetFeature: Feature = {
  routes: widgetRoutes,
  tags: {
    [WIDGET_TAG]:
      'Calls for the chat on web pages, with a publishable key or the token of a chat session: start a session, read and send messages, confirm or decline a refund, receive events. A server that pushes data does not need these calls.',
  },
  parts: [typingPart, chatStreams],
  jobs: (services) => [chatJobHandler(services)],
  tasks: ({ store, clock, settings }) => [
    { name: 'purge chat sessions', cron: '41 * * * *', run: () => purgeWidget(store, clock.now()) },
    {
      name: 'purge chats of guests',
      cron: '53 * * * *',
      run: (signal) => purgeGuestChats(store, settings.keepGuestChats, clock.now(), signal),
    },
    { name: 'purge trials', cron: '47 * * * *', run: (signal) => purgeTrials(store, clock.now(), signal) },
  ],
  secrets: [identitySecretTable, ticketSecretTable],
  tables: widgetTables,
  // Sessions of a deleted workspace end.
  onDeletingWorkspace: async (tx) => tx.announce(SESSIONS_ENDED),
  onErased: async (tx, { resource, workspaceId, id }, now) =>
    resource === customers.name && eraseChats(tx, { workspaceId, customerId: id }, now),
}
