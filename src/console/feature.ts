import { removeEverybody } from '../access/memberships.ts'
import { purgeMembers } from '../access/purge-members.ts'
import { secondFactorSecrets } from '../access/second-factor.ts'
import type { Feature } from '../http/feature.ts'
import type { ShopOutbound } from '../refunds/endpoint/shop-outbound.ts'
import { segmentCounts } from './data/segment-counts.ts'
import { presencePart } from './live/presence.ts'
import { liveStreams } from './live/streams.ts'
import { refundCounts, refundPart } from './refund-parts.ts'
import { signInPart } from './sign-in.ts'
import { systemPart } from './system-part.ts'

/** Where the people of a shop sign in, and what its pages read and do. Its routes are in routes.ts. */
export const consoleFeature: Feature<{ outbound: ShopOutbound }> = {
  parts: [signInPart, refundPart, refundCounts, liveStreams, presencePart, segmentCounts, systemPart],
  tasks: ({ store, clock }) => [
    { name: 'purge sessions of members', cron: '29 * * * *', run: () => purgeMembers(store, clock.now()) },
  ],
  secrets: [secondFactorSecrets],
  tables: [
    { table: 'member_sessions', key: ['id'] },
    { table: 'member_links', key: ['id'] },
    {
      table: 'memberships',
      key: ['member_id'],
      exported: { file: 'memberships', columns: 'member_id AS "memberId", role, created_at AS "createdAt"' },
    },
  ],
  onDeletingWorkspace: (tx, { workspaceId }) => removeEverybody(tx, workspaceId),
  endedByRestore: ['member_sessions', 'member_links'],
}
