import type { Feature } from '../http/feature.ts'
import { customers } from '../objects/types/customer.ts'
import { chatJobHandler, eraseChats } from './erase-chats.ts'
import { identitySecretTable } from './identity-secrets.ts'
import { purgeWidget } from './purge.ts'
import { purgeGuestChats } from './purge-guests.ts'
import { widgetRoutes } from './routes.ts'
import { chatStreams } from './streams.ts'

/** Chats on the shop's pages. */
export const widgetFeature: Feature = {
  routes: widgetRoutes,
  parts: [chatStreams],
  jobs: (services) => [chatJobHandler(services)],
  tasks: ({ store, clock, settings }) => [
    { name: 'purge chat sessions', cron: '41 * * * *', run: () => purgeWidget(store, clock.now()) },
    {
      name: 'purge chats of guests',
      cron: '53 * * * *',
      run: (signal) => purgeGuestChats(store, settings.keepGuestChats, clock.now(), signal),
    },
  ],
  secrets: [identitySecretTable],
  onErased: async (tx, { resource, workspaceId, id }, now) =>
    resource === customers.name && eraseChats(tx, { workspaceId, customerId: id }, now),
}
