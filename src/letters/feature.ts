import type { Feature } from '../http/feature.ts'
import { isChatOpen } from '../widget/streams.ts'
import { purgeLetters } from './bounds.ts'
import { confirmKind, replyToKind } from './confirmations.ts'
import { contactTable } from './contacts.ts'
import { linkTable } from './links.ts'
import { mountLinks } from './pages.ts'
import { letterReader } from './reader.ts'
import { replyKind } from './replies.ts'
import { letterSettingsTable } from './settings.ts'
import { stopTable } from './stops.ts'
import { transcriptRoutes } from './transcript-routes.ts'
import { transcriptKind } from './transcripts.ts'

/** E-mail to customers: replies for those who have left, copies of chats, and the links in these mails. */
export const lettersFeature: Feature = {
  routes: transcriptRoutes,
  mount: mountLinks,
  mails: ({ store }) => [
    replyKind((conversationId) => isChatOpen(store, conversationId)),
    transcriptKind,
    confirmKind,
    replyToKind,
  ],
  reads: [letterReader],
  tasks: ({ store, clock }) => [
    {
      name: 'purge links and counts of mails',
      cron: '37 * * * *',
      run: (signal) => purgeLetters(store, clock.now(), signal),
    },
  ],
  tables: [contactTable, linkTable, stopTable, { table: 'mail_causes', key: ['id'] }, letterSettingsTable],
}
