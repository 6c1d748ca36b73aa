import { conversationModes } from '../../conversations/conversations.ts'
import { type ConversationSummary, saidIn } from '../../conversations/inbox.ts'
import { choice, currency, flag, id, int, money, text, time } from '../../lib/fields.ts'
import { array, object, optional } from '../../lib/schema.ts'
import { toIso } from '../../lib/time.ts'
import { findUpTo } from '../../lookup/list.ts'
import { sectionOfShipment, storyOfOrder } from '../../lookup/stories.ts'
import { askedAbout } from '../../lookup/story/asked-about.ts'
import { customerSections } from '../../lookup/story/customer.ts'
import { priceRange, productSections } from '../../lookup/story/product.ts'
import { type FactRow, type Section, stepNames } from '../../lookup/story/section.ts'
import { ticketSections } from '../../lookup/story/ticket.ts'
import { customerTimeline, MOST_OF_KIND, TIMELINE_PAGE } from '../../lookup/timeline.ts'
import type { ShownObject } from '../../objects/find/read.ts'
import { listPictureHosts, pictureAddress } from '../../objects/picture-hosts.ts'
import type { Resource } from '../../objects/resource.ts'
import { orders } from '../../objects/types/order.ts'
import { type Refund, refundsOfCustomer } from '../../refunds/refunds.ts'
import type { Reader, Store } from '../../store/store.ts'
import { refundView, showRefunds } from '../refund-view.ts'
import { dataRow, showRow } from './row.ts'

const kinds = ['text', 'state', 'money', 'date', 'link', 'object', 'steps', 'line', 'variant'] as const

const step = object('ParcelStep', {
  name: choice(stepNames),
  at: optional(time('Null if it is not known when.')),
  isDone: flag(),
})

/** A fact about an object; what it has depends on its `kind`. */
const factRow = object('FactRow', {
  name: text('What the fact is, for the page: `tracking_page`. Of a line or variant it is empty.'),
  label: text('The same for people; the title of a line or variant.'),
  kind: choice(kinds),
  text: optional(text()),
  amount: optional(money()),
  currency: optional(currency()),
  at: optional(time()),
  until: optional(time('The end of a window.')),
  isPlanned: optional(flag('Whether it has not happened yet.')),
  url: optional(text('Of a page of somebody else.')),
  type: optional(text('The type of another object.')),
  id: optional(id()),
  steps: optional(array(step, stepNames.length)),
  quantity: optional(int('Of a line of an order.')),
  refunded: optional(int()),
  unitPrice: optional(money()),
  total: optional(money()),
  productId: optional(id()),
  parcels: optional(array(object('LineParcel', { number: int(), quantity: int() }), 20)),
  picture: optional(text('Where the page may load it from.')),
  sku: optional(text()),
  price: optional(money('Of a variant.')),
  earlierPrice: optional(money()),
  state: optional(text('Of the stock of a variant.')),
  stock: optional(int('Units.', Number.MIN_SAFE_INTEGER)),
  restockAt: optional(time()),
})

/** A page of what happened with a customer. */
export const timelinePage = object('TimelinePage', {
  entries: array(
    object('StoryEntry', {
      kind: choice(['order', 'chat', 'refund', 'ticket']),
      id: id(),
      at: time(),
      title: optional(text()),
      state: optional(text()),
      amount: optional(money()),
      currency: optional(currency()),
      possiblyRefunded: flag('Of a refund that did not succeed, and may have been paid all the same.'),
    }),
    TIMELINE_PAGE,
  ),
  nextCursor: optional(text('Where the next page begins; null on the last one.')),
  isWhole: flag(`False if there is more: of each kind the ${MOST_OF_KIND} that changed last are looked at.`),
})

/** What is shown of an object beside its fields, in the shape of what people ask about it. */
export const storySchema = object('ObjectStory', {
  sections: array(
    object('FactSection', {
      name: choice(['about', 'parcel', 'lines', 'bill', 'customer', 'address', 'variants', 'worth']),
      title: text(),
      rows: array(factRow, 2_000),
      more: optional(array(factRow, 50)),
    }),
    30,
  ),
  chats: array(
    object('StoryChat', {
      id: id(),
      mode: choice(conversationModes),
      text: text(
        'How the last message of the customer begins; before they have written, the last message of all.',
        200,
      ),
      at: time(),
    }),
    20,
  ),
  otherOrders: array(dataRow, 5),
  otherRefunds: array(refundView, 5),
  hasMoreParcels: flag('Whether an order has more parcels than its sections.'),
  timeline: optional(timelinePage),
  product: optional(
    object('ProductStory', {
      picture: optional(text('Where the page may load it from.')),
      price: optional(object('PriceRange', { from: money(), to: money(), currency: currency() })),
      askedAbout: int('In how many of the newest chats the assistant looked up the product.'),
      ofChats: int('How many chats were looked through.'),
    }),
  ),
})

const nothing = {
  sections: [] as Section[],
  chats: [] as object[],
  otherOrders: [] as object[],
  otherRefunds: [] as object[],
  hasMoreParcels: false,
  timeline: null as object | null,
  product: null as object | null,
}
export const exampleStory = nothing

type Story = Partial<typeof nothing>
type Services = Pick<Store, 'read' | 'readSlowly'>
type Show = (store: Services, workspaceId: string, shown: ShownObject) => Promise<Story>

/** By the type of the object; others are shown by their fields alone. */
const stories: Record<string, Show> = {
  orders: async ({ read: reader }, workspaceId, shown) => {
    const { sections, conversations, shipments } = await storyOfOrder(reader, workspaceId, shown)
    const customerId = typeof shown.customerId === 'string' ? shown.customerId : undefined
    const filters = { filters: { customerId }, limit: MOST_OTHERS + 1 }
    const others = customerId === undefined ? null : await findUpTo(reader, orders, workspaceId, filters)
    const made = customerId === undefined ? [] : await refundsBeside(reader, workspaceId, customerId, shown.id)
    return {
      sections,
      chats: conversations.map(showChat),
      hasMoreParcels: shipments.nextCursor !== null,
      otherRefunds: await showRefunds(reader, made),
      otherOrders: (others?.data ?? [])
        .filter(({ id }) => id !== shown.id)
        .slice(0, MOST_OTHERS)
        .map((one) => showRow(orders, one)),
    }
  },
  customers: async (store, workspaceId, shown) => ({
    sections: customerSections(shown),
    timeline: await customerTimeline(store, workspaceId, shown.id),
  }),
  products: async ({ read: reader }, workspaceId, shown) => {
    const hosts = await listPictureHosts(reader, workspaceId)
    const { chats, of } = await askedAbout(reader, workspaceId, shown.id)
    return {
      sections: productSections(shown, hosts),
      product: {
        picture: pictureAddress(shown.imageUrl, hosts),
        price: priceRange(shown),
        askedAbout: chats,
        ofChats: of,
      },
    }
  },
  tickets: async (_store, _workspaceId, shown) => ({ sections: ticketSections(shown) }),
  shipments: async ({ read: reader }, workspaceId, shown) => ({
    sections: [await sectionOfShipment(reader, workspaceId, shown)],
  }),
}

/** The newest refunds of a customer for other orders, of their last 50 refunds. */
async function refundsBeside(
  reader: Reader,
  workspaceId: string,
  customerId: string,
  orderId: string,
): Promise<Refund[]> {
  const asked = { customerId, orderId: null, since: 0, limit: MOST_LOOKED_THROUGH }
  const newest = await refundsOfCustomer(reader, workspaceId, asked)
  return newest.filter((refund) => refund.orderId !== orderId).slice(0, MOST_OTHERS)
}

const MOST_LOOKED_THROUGH = 50
/** Other orders and refunds of the customer of an order that are shown: the newest. */
const MOST_OTHERS = 5

function showChat(chat: ConversationSummary): object {
  const { id, mode, lastMessage } = chat
  return { id, mode, text: saidIn(chat), at: toIso(lastMessage.sentAt) }
}

function showSection({ rows, more = [], ...section }: Section): object {
  return { ...section, rows: rows.map(showFact), more: more.map(showFact) }
}

function showFact(row: FactRow): object {
  const isNamed = row.kind !== 'line' && row.kind !== 'variant'
  return { name: isNamed ? row.label.toLowerCase().replaceAll(' ', '_') : '', ...row }
}

export async function showStory(
  store: Services,
  workspaceId: string,
  { name }: Resource,
  shown: ShownObject,
): Promise<object> {
  const story = { ...nothing, ...(await stories[name]?.(store, workspaceId, shown)) }
  return { ...story, sections: story.sections.map(showSection) }
}
