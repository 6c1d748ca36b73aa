import { type Batch, listBatches } from '../../objects/bulk/batches.ts'
import type { SentRequest } from '../../refunds/endpoint/outbound.ts'
import { listRefunds } from '../../refunds/refunds.ts'
import type { RecordedCall } from '../calls.ts'
import type { DevContext } from '../context.ts'
import { shownRefund } from '../refunds.ts'
import type { ReplayedDelivery } from '../replays.ts'
import type { Rule } from '../shop-rules.ts'
import type { Fault, TestRefund } from '../testing-api.ts'

/** All that the page shows, the newest first. */
export interface View {
  now: number
  aheadMs: number
  calls: RecordedCall[]
  refunds: TestRefund[]
  batches: Batch[]
  rules: Rule[]
  faults: Fault[]
  /** The outcomes of deliveries that were sent again, by the id of the delivery. */
  replays: ReadonlyMap<string, ReplayedDelivery>
  /** The requests of deliveries as they were sent, by the id of the delivery; requests before the start of the server are missing. */
  sent: ReadonlyMap<string, SentRequest>
}

const SHOWN_CALLS = 50
const SHOWN_REFUNDS = 20
const SHOWN_BATCHES = 20

export async function pageView({
  services,
  keys,
  clock,
  calls,
  shop,
  chaos,
  replays,
  deliveries,
}: DevContext): Promise<View> {
  const { read } = services.store
  const refunds = await listRefunds(read, keys.workspaceId, { limit: SHOWN_REFUNDS })
  return {
    now: clock.now(),
    aheadMs: clock.ahead(),
    calls: calls.list().slice(0, SHOWN_CALLS),
    refunds: await Promise.all(refunds.map((refund) => shownRefund(read, refund))),
    batches: await listBatches(read, keys.workspaceId, SHOWN_BATCHES),
    rules: shop.rules.list(),
    faults: chaos.list(),
    replays: replays.list(),
    sent: deliveries.list(),
  }
}
