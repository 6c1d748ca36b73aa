import type { ViewedOrder } from '../../../tools/order-view.ts'
import { sayStatus } from '../../answers/orders.ts'
import { sayOfEach, whichOrders } from '../../answers/which-order.ts'
import { showOrder } from '../../cards.ts'
import { addFact, type Draft, say, sayCustom, sayRequest } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** The tracking number and link of an order. */
export const tracking: CommandKind = {
  name: 'tracking',
  label: {
    en: 'Follow my parcel',
    de: 'Mein Paket verfolgen',
    fr: 'Suivre mon colis',
    es: 'Seguir mi paquete',
  },
  rules: [
    '9.5 track|follow how|tracknumber|number|link !move !stuck !delivered',
    '9.5 follow where',
    '9.5 track where may',
    '9 tracknumber',
    '9 track @thing !delivered !move !stuck',
    '8 track short !says',
    '8 track !off !delivered !move',
    '9 carrier who|which|bring',
    '9.2 who deliver|ship|bring|delivered @thing|my|carrier|it',
    '9 follow order|parcel|delivery|goods',
    '9 carrier_word which|who|with',
  ],
  words,
  answer: answerTracking,
  meaning: 'the tracking number or link',
  includes: ['order_status'],
  isOnlyHere: true,
  isSimple: true,
}

export async function answerTracking(draft: Draft, command: Command): Promise<void> {
  sayOfEach(draft, await whichOrders(draft, command, 'underway'), (order) => sayTracking(draft, order))
}

function sayTracking(draft: Draft, order: ViewedOrder): void {
  const { says } = draft.speech
  showOrder(draft, order)
  const tracked = order.shipments.filter(({ trackingNumber }) => trackingNumber !== null)
  for (const { id, carrier, trackingNumber, trackingUrl, custom } of tracked) {
    const tracking = { order: order.number, carrier, trackingNumber, trackingUrl }
    addFact(draft, `shipments/${id}`, { ...custom, ...tracking }, order.updatedAt)
    say(draft, says.heading(says.parcel(carrier, null)), says.trackingNumber(trackingNumber ?? '', trackingUrl))
    sayCustom(draft, custom)
  }
  if (tracked.length > 0) return
  if (draft.tools.asker.customerId !== null) say(draft, says.noTracking(order.number))
  sayStatus(draft, order)
  if (draft.tools.asker.customerId === null) sayRequest(draft, says.guestLimits)
}
