import type { Clock } from '../lib/time.ts'
import type { Mailbox } from '../mail/mailbox.ts'
import type { RefundServices } from '../refunds/offer.ts'
import type { Store } from '../store/store.ts'
import type { CallLog } from './calls.ts'
import type { Chaos } from './chaos.ts'
import type { DeliveryLog, Replays } from './deliveries.ts'
import type { ModelStub } from './model-stub.ts'
import type { ShopEndpoint } from './shop-endpoint.ts'
import type { DevKeys } from './workspace.ts'

/** The machine's clock with an offset into the future. */
interface DevClock extends Clock {
  /** The offset in milliseconds. */
  ahead(): number
  advance(ms: number): void
  /** Sets the offset to 0. */
  reset(): void
}

export function createDevClock(machine: Clock): DevClock {
  let ahead = 0
  return {
    now: () => machine.now() + ahead,
    ahead: () => ahead,
    advance: (ms) => {
      ahead += ms
    },
    reset: () => {
      ahead = 0
    },
  }
}

/** Notifies listeners of changes: a commit, a call. */
interface Changes {
  /** @returns a function that stops listening */
  listen(listener: () => void): () => void
  notify(): void
}

export function createChanges(): Changes {
  const listeners = new Set<() => void>()
  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}

/** The store, with a notification after every write. */
export function observedStore(store: Store, changes: Changes): Store {
  const notified = <T>(written: Promise<T>): Promise<T> => written.finally(changes.notify)
  return {
    ...store,
    write: (work, share) => notified(store.write(work, share)),
    writeInBackground: (work) => notified(store.writeInBackground(work)),
  }
}

/** The services of the routes under /dev. */
export interface DevContext {
  services: RefundServices
  keys: DevKeys
  clock: DevClock
  calls: CallLog
  changes: Changes
  shop: ShopEndpoint
  /** Every mail that would have been sent. */
  mailbox: Mailbox
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
