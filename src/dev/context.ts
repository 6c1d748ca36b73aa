import type { RefundServices } from '../refunds/offer.ts'
import type { CallLog } from './calls.ts'
import type { Changes } from './changes.ts'
import type { Chaos } from './chaos.ts'
import type { DevClock } from './clock.ts'
import type { Replays } from './replays.ts'
import type { SampleStore } from './sample-store.ts'
import type { DevKeys } from './workspace.ts'

/** What the /dev addresses work with. */
export interface DevContext {
  services: RefundServices
  keys: DevKeys
  clock: DevClock
  calls: CallLog
  changes: Changes
  store: SampleStore
  chaos: Chaos
  replays: Replays
  /** Aborts when the server stops: what waits ends then. */
  stopping: AbortSignal
  /** Makes the scheduler look for due jobs. */
  wake(): void
  /** Back to how everything was when the server had started. */
  reset(): Promise<void>
}
