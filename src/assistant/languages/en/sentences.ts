/** Titles such as `Wool socks` take another verb, so the order is named instead. */
const isPlural = (title: string) => /s$/i.test(title)
const arrived = (number: string, date: string, carrier: string | null) =>
  `Order ${number} was delivered on ${date}${carrier === null ? '' : `, by ${carrier}`}.`

/** What people do instead, and when they are back; null within their hours. */
const cannot = (what: string) => (moment: string | null) =>
  `I can’t ${what} myself, so I’m passing this on to our team${moment === null ? '. Someone will answer here.' : `, who will be back ${moment}.`}`

/** What the assistant says in English. The other languages have the same sentences. */
export const sentences = {
  greeting: (shop: string | null) =>
    `Hello!${shop === null ? '' : ` Welcome to ${shop}.`} I can look up your orders, say what is in stock, and help with returns. What can I do for you?`,
  thanks: 'You’re welcome! Anything else?',
  allRight: 'All right. What else can I do for you?',
  bye: 'Goodbye, and thank you for your visit.',
  outOfScope:
    'I am an automatic assistant and can only help with this shop: orders, delivery, products, returns and refunds.',
  unclear: 'I did not understand that. Is it about one of these?',
  unclearAgain: 'Sorry, I still don’t understand.',
  nothingNewer: 'That is all I know right now.',
  noFurther: 'Sorry, I can’t find it out this way.',
  whichOfTheseMeanings: 'What would you like to know?',
  topics: { order_status: 'My order', stock: 'A product', return_how: 'Returns', human: 'Talk to a person' },
  signIn: 'Please sign in to the shop, so that I can see your orders.',
  askProof: {
    number_and_email: 'Please write the order number and the e-mail address of the order.',
    number_and_postcode: 'Please write the order number and the postcode of the delivery address.',
  },
  numberWhere: 'The order number is in the confirmation e-mail of your order.',
  whichOfYours: 'These are your orders, the newest first. Which one is it?',
  askNumber: 'Please also write the order number.',
  askMatch: {
    number_and_email: 'Please also write the e-mail address of the order.',
    number_and_postcode: 'Please also write the postcode of the delivery address.',
  },
  guestMiss: {
    number_and_email: 'I found no order with this number and e-mail address. Please check both.',
    number_and_postcode: 'I found no order with this number and postcode. Please check both.',
  },
  guestLimits: 'To hear more about this order, please sign in to the shop.',
  noSuchOrder: (number: string) => `I found no order ${number} of yours. Please check the number.`,
  noOrders: 'I found no orders of yours.',
  whichOrder: 'Which order do you mean?',
  orderChoice: (number: string, date: string | null) => (date ? `${number} of ${date}` : number),
  order: {
    pending: (number: string) => `Order ${number} was received and is waiting to be processed.`,
    processing: (number: string) => `Order ${number} is being prepared and has not been shipped yet.`,
    partially_shipped: (number: string) => `A part of order ${number} has been shipped.`,
    shipped: (number: string) => `Order ${number} has been shipped.`,
    delivered: (number: string) => `Order ${number} was delivered.`,
    cancelled: (number: string) => `Order ${number} was cancelled.`,
    refunded: (number: string) => `Order ${number} was refunded.`,
    returned: (number: string) => `Order ${number} was returned.`,
    unknown: (number: string) => `I have order ${number}, but no information about its status.`,
  },
  shipment: {
    label_created: (parcel: string, due: string | null) =>
      `${parcel} is packed and ${due === null ? 'waits to be picked up by the carrier' : `should arrive ${due}`}.`,
    in_transit: (parcel: string, due: string | null) =>
      `${parcel} is on its way${due === null ? '.' : ` and should arrive ${due}.`}`,
    out_for_delivery: (parcel: string, due: string | null) =>
      `${parcel} is out for delivery${due === null ? '.' : ` and should arrive ${due}.`}`,
    delivered: (parcel: string, at: string | null) => `${parcel} was delivered${at === null ? '.' : ` ${at}.`}`,
    delayed: (parcel: string, due: string | null) =>
      `${parcel} is delayed${due === null ? '.' : ` and should arrive ${due}.`}`,
    exception: (parcel: string, due: string | null) =>
      `${parcel}: the carrier reports a problem.${due === null ? '' : ` It should arrive ${due}.`}`,
    lost: (parcel: string) => `${parcel} is reported lost.`,
    returned_to_sender: (parcel: string) => `${parcel} is on its way back to the shop.`,
    unknown: (parcel: string, due: string | null) => (due === null ? '' : `${parcel} should arrive ${due}.`),
  },
  parcel: (carrier: string | null, position: number | null) =>
    `${position === null ? 'The parcel' : `Parcel ${position}`}${carrier ? ` with ${carrier}` : ''}`,
  arrived,
  arrivedItem: (number: string, date: string, carrier: string | null, title: string) =>
    isPlural(title)
      ? arrived(number, date, carrier)
      : `Your ${title} (${number}) was delivered on ${date}${carrier === null ? '' : `, by ${carrier}`}.`,
  underway: {
    in_transit: (number: string, carrier: string | null, due: string | null) =>
      `Order ${number} is on its way${carrier === null ? '' : ` with ${carrier}`}${due === null ? '.' : ` and should arrive ${due}.`}`,
    out_for_delivery: (number: string, carrier: string | null, due: string | null) =>
      `Order ${number} is out for delivery${carrier === null ? '' : ` with ${carrier}`}${due === null ? '.' : ` and should arrive ${due}.`}`,
  },
  onDay: (date: string) => `on ${date}`,
  betweenDays: (from: string, until: string) => `between ${from} and ${until}`,
  overdue: (date: string, days: number) =>
    `It should have arrived on ${date}, so it is ${days === 1 ? 'a day' : `${days} days`} late.`,
  andWord: ' and ',
  lastEvent: (date: string, what: string) => `Last news of ${date}: ${what}.`,
  trackingNumber: (number: string, url: string | null) =>
    `The tracking number is ${number}.${url ? ` Follow it here: ${url}` : ''}`,
  noTracking: (number: string) => `There is no tracking number for order ${number} yet.`,
  asOf: (date: string) => `This is as of ${date}.`,
  contents: (number: string, items: string) => `Order ${number} contains: ${items}.`,
  noContents: (number: string) => `I do not know the items of order ${number}.`,
  total: (number: string, amount: string) => `The total of order ${number} is ${amount}.`,
  refundedOf: (amount: string) => `${amount} of it was refunded.`,
  totalLess: (number: string, amount: string, refunded: string) =>
    `The total of order ${number} is ${amount}, of which ${refunded} was refunded.`,
  noTotal: (number: string) => `I do not know the total of order ${number}.`,
  stock: {
    available: (what: string) => `Yes, ${what} is available.`,
    low: (what: string) => `Yes, ${what} is available, but only a few are left.`,
    backorder: (what: string) => `${what} is not in stock right now, but you can order it.`,
    unknown: (what: string) => `I do not know whether ${what} is in stock.`,
  },
  stockWord: {
    available: 'available',
    low: 'only a few left',
    backorder: 'can be ordered, not in stock',
    unavailable: 'not available',
    unknown: 'not known',
  },
  notThatMany: (count: number, what: string) => `There are fewer than ${count} of ${what} in stock.`,
  fewerThan: (count: number) => `fewer than ${count}`,
  stockFigure: (count: number) => `${count} in stock.`,
  heading: (title: string) => `${title}:`,
  restock: (what: string, date: string) => `${what} is expected back on ${date}.`,
  soldOut: (what: string, date: string | null) =>
    date === null
      ? `No, ${what} is sold out, and it is not known when it will be back.`
      : `No, ${what} is sold out, but it is expected back on ${date}.`,
  restockUnknown: (what: string) => `It is not known when ${what} will be back.`,
  noProduct: 'I found no such product in the shop.',
  inThisColor: (titles: string) => `In this color there is: ${titles}`,
  whichProduct: 'Which product do you mean?',
  whichVariant: (option: string) => `Which ${option}?`,
  notOffered: (title: string, value: string, values: string) =>
    `${title} is not offered in ${value}. There is: ${values}.`,
  price: (what: string, amount: string) => `${what} costs ${amount}.`,
  priceBefore: (what: string, amount: string, before: string) => `${what} costs ${amount}, down from ${before}.`,
  prices: (title: string, from: string, to: string) => `${title} costs from ${from} to ${to}.`,
  noPrice: (title: string) => `I do not know the price of ${title}.`,
  options: (title: string, options: string) => `${title} comes in ${options}.`,
  itsOptions: (options: string) => `It comes in ${options}.`,
  noOptions: (title: string) => `${title} comes in one version only.`,
  info: (title: string, description: string) => `${title}: ${description}`,
  noInfo: (title: string) => `I know no more about ${title} than its name.`,
  offered: (number: string, amount: string | null, items: string) =>
    amount
      ? `We can refund ${amount} for order ${number}${items && `: ${items}`}. Please confirm with the button; nothing is refunded before that.`
      : `A refund of order ${number} can be offered${items && `: ${items}`}. You would confirm the amount with a button.`,
  notDue: (due: string | null) =>
    due === null
      ? 'I cannot offer a refund before it has arrived.'
      : `It is due by ${due}. Before that I cannot offer a refund.`,
  passOn: 'Shall I pass this on to our team?',
  passItOn: 'Yes, pass it on',
  orLookFor: 'If we should look for the parcel instead, ask to talk to a person.',
  offerRefused: {
    already_refunded: (number: string) => `Order ${number} was already refunded, so I cannot offer another refund.`,
    outside_period: (number: string) => `The return period of order ${number} is over.`,
    not_due: (number: string) => `Order ${number} has not arrived yet, so I cannot offer a refund.`,
    refund_active: (number: string) => `There is already an open refund for order ${number}.`,
    outcome_unknown: (number: string) => `An earlier refund of order ${number} is still being checked.`,
    nothing_to_refund: (number: string) => `There is nothing left to refund of order ${number}.`,
    refused: (number: string) => `I cannot offer a refund for order ${number} myself.`,
    no_amount: (number: string) => `I cannot find out the amount for order ${number} right now.`,
    not_offered: (_: string) => 'I cannot offer refunds here.',
  },
  whichItem: 'Which item is it about?',
  wholeOrder: 'The whole order',
  refund: {
    awaiting_customer: (amount: string) => `A refund of ${amount} waits for you: please confirm it with the button.`,
    awaiting_approval: (amount: string) => `Your refund of ${amount} waits for our approval.`,
    executing: (amount: string) => `Your refund of ${amount} is being processed.`,
    pending: (amount: string) => `Your refund of ${amount} was accepted and is on its way.`,
    succeeded: (amount: string) => `Your refund of ${amount} has been made.`,
    failed: (amount: string) => `Your refund of ${amount} could not be made. Our team looks into it.`,
    unknown: (amount: string) => `We are still checking whether your refund of ${amount} was made.`,
    declined: (amount: string) => `You declined the refund of ${amount}.`,
    rejected: (amount: string) => `Your refund of ${amount} was not approved.`,
    cancelled: (amount: string) => `The refund of ${amount} was cancelled.`,
    expired: (amount: string) => `The offer to refund ${amount} has expired.`,
  },
  noRefund: (number: string) => `There is no refund for order ${number} here.`,
  returnDays: (days: number) => `You can return your order within ${days} days after delivery.`,
  returnAnyTime: 'There is no time limit for returns.',
  returnUntil: (number: string, date: string) => `Order ${number} can be returned until ${date}.`,
  whichPage: 'Which of these is it about?',
  pageSilent: (title: string, url: string | null) =>
    `Our page “${title}” doesn’t say that.${url ? ` You find it here: ${url}` : ''}`,
  noPolicy: 'I have no information about that.',
  readMore: (title: string, url: string) => `More: ${title}, ${url}`,
  inOtherLanguage: (title: string, url: string) => `Our page about this is in another language: ${title}, ${url}`,
  cannot: {
    cancel_order: cannot('cancel orders'),
    change_order: cannot('change orders'),
    change_address: cannot('change addresses'),
    exchange: cannot('exchange items'),
  },
  sorry: 'I am sorry about that.',
  handOver: 'I’m passing this on to our team. Someone will answer here.',
  handOverLater: (moment: string) => `I’m passing this on to our team, who will be back ${moment}.`,
  teamHasIt: (within: string | null) =>
    within === null
      ? 'Our team has your message and will answer here.'
      : `Our team has your message and usually answers within ${within}.`,
  teamHasItLater: (moment: string) => `Our team has your message and will be back ${moment}.`,
  within: {
    minutes: 'a few minutes',
    hours: (count: number) => (count === 1 ? 'an hour' : `${count} hours`),
    days: (count: number) => (count === 1 ? 'a day' : `${count} days`),
  },
  askContact: 'If you like, write your e-mail address here, so that we can reply there, too.',
  pictureNoted: 'Thank you for the picture. I cannot look at pictures myself, but our team sees it here.',
  pictureOfWhat: 'What is it about?',
  askPicture: 'Can you send a photo of it? It helps our team, but the refund does not depend on it.',
  contactNoted: (email: string) => `Thank you. We will reply to ${email}, too.`,
  whoAnswers: (shop: string | null) =>
    `${shop === null ? "I am the shop's assistant." : `I am the assistant of ${shop}.`} Our team knows about the conversation so far.`,
  typedYes: 'Please use the button: a refund is only made after you confirm the amount there.',
  nothingOpen: 'What can I help you with?',
}
