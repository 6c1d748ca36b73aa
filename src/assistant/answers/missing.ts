import type { ViewedOrder, ViewedShipment } from '../../tools/order-view.ts'
import type { Command } from '../commands/command.ts'
import { type Draft, handOver, say } from '../draft.ts'
import { reasonWords, sentenceOf, type Wish, wishOf, wordsOf } from './hand-over-words.ts'
import { addRefusal, askPerson, isRefunded, offerRefund, sayOffer } from './offers.ts'
import { isShipmentOverdue, sayStatus } from './orders.ts'
import { type Preferred, whichOrder } from './which-order.ts'

/** Why no refund was offered if none was due. */
const NOT_ASKED_FOR = 'not_asked_for'

/**
 * Not received, late, or reported as delivered: the honest state. If nothing explains where the order is, a refund is offered, which the
 * customer may decline; where none can be offered, people look into it.
 */
export async function answerMissing(
  draft: Draft,
  command: Command,
  { wish, prefers }: { wish: Wish; prefers: Preferred },
): Promise<void> {
  const order = await whichOrder(draft, command, prefers)
  if (!order) return
  const { now, asker } = draft.tools
  const isDelivered = order.status === 'delivered' || order.shipments.some(({ status }) => status === 'delivered')
  const isTroubled = order.shipments.some((shipment) => isLost(shipment) || shipment.status === 'exception')
  const isUnderWay = !isDelivered && !isTroubled && !order.shipments.some((one) => isShipmentOverdue(one, now))
  const isInTime = isUnderWay && prefers !== 'delivered'
  // Nothing is wrong yet.
  if (!isInTime) say(draft, draft.speech.says.sorry)
  sayStatus(draft, order)
  if (isInTime && asker.customerId !== null && draft.asked !== 'person') {
    askPerson(draft, command, order)
    return
  }
  if (isInTime && asker.customerId === null) return
  let reason = NOT_ASKED_FOR
  if (asker.customerId !== null && isAllMissing(order, prefers, now)) {
    const offer = await offerRefund(draft, order, [], 'not_received')
    if (offer.isOffered) {
      sayOffer(draft, order, offer, 'not_received')
      say(draft, draft.speech.says.orLookFor)
      return
    }
    reason = offer.reason
    addRefusal(draft, order, 'not_received', offer)
  }
  const refused = reason === NOT_ASKED_FOR ? '' : `No refund was offered: ${reasonWords(reason)}.`
  const summary = sentenceOf(wishOf(wish, order), wordsOf(draft, command), refused)
  const refundDraft = { orderId: order.id, orderNumber: order.number, lines: [], kind: 'not_received', reason }
  handOver(draft, { reason: 'not_received', priority: isDelivered ? 'high' : 'normal', summary, refundDraft })
}

/** Whether each parcel of an order is missing: who misses one of several has to say which, and wants no refund of all. */
function isAllMissing(order: ViewedOrder, prefers: Preferred, now: number): boolean {
  const { status, shipments } = order
  if (status === 'partially_shipped' || shipments.length === 0 || isRefunded(order)) return false
  return shipments.every(
    (shipment) =>
      isLost(shipment) ||
      isShipmentOverdue(shipment, now) ||
      (shipment.status === 'delivered' && prefers !== 'underway'),
  )
}

function isLost({ status }: ViewedShipment): boolean {
  return status === 'lost' || status === 'returned_to_sender'
}
