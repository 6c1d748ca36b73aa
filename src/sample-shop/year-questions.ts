/** A kind of chat in the year of the sample shop. */
export interface SampleTalk {
  /** What the assistant understood; `facts` is empty if it had no answer. */
  command: string
  facts: string[]
  asked: string[]
  answer: string
  /** How often it comes, beside the others. */
  weight: number
  /** Why the assistant hands over; without it the assistant answers alone. */
  reason?: string
  /** What the agent replies. */
  reply?: string
}

/** Answered by the assistant alone. */
const ALONE: SampleTalk[] = [
  {
    command: 'order_status',
    facts: ['orders/order-1001'],
    asked: ['Where is my order?', 'When will my order arrive?', 'Has my order been shipped yet?'],
    answer: 'Your order is on its way and should arrive tomorrow.',
    weight: 30,
  },
  {
    command: 'tracking',
    facts: ['shipments/parcel-1'],
    asked: ['Can you send me the tracking link?', 'What is the tracking number of my parcel?'],
    answer: 'Here is the tracking link of your parcel.',
    weight: 11,
  },
  {
    command: 'return_how',
    facts: ['articles/returns'],
    asked: ['How do I return something?', 'How long do I have to send it back?'],
    answer: 'You can return everything within 30 days.',
    weight: 12,
  },
  {
    command: 'stock',
    facts: ['products/product-1'],
    asked: ['Do you have the merino beanie in M?', 'Is the linen shirt in stock?'],
    answer: 'Yes, it is available.',
    weight: 10,
  },
  {
    command: 'shipping_info',
    facts: ['articles/shipping'],
    asked: ['How much is shipping to Portugal?', 'Do you ship to France?'],
    answer: 'Standard shipping is 4.90 EUR, and free from 100 EUR.',
    weight: 9,
  },
  {
    command: 'refund_status',
    facts: ['refunds/act_1'],
    asked: ['Where is my refund?', 'Was my refund made?'],
    answer: 'Your refund has been made.',
    weight: 5,
  },
]

/** Left to people. */
const PEOPLE: SampleTalk[] = [
  {
    command: 'human',
    facts: [],
    asked: ['Can I talk to somebody?', 'I would like to speak to a person.'],
    answer: 'I hand you over to a colleague.',
    weight: 8,
    reason: 'human',
    reply: 'Hello! This is Noor. How can I help?',
  },
  {
    command: 'cancel_order',
    facts: ['orders/order-1001'],
    asked: ['Please cancel my order, I chose the wrong size.'],
    answer: 'A colleague looks into it.',
    weight: 6,
    reason: 'cancel_order',
    reply: 'I have cancelled the order for you.',
  },
  {
    command: 'change_address',
    facts: ['orders/order-1001'],
    asked: ['Can you change the delivery address?', 'I have moved. Please change my address.'],
    answer: 'A colleague looks into it.',
    weight: 5,
    reason: 'change_address',
    reply: 'The address is changed.',
  },
  {
    command: 'not_received',
    facts: ['shipments/parcel-1'],
    asked: ['My parcel has not arrived.', 'It says delivered, but I got nothing.'],
    answer: 'A colleague asks the carrier.',
    weight: 5,
    reason: 'not_received',
    reply: 'The carrier has found the parcel. It arrives tomorrow.',
  },
  {
    command: 'policy',
    facts: [],
    asked: [
      'Do you repair moth holes in sweaters?',
      'Can you repair a moth hole in my sweater?',
      'Do you repair sweaters with moth holes?',
      'Do you gift wrap orders?',
      'Can you gift wrap my order?',
      'Is your wool mulesing free?',
    ],
    answer: 'I do not know that. A colleague answers you.',
    weight: 5,
    reason: 'no_article',
    reply: 'Yes, we do. I will send you the details.',
  },
]

/** Not understood. */
const UNCLEAR: SampleTalk[] = [
  {
    command: 'unclear',
    facts: [],
    asked: ['Do you sell wholesale to boutiques?', 'Wholesale prices for boutiques?', 'Need a sponsor for our club'],
    answer: 'I did not understand that. Can you say it in other words?',
    weight: 3,
  },
]

export const SAMPLE_TALKS: SampleTalk[] = [...ALONE, ...PEOPLE, ...UNCLEAR]

export const GOOD_WORDS = ['Quick and friendly, thank you!', 'Got my answer at once.', 'Noor was lovely.']
export const BAD_WORDS = ['I had to ask twice.', 'It took too long until somebody answered.']
