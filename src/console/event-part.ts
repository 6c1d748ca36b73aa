import type { EventServices } from '../events/deliver.ts'
import type { Part } from '../http/services.ts'
import type { Outbound } from '../outbound/outbound.ts'

/** Sends tests of events. */
export const eventPart: Part<{ services: EventServices }, { outbound: Outbound }> = {
  start: ({ store, clock, outbound, metrics, sealer, settings }) => ({
    services: { store, clock, outbound, metrics, sealer, settings },
    stop: () => {},
  }),
}
