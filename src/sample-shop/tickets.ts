import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts'
import type { SampleCustomer } from './customers.ts'
import type { SampleOrder } from './orders.ts'
import { iso, NOW, type Random } from './repeatable.ts'

interface SampleMessage {
  id: string
  createdAt: string
  author: { type: 'customer' | 'agent'; name: string; email?: string }
  body: string
  internal?: boolean
}

export interface SampleTicket {
  id: string
  updatedAt: string
  number: string
  subject: string
  status: string
  channel: string
  customerId: string
  email: string
  customerName: string
  orderIds: string[]
  assignee: string
  priority: string
  tags: string[]
  createdAt: string
  closedAt?: string
  rating?: number
  messages: SampleMessage[]
}

const COUNT = 80
const AGENTS = ['Noor', 'Sam', 'Lea'] as const

/** A conversation: `c` is the customer, `a` an agent, `n` an agent's note. `{first}`, `{order}` and `{item}` are filled in. */
interface Story {
  subject: string
  tag: string
  /** Orders that it can be about. */
  fits: (order: SampleOrder) => boolean
  lines: [who: 'c' | 'a' | 'n', body: string][]
}

const STORIES: Story[] = [
  {
    subject: 'Where is my order {order}?',
    tag: 'delivery',
    fits: ({ status }) => ['shipped', 'partially_shipped', 'delivered'].includes(status),
    lines: [
      ['c', 'Hello, I ordered {item} and it is not here yet. Where is it?'],
      [
        'a',
        'Hello {first}, your parcel for {order} is with the carrier and should arrive within two days. I keep an eye on it.',
      ],
      ['c', 'Thank you, it came today.'],
    ],
  },
  {
    subject: 'Return of {item}',
    tag: 'return',
    fits: ({ status }) => status === 'returned',
    lines: [
      ['c', 'The size does not fit. How do I send {item} back?'],
      ['a', 'No problem, {first}. The label is attached; put it on the parcel and take it to any post office.'],
      ['c', 'Sent off this morning.'],
      ['n', 'Parcel is back and complete, refund of {order} made.'],
      ['a', 'It has arrived and your money is on its way back to you.'],
    ],
  },
  {
    subject: 'Please cancel {order}',
    tag: 'cancellation',
    fits: ({ status }) => status === 'cancelled',
    lines: [
      ['c', 'I ordered by mistake, please cancel {order}.'],
      ['a', 'Done, {first}: it is cancelled and nothing will be charged.'],
    ],
  },
  {
    subject: 'Parcel lost?',
    tag: 'lost',
    fits: ({ status }) => status === 'refunded',
    lines: [
      ['c', 'The tracking of {order} has not moved for a week.'],
      ['a', 'I am sorry, {first}. We have asked the carrier to search for it.'],
      ['n', 'Carrier declares it lost. Refund the whole order.'],
      ['a', 'The carrier could not find it. You get all of your money back.'],
      ['c', 'Too bad, but thank you for the quick help.'],
    ],
  },
  {
    subject: 'A question about {item}',
    tag: 'question',
    fits: ({ status }) => status !== 'cancelled',
    lines: [
      ['c', 'Can I wash {item} in the machine?'],
      ['a', 'Better not, {first}: by hand in lukewarm water, and dry it flat.'],
    ],
  },
  {
    subject: '{item} arrived with a hole',
    tag: 'defect',
    fits: ({ status }) => status === 'delivered',
    lines: [
      ['c', 'There is a small hole in {item}. Can you send another one?'],
      ['a', 'I am sorry about that, {first}! Could you send a photo?'],
      ['c', 'Here it is: https://photos.example/hole.jpg'],
      ['a', 'Thank you. A new one leaves tomorrow; keep the other.'],
    ],
  },
]

/** 80 conversations about orders of the shop, the oldest first. */
export function sampleTickets(random: Random, orders: SampleOrder[], customers: SampleCustomer[]): SampleTicket[] {
  const byId = new Map(customers.map((customer) => [customer.id, customer]))
  const begun = Array.from({ length: COUNT }, () => {
    const story = random.pick(STORIES)
    const order = random.pick(orders.filter(story.fits))
    const latest = Math.min(Date.parse(order.placedAt) + 12 * DAY_MS, NOW - HOUR_MS)
    return { story, order, startedAt: Math.min(Date.parse(order.placedAt) + random.int(20, 280) * HOUR_MS, latest) }
  }).sort((one, other) => one.startedAt - other.startedAt)
  return begun.map(({ story, order, startedAt }, index) => {
    const customer = byId.get(order.customerId)
    if (!customer) throw new TypeError(`${order.id} has no customer`)
    return sampleTicket(random, index + 1, story, { order, customer, startedAt })
  })
}

interface Occasion {
  order: SampleOrder
  customer: SampleCustomer
  startedAt: number
}

function sampleTicket(
  random: Random,
  number: number,
  story: Story,
  { order, customer, startedAt }: Occasion,
): SampleTicket {
  const agent = random.pick(AGENTS)
  const filled = (text: string) =>
    text
      .replaceAll('{first}', customer.firstName)
      .replaceAll('{order}', order.number)
      .replaceAll('{item}', `the ${order.items[0]?.title.toLowerCase()}`)
      .replace(/^t/, 'T')
  let time = startedAt
  const messages: SampleMessage[] = []
  for (const [index, [who, body]] of story.lines.entries()) {
    if (index > 0) time += random.int(25, 20 * 60) * MINUTE_MS
    if (time > NOW) break
    messages.push({
      id: `msg-${number}-${index + 1}`,
      createdAt: iso(time),
      author:
        who === 'c' ? { type: 'customer', name: customer.name, email: customer.email } : { type: 'agent', name: agent },
      body: filled(body),
      ...(who === 'n' ? { internal: true } : {}),
    })
  }
  const lastAt = messages.at(-1)?.createdAt ?? iso(startedAt)
  const isOver = messages.length === story.lines.length
  const closedAt = Date.parse(lastAt) + 2 * DAY_MS
  const isClosed = isOver && closedAt <= NOW
  const isAnswered = messages.at(-1)?.author.type === 'agent'
  return {
    id: `ticket-${number}`,
    updatedAt: isClosed ? iso(closedAt) : lastAt,
    number: `T-${100 + number}`,
    subject: filled(story.subject),
    status: isClosed ? 'closed' : isOver ? 'solved' : isAnswered ? 'pending' : 'open',
    channel: random.pick(['email', 'email', 'chat', 'web']),
    customerId: customer.id,
    email: customer.email,
    customerName: customer.name,
    orderIds: [order.id],
    assignee: agent,
    priority: story.tag === 'lost' ? 'high' : 'normal',
    tags: [story.tag],
    createdAt: iso(startedAt),
    ...(isClosed ? { closedAt: iso(closedAt) } : {}),
    ...(isClosed && random.chance(0.4) ? { rating: random.int(3, 5) } : {}),
    messages,
  }
}
