import { removeEverybody } from '../access/memberships.ts'
import { purgeMembers } from '../access/purge-members.ts'
import { secondFactorSecrets } from '../access/second-factor.ts'
import type { Feature } from '../http/feature.ts'
import type { Outbound } from '../refunds/endpoint/outbound.ts'
import { accountRoutes } from './account-routes.ts'
import { assistantModelRoutes } from './assistant-model-routes.ts'
import { assistantRoutes, trialRoutes } from './assistant-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { chatActionRoutes } from './chats/action-routes.ts'
import { chatCustomerRoutes } from './chats/customer-routes.ts'
import { chatReadRoutes } from './chats/read-routes.ts'
import { savedReplyRoutes } from './chats/saved-reply-routes.ts'
import { articleRoutes, dataDetailRoutes } from './data/detail-routes.ts'
import { dataListRoutes, findRoutes } from './data/list-routes.ts'
import { segmentCounts, segmentViewRoutes } from './data/segment-routes.ts'
import { homePart, homeRoutes } from './home-routes.ts'
import { importBatchRoutes } from './imports/batch-routes.ts'
import { importViewRoutes } from './imports/routes.ts'
import { keyRoutes } from './key-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { presencePart } from './live/presence.ts'
import { liveStreams } from './live/streams.ts'
import { liveRoutes, presenceRoutes, typingRoutes } from './live-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { orderRoutes } from './order-routes.ts'
import { pushRoutes } from './push-routes.ts'
import { refundDecisionRoutes } from './refund-decisions.ts'
import { refundCounts, refundPart } from './refund-parts.ts'
import { refundListRoutes } from './refund-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { signInPart } from './sign-in.ts'
import { systemPart, systemRoutes } from './system-routes.ts'
import { widgetAccessRoutes } from './widget-access-routes.ts'
import { widgetSettingsRoutes } from './widget-settings-routes.ts'

/** Where the people of a shop sign in, and what its pages read and do. */
export const consoleFeature: Feature<{ outbound: Outbound }> = {
  consoleRoutes: [
    ...sessionRoutes,
    ...linkRoutes,
    ...accountRoutes,
    ...memberRoutes,
    ...keyRoutes,
    ...orderRoutes,
    ...refundListRoutes,
    ...refundDecisionRoutes,
    ...settingsRoutes,
    ...assistantRoutes,
    ...assistantModelRoutes,
    ...widgetSettingsRoutes,
    ...widgetAccessRoutes,
    ...liveRoutes,
    ...homeRoutes,
    ...typingRoutes,
    ...presenceRoutes,
    ...findRoutes,
    ...chatReadRoutes,
    ...chatCustomerRoutes,
    ...chatActionRoutes,
    ...savedReplyRoutes,
    ...trialRoutes,
    ...dataListRoutes,
    ...dataDetailRoutes,
    ...segmentViewRoutes,
    ...articleRoutes,
    ...pushRoutes,
    ...auditRoutes,
    ...systemRoutes,
    ...importViewRoutes,
    ...importBatchRoutes,
  ],
  parts: [signInPart, refundPart, refundCounts, liveStreams, presencePart, homePart, segmentCounts, systemPart],
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
