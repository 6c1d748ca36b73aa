import { createEndpointChecks, type EndpointChecks } from '../conformance/check-workspace.ts'
import type { Part } from '../http/feature.ts'
import type { Outbound } from '../refunds/endpoint/outbound.ts'
import type { RefundServices } from '../refunds/offer.ts'

/** Asks shops for amounts, and tests their endpoints. */
export const refundPart: Part<{ services: RefundServices; checks: EndpointChecks }, { outbound: Outbound }> = {
  start: ({ store, clock, outbound, metrics, sealer }) => {
    const services = { store, clock, outbound, metrics, sealer }
    return { services, checks: createEndpointChecks(services), stop: () => {} }
  },
}
