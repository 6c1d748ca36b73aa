import type { EventServices } from '../events/deliver.ts'
import type { Part } from '../http/services.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Outbound } from '../outbound/outbound.ts'

/** Sends tests of events. */
export const eventPart: Part<{ services: EventServices }, { outbound: Outbound; mailer: Mailer }> = {
  start: ({ store, clock, outbound, mailer, metrics, sealer, settings }) => ({
    services: { store, clock, outbound, mailer, metrics, sealer, settings },
    stop: () => {},
  }),
}
