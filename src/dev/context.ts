import type { RefundServices } from '../refunds/offer.ts'
import type { CallLog } from './calls.ts'
import type { Changes } from './changes.ts'
import type { Chaos } from './chaos.ts'
import type { DevClock } from './clock.ts'
import type { DeliveryLog } from './deliveries.ts'
import type { ModelStub } from './model-stub.ts'
import type { Replays } from './replays.ts'
import type { ShopEndpoint } from './shop-endpoint.ts'
import type { DevKeys } from './workspace.ts'

/** The services of the routes under /dev. */
export interface DevContext {
  services: RefundServices
  keys: DevKeys
  clock: DevClock
  calls: CallLog
  changes: Changes
  shop: ShopEndpoint
  /** The scripted model. */
  model: ModelStub
  /** Its base URL. */
  modelUrl: string
  chaos: Chaos
  replays: Replays
  deliveries: DeliveryLog
  /** Aborts when the server stops, to end waiting calls. */
  stopping: AbortSignal
  /** Makes the scheduler look for due jobs. */
  wake(): void
  /** Restores the state after the start of the server. */
  reset(): Promise<void>
}
