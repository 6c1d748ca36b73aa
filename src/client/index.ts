import { platform } from './runtime.ts'
import { Client, type StorewireOptions } from './storewire.ts'

export type { IdempotencyStore } from './actions.ts'
export { type ActionsOptions, createActionsHandler } from './actions.ts'
export type { BackfillOptions } from './backfill.ts'
export { type ErrorBody, type Issue, StorewireError } from './error.ts'
export { type IdentityTokenOptions, signIdentityToken } from './identity.ts'
export { type NodeRequest, type NodeResponse, toNodeHandler } from './node-handler.ts'
export type * from './objects.ts'
export type { DeleteOptions, List, Page, PageOptions, Reads, Stored } from './reads.ts'
export type {
  Actions,
  AgreedRefund,
  CreateAnswer,
  Delivery,
  PreviewAnswer,
  RefundOutcome,
  RefundRequest,
  Refusal,
  ReportedRefund,
} from './refunds.ts'
export type { Resource } from './resource.ts'
export type { Search, SearchAnswer, SearchHit, SearchOptions, SearchType } from './search.ts'
export type {
  NewSegment,
  Segment,
  SegmentCondition,
  SegmentCustomers,
  SegmentPart,
  SegmentRule,
  Segments,
} from './segments.ts'
export { SignatureError, type VerifyOptions, verifySignature } from './signature.ts'
export type { StorewireOptions } from './storewire.ts'
export type { UpsertOptions, Upserts } from './upserts.ts'
export { type WebhookEvent, type WebhookHeaders, webhooks } from './webhooks.ts'

/** A client of one workspace. Create one and keep it: calls of one client share their limits and are sent together if possible. */
export class Storewire extends Client {
  /** @throws TypeError if `secretKey` is missing or does not start with `sk_`, or `baseUrl` is not a URL */
  constructor(options: StorewireOptions) {
    super(options, platform)
  }
}
