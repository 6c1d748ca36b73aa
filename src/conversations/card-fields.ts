import { anyCurrency, choice, flag, id, int, money, text, time, url } from '../lib/fields.ts'
import { list, object, optional } from '../lib/schema.ts'
import {
  cardAvailabilities,
  cardTypes,
  MOST_OPTIONS,
  MOST_PARCELS,
  MOST_PRODUCTS,
  MOST_TITLES,
  orderSteps,
} from './cards.ts'

/* Cards as the API describes them. */

const Parcel = object('CardParcel', {
  status: optional(text('The status of the parcel, as it was pushed.')),
  carrier: optional(text('The name of the carrier.')),
  expectedAt: optional(time('When the parcel is expected.')),
  expectedUntil: optional(time('The end of the expected days.')),
  deliveredAt: optional(time('When the parcel was delivered.')),
  url: optional(url('The page of the carrier. Guests do not get it.')),
})

export const orderCardFields = object('OrderCard', {
  number: text('The order number that the customer knows.'),
  status: optional(text('The status of the order, as it was pushed.')),
  steps: list(
    object('OrderStep', {
      step: choice(orderSteps),
      isDone: flag(),
      at: optional(time('When it was done, if that is known. Guests do not get it.')),
    }),
    orderSteps.length,
  ),
  titles: list(text('An item of the order.'), MOST_TITLES),
  parcels: list(Parcel, MOST_PARCELS),
})

const ProductCard = object('ProductCard', {
  id: id('Your id of the product.'),
  title: text(),
  picture: optional(
    text(
      'Address of the picture, on a host that the workspace lists, or a path of this server; null without a picture.',
    ),
  ),
  price: optional(money('The lowest price, in minor units.')),
  currency: optional(anyCurrency()),
  hasOtherPrices: flag('Whether some variants cost more.'),
  availability: choice(cardAvailabilities),
  url: optional(url('The page of the product.')),
  options: list(text('A value of an option, as it was pushed.'), MOST_OPTIONS),
})

const RefundCard = object('RefundCard', {
  actionId: id('Id of the refund.'),
  orderNumber: text('The number of the order.'),
  amount: money('In minor units.'),
  currency: anyCurrency(),
  lines: list(object('RefundCardLine', { title: text(), quantity: int('Units that are refunded.', 1) }), MOST_TITLES),
  status: optional(text('The status of the refund now, as in the event `refund`.')),
})

/** One card: the field that is named like its `type`. */
export const cardFields = object('ChatCard', {
  type: choice(cardTypes),
  order: optional(orderCardFields),
  products: optional(list(ProductCard, MOST_PRODUCTS)),
  refund: optional(RefundCard),
})
