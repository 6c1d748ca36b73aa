import { platform } from './runtime.ts'
import { Client, type StorewireOptions } from './storewire.ts'

export { type ActionsOptions, createActionsHandler } from './actions.ts'
export type { BackfillOptions } from './backfill.ts'
export { type ErrorBody, type Issue, StorewireError } from './error.ts'
export type { IdempotencyStore } from './first-answers.ts'
export { type IdentityTokenOptions, signIdentityToken } from './identity.ts'
export { type NodeRequest, type NodeResponse, toNodeHandler } from './node-handler.ts'
export type * from './objects.ts'
export type { AgreedRefund, CreateAnswer, Delivery, PreviewAnswer, RefundRequest, Refusal } from './refunds.ts'
export { SignatureError, type VerifyOptions, verifySignature } from './signature.ts'
export type { StorewireOptions } from './storewire.ts'
export type { UpsertOptions, Upserts } from './upserts.ts'

/** A client of one workspace. Make one and keep it: calls of one client share their limits and go together where they can. */
export class Storewire extends Client {
  /** @throws TypeError when `secretKey` does not start with `sk_` or `baseUrl` is no URL */
  constructor(options: StorewireOptions) {
    super(options, platform)
  }
}
