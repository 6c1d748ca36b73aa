import { shownRow, type WorkspaceTable } from '../access/workspace-data.ts'
import type { Feature } from '../http/feature.ts'
import { customers } from '../objects/types/customer.ts'
import { eraseMails, purgeMails } from './erase.ts'
import type { Mailer } from './mailer.ts'
import { memberMails } from './member-links.ts'
import { mailPart } from './part.ts'
import { MAIL_JOB } from './queue.ts'
import { mailJobHandler } from './send-job.ts'

const mailTables: WorkspaceTable[] = [
  {
    table: 'mails',
    key: ['id'],
    hasJobs: true,
    // A restored database must not write to people a second time, or about old news.
    afterRestore: `UPDATE mails SET state = 'stopped', data = '{}' WHERE state = 'waiting';
      DELETE FROM jobs WHERE kind = '${MAIL_JOB}';`,
    exported: {
      file: 'mails',
      columns: `id, kind, recipient AS "to", about, state, tries, sent_at AS "sentAt", code, explanation, created_at AS "createdAt"`,
      show: (row) => shownRow(row),
    },
  },
]

/** Mails, as far as an operator has set up an SMTP server. */
export const mailFeature: Feature<{ mailer: Mailer }> = {
  parts: [mailPart],
  mails: () => memberMails,
  jobs: (services) => [mailJobHandler({ ...services, random: Math.random })],
  tasks: ({ store, clock }) => [
    { name: 'purge mails', cron: '41 * * * *', run: (signal) => purgeMails(store, clock.now(), signal) },
  ],
  tables: mailTables,
  // Before chats are erased: then nobody could find them any longer.
  onErased: (tx, { resource, workspaceId, id }) =>
    resource === customers.name ? eraseMails(tx, { workspaceId, customerId: id }) : Promise.resolve(false),
}
