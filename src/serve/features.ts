import type { SecretTable } from '../access/secrets.ts'
import { callFeature } from '../http/call-feature.ts'
import { type Feature, hooksOf, type JobServices } from '../http/feature.ts'
import { requestLogFeature } from '../http/request-log/feature.ts'
import type { Route } from '../http/route.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import { objectsFeature } from '../objects/feature.ts'
import type { Outbound } from '../refunds/endpoint/outbound.ts'
import { refundsFeature } from '../refunds/feature.ts'
import { widgetFeature } from '../widget/feature.ts'

/** What features need beside the services of every server. */
export interface Needed {
  /** Calls the refund endpoints of shops. */
  outbound: Outbound
}

/**
 * Every feature, in the order of the API reference. Refunds come before chats: which refunds belong to an erased customer's chats is known
 * only while the chats are theirs.
 */
export const features: Feature<Needed>[] = [
  callFeature,
  objectsFeature,
  refundsFeature,
  widgetFeature,
  requestLogFeature,
]

/** Every route of the API below the base address. */
export const routes: Route[] = features.flatMap((feature) => feature.routes ?? [])

/** Every table that keeps secrets of workspaces. */
export const secretTables: SecretTable[] = features.flatMap((feature) => feature.secrets ?? [])

export const hooks = hooksOf(features)

/** Every kind of job that there is. */
export function jobHandlers(services: Omit<JobServices, 'hooks'> & Needed): JobHandler[] {
  return features.flatMap((feature) => feature.jobs?.({ ...services, hooks }) ?? [])
}
