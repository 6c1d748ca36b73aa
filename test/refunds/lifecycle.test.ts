import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Facts,
  finishedStatuses,
  isLateReport,
  nextStatus,
  type RefundEvent,
  type RefundStatus,
  refundEvents,
  refundStatuses,
} from '../../src/refunds/lifecycle.ts'

type Case = [from: RefundStatus | null, on: RefundEvent, facts: Partial<Facts>, to: RefundStatus]

/** Written from the description of the service alone: every move that there is. */
const EXPECTED: Case[] = [
  [null, 'offered_by_assistant', {}, 'awaiting_customer'],
  [null, 'started_by_agent', {}, 'awaiting_customer'],
  ['awaiting_customer', 'customer_confirmed', { isAutomatic: true }, 'executing'],
  ['awaiting_customer', 'customer_confirmed', {}, 'awaiting_approval'],
  ['awaiting_customer', 'customer_confirmed', { isTrial: true }, 'cancelled'],
  ['awaiting_customer', 'customer_confirmed', { isTrial: true, isAutomatic: true }, 'cancelled'],
  ['awaiting_customer', 'customer_declined', {}, 'declined'],
  ['awaiting_customer', 'time_ran_out', {}, 'expired'],
  ['awaiting_approval', 'time_ran_out', {}, 'expired'],
  ['awaiting_customer', 'conversation_moved_on', {}, 'cancelled'],
  ['awaiting_approval', 'conversation_moved_on', {}, 'cancelled'],
  ['awaiting_customer', 'order_changed', {}, 'cancelled'],
  ['awaiting_approval', 'order_changed', {}, 'cancelled'],
  ['awaiting_customer', 'refunds_switched_off', {}, 'cancelled'],
  ['awaiting_approval', 'refunds_switched_off', {}, 'cancelled'],
  ['awaiting_approval', 'agent_approved', {}, 'executing'],
  ['awaiting_approval', 'agent_rejected', {}, 'rejected'],
  ['executing', 'answered_succeeded', {}, 'succeeded'],
  ['executing', 'answered_pending', {}, 'pending'],
  ['executing', 'store_refused', {}, 'failed'],
  ['executing', 'signature_rejected', {}, 'failed'],
  ['executing', 'retries_used_up', {}, 'failed'],
  ['executing', 'reported_succeeded', {}, 'succeeded'],
  ['executing', 'reported_failed', {}, 'failed'],
  ['pending', 'reported_succeeded', {}, 'succeeded'],
  ['pending', 'reported_failed', {}, 'failed'],
  ['pending', 'agent_stopped_waiting', { isOverdue: true }, 'failed'],
]

const FACTS: Facts[] = [false, true].flatMap((isTrial) =>
  [false, true].flatMap((isAutomatic) => [false, true].map((isOverdue) => ({ isTrial, isAutomatic, isOverdue }))),
)

/** Guards matter only to a customer's yes, and to an agent who stops waiting. */
function expected(from: RefundStatus | null, on: RefundEvent, facts: Facts): RefundStatus | undefined {
  const matching = EXPECTED.filter(([from_, on_]) => from_ === from && on_ === on)
  if (on === 'agent_stopped_waiting' && !facts.isOverdue) return undefined
  if (matching.length < 2) return matching[0]?.[3]
  return matching.find(
    ([, , { isTrial = false, isAutomatic = false }]) => isTrial === facts.isTrial && isAutomatic === facts.isAutomatic,
  )?.[3]
}

for (const from of [null, ...refundStatuses]) {
  test(`a refund that is ${from ?? 'not there yet'} moves only as the table lists`, () => {
    for (const on of refundEvents) {
      for (const facts of FACTS) {
        assert.equal(nextStatus(from, on, facts), expected(from, on, facts), `${from} ${on} ${JSON.stringify(facts)}`)
      }
    }
  })
}

test('a finished refund stays unchanged, whatever happens', () => {
  assert.deepEqual(finishedStatuses, ['succeeded', 'failed', 'declined', 'rejected', 'cancelled', 'expired'])
})

test("only a report after a refund's end is recorded without a change of status", () => {
  const kept = refundStatuses.flatMap((status) =>
    refundEvents.filter((on) => isLateReport(status, on)).map((on) => `${status} ${on}`),
  )
  assert.deepEqual(
    kept,
    finishedStatuses.flatMap((status) => [`${status} reported_succeeded`, `${status} reported_failed`]),
  )
})
