import { account } from './account/index.ts'
import { bye } from './bye/index.ts'
import { cancelOrder } from './cancel-order/index.ts'
import { changeAddress } from './change-address/index.ts'
import { changeOrder } from './change-order/index.ts'
import { choose } from './choose/index.ts'
import type { CommandName } from './command.ts'
import { complaint } from './complaint/index.ts'
import { deliveryBy } from './delivery-by/index.ts'
import { deliveryCountry } from './delivery-country/index.ts'
import { discountCode } from './discount-code/index.ts'
import { exchange } from './exchange/index.ts'
import { fraud } from './fraud/index.ts'
import { giftCard } from './gift-card/index.ts'
import { greeting } from './greeting/index.ts'
import { human } from './human/index.ts'
import { invoice } from './invoice/index.ts'
import type { CommandKind } from './kind.ts'
import { late } from './late/index.ts'
import { legal } from './legal/index.ts'
import { markedDelivered } from './marked-delivered/index.ts'
import { no } from './no/index.ts'
import { notReceived } from './not-received/index.ts'
import { numberUnknown } from './number-unknown/index.ts'
import { optionsAvailable } from './options-available/index.ts'
import { orderConfirmation } from './order-confirmation/index.ts'
import { orderContents } from './order-contents/index.ts'
import { orderStatus } from './order-status/index.ts'
import { orderTotal } from './order-total/index.ts'
import { outOfScope } from './out-of-scope/index.ts'
import { paymentInfo } from './payment-info/index.ts'
import { paymentProblem } from './payment-problem/index.ts'
import { policy } from './policy/index.ts'
import { price } from './price/index.ts'
import { productInfo } from './product-info/index.ts'
import { refundRequest } from './refund-request/index.ts'
import { refundStatus } from './refund-status/index.ts'
import { restock } from './restock/index.ts'
import { returnHow } from './return-how/index.ts'
import { review } from './review/index.ts'
import { shippingInfo } from './shipping-info/index.ts'
import { siteFault } from './site-fault/index.ts'
import { sizeAdvice } from './size-advice/index.ts'
import { stock } from './stock/index.ts'
import { thanks } from './thanks/index.ts'
import { tracking } from './tracking/index.ts'
import { unclear } from './unclear/index.ts'
import { undo } from './undo/index.ts'
import { yes } from './yes/index.ts'

/** THE list of all that customers may ask for. Of two that a message means equally well, the first one counts. */
export const commands: CommandKind[] = [
  orderStatus,
  tracking,
  notReceived,
  late,
  markedDelivered,
  orderContents,
  orderTotal,
  stock,
  restock,
  productInfo,
  price,
  optionsAvailable,
  refundRequest,
  refundStatus,
  returnHow,
  policy,
  shippingInfo,
  paymentInfo,
  discountCode,
  giftCard,
  paymentProblem,
  siteFault,
  orderConfirmation,
  deliveryBy,
  deliveryCountry,
  sizeAdvice,
  review,
  undo,
  cancelOrder,
  changeOrder,
  changeAddress,
  exchange,
  human,
  complaint,
  legal,
  fraud,
  account,
  invoice,
  numberUnknown,
  yes,
  no,
  choose,
  greeting,
  thanks,
  bye,
  outOfScope,
  unclear,
]

const byName = new Map(commands.map((kind) => [kind.name, kind]))

export const commandNames: CommandName[] = commands.map(({ name }) => name)

/** @throws Error for a name that is not in the list */
export function kindOfCommand(name: CommandName): CommandKind {
  const kind = byName.get(name)
  if (!kind) throw new Error(`There is no command ${name}.`)
  return kind
}

const namesOf = (isOf: (kind: CommandKind) => boolean | undefined): ReadonlySet<CommandName> =>
  new Set(commands.filter(isOf).map(({ name }) => name))

/** Commands that people have to answer: the assistant has no such action. */
export const forPeople = namesOf(({ isForPeople }) => isForPeople)

/** Polite words around a request. They are only answered if the message has nothing else. */
export const courtesies = namesOf(({ isCourtesy }) => isCourtesy)

/** Small talk around an order number that has nothing else: `ok, 1041 please`. */
export const smallTalk: ReadonlySet<CommandName> = new Set([...courtesies, 'yes', 'no'])
