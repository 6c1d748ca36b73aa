import { type Batch, listBatches } from '../../objects/bulk/batches.ts'
import { listRefunds } from '../../refunds/refunds.ts'
import type { Call } from '../calls.ts'
import type { DevContext } from '../context.ts'
import { shownRefund } from '../refunds.ts'
import type { Replay } from '../replays.ts'
import type { Rule } from '../store-rules.ts'
import type { Fault, TestRefund } from '../testing-api.ts'

/** All that the page shows, the newest first. */
export interface View {
  now: number
  aheadMs: number
  calls: Call[]
  refunds: TestRefund[]
  batches: Batch[]
  rules: Rule[]
  faults: Fault[]
  /** What came of sending a delivery again, by its id. */
  replays: ReadonlyMap<string, Replay>
}

const SHOWN_CALLS = 50
const SHOWN_REFUNDS = 20
const SHOWN_BATCHES = 20

export async function viewOf({ services, keys, clock, calls, store, chaos, replays }: DevContext): Promise<View> {
  const { read } = services.store
  const refunds = await listRefunds(read, keys.workspaceId, { limit: SHOWN_REFUNDS })
  return {
    now: clock.now(),
    aheadMs: clock.ahead(),
    calls: calls.list().slice(0, SHOWN_CALLS),
    refunds: await Promise.all(refunds.map((refund) => shownRefund(read, refund))),
    batches: await listBatches(read, keys.workspaceId, SHOWN_BATCHES),
    rules: store.rules.list(),
    faults: chaos.list(),
    replays: replays.list(),
  }
}
