import type { SecretTable } from '../access/secrets.ts'
import type { WorkspaceTable } from '../access/workspace-data.ts'
import { assistantFeature } from '../assistant/feature.ts'
import { consoleFeature } from '../console/feature.ts'
import { callFeature, workspaceFeature } from '../http/base-features.ts'
import { type Feature, hooksOf, type JobServices } from '../http/feature.ts'
import { requestLogFeature } from '../http/request-log/feature.ts'
import type { Route } from '../http/route.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import { lookupFeature } from '../lookup/feature.ts'
import { objectsFeature } from '../objects/feature.ts'
import type { ShopOutbound } from '../refunds/endpoint/shop-outbound.ts'
import { refundsFeature } from '../refunds/feature.ts'
import { searchFeature } from '../search/feature.ts'
import { segmentsFeature } from '../segments/feature.ts'
import { widgetFeature } from '../widget/feature.ts'

/** Services that features need in addition to those of every server. */
export interface Needed {
  /** Calls the refund endpoints of shops. */
  outbound: ShopOutbound
}

/**
 * All features, in the order of the API reference. Refunds come before chats: the refunds of an erased customer's chats are found
 * only while the chats still belong to the customer.
 */
export const features: Feature<Needed>[] = [
  callFeature,
  searchFeature,
  objectsFeature,
  lookupFeature,
  segmentsFeature,
  refundsFeature,
  assistantFeature,
  widgetFeature,
  requestLogFeature,
  workspaceFeature,
  consoleFeature,
]

/** Every route of the API below the base address. */
export const routes: Route[] = features.flatMap((feature) => feature.routes ?? [])

/** The description of each tag. */
export const tags: Record<string, string> = Object.assign({}, ...features.map((feature) => feature.tags))

/** Every table that is empty after a restore. */
export const endedByRestore: string[] = features.flatMap((feature) => feature.endedByRestore ?? [])

/** Every table that keeps secrets. */
export const secretTables: SecretTable[] = features.flatMap((feature) => feature.secrets ?? [])

/** All tables with rows of workspaces, in the order of deletion. */
export const workspaceTables: WorkspaceTable[] = features.flatMap((feature) => feature.tables ?? [])

export const hooks = hooksOf(features)

/** The handlers of all kinds of job. */
export function jobHandlers(services: Omit<JobServices, 'hooks' | 'tables'> & Needed): JobHandler[] {
  return features.flatMap((feature) => feature.jobs?.({ ...services, hooks, tables: workspaceTables }) ?? [])
}
