import { platform } from './runtime.ts'
import { type Api, connect, type StorewireOptions } from './storewire.ts'

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
export class Storewire implements Api {
  /** Checks the key: resolves with the workspace that it belongs to. @throws StorewireError */
  readonly ping: Api['ping']
  readonly customers: Api['customers']
  readonly products: Api['products']
  readonly orders: Api['orders']
  readonly shipments: Api['shipments']
  readonly tickets: Api['tickets']
  /**
   * Brings in history: sends everything that `source` yields in batches of up to 1,000, then waits until the server has processed
   * it or a batch has failed. `source` is an array, an iterable or an async iterable, and is read no faster than it can be sent.
   * An import that stops before its end stays open on the server; what was sent is processed all the same.
   *
   * @returns the last progress, whose `status` is `done` when all went well
   * @throws StorewireError, what the source throws, or the reason of `signal`
   */
  readonly backfill: Api['backfill']

  /** @throws TypeError when `secretKey` does not start with `sk_` or `baseUrl` is no URL */
  constructor(options: StorewireOptions) {
    const api = connect(options, platform)
    this.ping = api.ping
    this.customers = api.customers
    this.products = api.products
    this.orders = api.orders
    this.shipments = api.shipments
    this.tickets = api.tickets
    this.backfill = api.backfill
  }
}
