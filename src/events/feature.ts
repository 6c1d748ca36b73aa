import { shownRow, type WorkspaceTable } from '../access/workspace-data.ts'
import type { Feature } from '../http/feature.ts'
import type { Mailer } from '../mail/mailer.ts'
import { customers } from '../objects/types/customer.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { confirmMail } from './confirm-address.ts'
import { deliverJobHandler, noteFailure } from './deliver-job.ts'
import { DELIVER_JOB } from './deliveries.ts'
import { eventSecrets } from './endpoints.ts'
import { erasePersonalEvents, purgeEvents } from './erase.ts'
import { eventMails } from './event-mails.ts'
import { memberNoticeMails } from './members/mails.ts'
import { memberReader } from './members/reader.ts'
import { eventReader } from './reader.ts'
import { EVENTS_TAG, eventWebhooks } from './webhooks.ts'

const eventTables: WorkspaceTable[] = [
  {
    table: 'event_deliveries',
    key: ['id'],
    hasJobs: true,
    // Old news must not ring.
    afterRestore: `UPDATE event_deliveries SET state = 'skipped', verdict = 'restored' WHERE state = 'waiting';
      DELETE FROM jobs WHERE kind = '${DELIVER_JOB}';`,
    exported: {
      file: 'event-deliveries',
      columns: `id, event_id AS "eventId", endpoint_id AS "endpointId", state, tries, sent_at AS "sentAt", duration_ms AS "durationMs",
        http_status AS "httpStatus", verdict, created_at AS "createdAt"`,
    },
  },
  {
    table: 'events',
    key: ['created_at', 'id'],
    exported: {
      file: 'events',
      columns: 'id, type, subject, data, created_at AS "createdAt"',
      show: (row) => shownRow(row, ['data']),
    },
  },
  {
    table: 'event_endpoints',
    key: ['id'],
    // A copy of a database must not call anybody until somebody wants it to.
    afterRestore: `UPDATE event_endpoints SET state = 'off' WHERE state = 'on'`,
    exported: {
      file: 'event-endpoints',
      columns: `id, kind, host, ending, secret_ending AS "secretEnding", types, include_text AS "includeText", state,
        created_at AS "createdAt"`,
      show: (row) => ({ ...shownRow(row, ['types']), includeText: row.includeText === 1 }),
    },
  },
  {
    table: 'member_notifications',
    key: ['member_id'],
    exported: {
      file: 'member-notifications',
      columns: 'member_id AS "memberId", types, quiet_from AS "quietFrom", quiet_to AS "quietTo"',
      show: (row) => shownRow(row, ['types']),
    },
  },
]

/** Outgoing events: people and programs hear of what happens. */
export const eventsFeature: Feature<{ outbound: Outbound; mailer: Mailer }> = {
  webhooks: eventWebhooks,
  tags: {
    [EVENTS_TAG]:
      'What storewire sends to the webhooks of a workspace, signed as Standard Webhooks has it. Endpoints are made in the console or by `storewire events endpoints create`.',
  },
  jobs: (services) => [deliverJobHandler({ ...services, random: Math.random })],
  mails: () => [...memberNoticeMails, ...eventMails(noteFailure), confirmMail],
  reads: [eventReader, memberReader],
  tasks: ({ store, clock }) => [
    { name: 'purge events', cron: '29 * * * *', run: (signal) => purgeEvents(store, clock.now(), signal) },
  ],
  secrets: [eventSecrets],
  tables: eventTables,
  // Before chats are erased: then nobody could find them any longer.
  onErased: (tx, { resource, workspaceId, id }) =>
    resource === customers.name ? erasePersonalEvents(tx, { workspaceId, customerId: id }) : Promise.resolve(false),
}
