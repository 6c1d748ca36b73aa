import { type ConversationSummary, listConversations } from '../conversations/inbox.ts'
import { noSuchObject } from '../objects/erase.ts'
import { getObject, type ObjectPage, type ShownObject } from '../objects/find/read.ts'
import { listPictureHosts } from '../objects/picture-hosts.ts'
import type { Resource } from '../objects/resource.ts'
import { customers } from '../objects/types/customer.ts'
import { orders } from '../objects/types/order.ts'
import { shipments } from '../objects/types/shipment.ts'
import { tickets } from '../objects/types/ticket.ts'
import { type AgentView, viewOf } from '../refunds/agent-view.ts'
import { listRefunds } from '../refunds/refunds.ts'
import type { Reader } from '../store/store.ts'
import { findUpTo, listUpTo } from './list.ts'
import { orderSections, type StoredOrder } from './story/order.ts'
import { type StoredShipment, shipmentSection } from './story/parcel.ts'
import type { Section } from './story/section.ts'

/** The most objects of each kind in a story, newest first. */
const MOST = 20

/** An order with its customer, shipments, refunds and conversations. */
export interface OrderStory {
  order: ShownObject
  /** The customer of the order, if the shop pushed it. */
  customer: ShownObject | null
  shipments: ObjectPage
  /** The order as people read it. */
  sections: Section[]
  refunds: AgentView[]
  /** Chats of its customer. */
  conversations: ConversationSummary[]
}

/** @throws DomainError NOT_FOUND */
export async function orderStory(reader: Reader, workspaceId: string, id: string): Promise<OrderStory> {
  return storyOfOrder(reader, workspaceId, await requireObject(reader, orders, workspaceId, id))
}

/** The story of an order that was read. */
export async function storyOfOrder(reader: Reader, workspaceId: string, order: ShownObject): Promise<OrderStory> {
  const { id } = order
  const customerId = order.customerId as string | undefined
  const refunds = await listRefunds(reader, workspaceId, { orderId: id, limit: MOST })
  const parcels = await listUpTo(reader, shipments, workspaceId, { filters: { orderId: id }, limit: MOST })
  const customer =
    customerId === undefined ? null : ((await getObject(reader, customers, workspaceId, customerId)) ?? null)
  const pictureHosts = await listPictureHosts(reader, workspaceId)
  return {
    order,
    customer,
    shipments: parcels,
    sections: orderSections({ order, customer, shipments: byDeparture(parcels.data), pictureHosts }),
    refunds: await Promise.all(refunds.map((refund) => viewOf(reader, refund))),
    conversations: customerId === undefined ? [] : await chatsOf(reader, workspaceId, customerId),
  }
}

/** A parcel as people read it, with the names of its order. */
export async function sectionOfShipment(reader: Reader, workspaceId: string, shipment: ShownObject): Promise<Section> {
  const { orderId } = shipment as StoredShipment
  const order = orderId === undefined ? undefined : await getObject(reader, orders, workspaceId, orderId)
  return shipmentSection(shipment as StoredShipment, (order as StoredOrder | undefined) ?? null)
}

/** So that a parcel keeps its number when another one is scanned. */
function byDeparture(parcels: ShownObject[]): ShownObject[] {
  const key = ({ id, shippedAt }: ShownObject) => `${shippedAt ?? '~'} ${id}`
  return parcels.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
}

/** A customer with orders, tickets and chats. A list is null while its index is being built: see {@link findUpTo}. */
export interface CustomerStory {
  customer: ShownObject
  orders: ObjectPage | null
  tickets: ObjectPage | null
  conversations: ConversationSummary[]
}

/** @throws DomainError NOT_FOUND */
export async function customerStory(reader: Reader, workspaceId: string, id: string): Promise<CustomerStory> {
  const query = { filters: { customerId: id }, limit: MOST }
  return {
    customer: await requireObject(reader, customers, workspaceId, id),
    orders: await findUpTo(reader, orders, workspaceId, query),
    tickets: await findUpTo(reader, tickets, workspaceId, query),
    conversations: await chatsOf(reader, workspaceId, id),
  }
}

function chatsOf(reader: Reader, workspaceId: string, customerId: string): Promise<ConversationSummary[]> {
  return listConversations(reader, workspaceId, { customerId, limit: MOST })
}

/** One object. @throws DomainError NOT_FOUND */
export async function requireObject(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  id: string,
): Promise<ShownObject> {
  const object = await getObject(reader, resource, workspaceId, id)
  if (!object) throw noSuchObject(resource)
  return object
}
