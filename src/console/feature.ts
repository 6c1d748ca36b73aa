import { defineLazyEventHandler } from 'h3'
import { removeEverybody } from '../access/memberships.ts'
import { purgeMembers } from '../access/purge-members.ts'
import { secondFactorSecrets } from '../access/second-factor.ts'
import type { Feature } from '../http/feature.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { ShopOutbound } from '../refunds/endpoint/shop-outbound.ts'
import { segmentCounts } from './data/segment-counts.ts'
import { eventPart } from './event-part.ts'
import { exportPart } from './exports/export-part.ts'
import { consoleReader } from './live/hear-changes.ts'
import { presencePart } from './live/presence.ts'
import { liveStreams } from './live/streams.ts'
import { refundCounts, refundPart } from './refund-parts.ts'
import { CONSOLE_PATH } from './serve-pages.ts'
import { signInPart } from './sign-in.ts'
import { systemPart } from './system-part.ts'

/** Where the people of a shop sign in, and what its pages read and do. Its routes are in routes.ts. */
export const consoleFeature: Feature<{ outbound: ShopOutbound; mailer: Mailer }> = {
  mount: (app, services) => {
    // Loaded when somebody first opens it: its routes are half of all routes, and would be a tenth of each start.
    const openConsole = defineLazyEventHandler(async () => (await import('./mount.ts')).createConsole(services))
    for (const path of [CONSOLE_PATH, `${CONSOLE_PATH}/**`]) app.all(path, openConsole)
  },
  reads: [consoleReader],
  parts: [
    signInPart,
    refundPart,
    refundCounts,
    liveStreams,
    presencePart,
    segmentCounts,
    systemPart,
    eventPart,
    exportPart,
  ],
  tasks: ({ store, clock }) => [
    { name: 'purge sessions of members', cron: '29 * * * *', run: () => purgeMembers(store, clock.now()) },
  ],
  secrets: [secondFactorSecrets],
  tables: [
    // Access that a backup contains may have been revoked since.
    {
      table: 'saved_views',
      key: ['member_id', 'list', 'name'],
      exported: { file: 'saved-views', columns: 'member_id AS "memberId", list, name, query' },
    },
    { table: 'member_sessions', key: ['id'], afterRestore: 'DELETE FROM member_sessions' },
    {
      table: 'member_link_tokens',
      key: ['hash'],
      of: 'link_id IN (SELECT id FROM member_links WHERE workspace_id = ?)',
      afterRestore: 'DELETE FROM member_link_tokens',
    },
    { table: 'member_links', key: ['id'], afterRestore: 'DELETE FROM member_links' },
    {
      table: 'memberships',
      key: ['member_id'],
      exported: { file: 'memberships', columns: 'member_id AS "memberId", role, created_at AS "createdAt"' },
    },
  ],
  onDeletingWorkspace: (tx, { workspaceId }) => removeEverybody(tx, workspaceId),
}
