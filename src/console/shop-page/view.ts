import { inReadingTurn } from '../../objects/find/read.ts'
import { PICTURES_PATH, pictureAddress } from '../../objects/picture-hosts.ts'
import { FIRST_ORDER } from '../../sample-shop/workspace.ts'
import type { Reader } from '../../store/store.ts'

/** Somebody whom the page can sign in. */
interface ShopCustomer {
  id: string
  name: string
}

/** A product as the page shows it. `price` in minor units. */
export interface ShopProduct {
  title: string
  category: string | null
  price: number | null
  currency: string
  isAvailable: boolean
  /** The name of a drawn picture; null for a picture of another server, which the page does not load. */
  picture: string | null
}

/** An order as its customer sees it. Times in epoch milliseconds, amounts in minor units. */
export interface ShopOrder {
  id: string
  number: string
  status: string
  email: string
  placedAt: number | null
  total: number | null
  currency: string
  items: { title: string; variant: string; quantity: number; total: number | null; picture: string | null }[]
}

export interface ShopParcel {
  carrier: string
  status: string
  trackingNumber: string
  expectedAt: number | null
  deliveredAt: number | null
}

/** The orders that a page with sign-in shows. */
export interface ShopAccount {
  customers: ShopCustomer[]
  /** Who is signed in; null for a guest. */
  customer: ShopCustomer | null
  /** The newest orders of the customer, or of anybody. */
  orders: ShopOrder[]
  /** The order of the customer that was asked for, with its parcels. */
  order: { order: ShopOrder; parcels: ShopParcel[] } | null
}

const SHOWN = { products: 12, customers: 12, orders: 6, items: 20, parcels: 10 }
/** Rows that are looked through for them: the work does not grow with the shop. */
const LATEST = 200

/** The active ones of the products that changed last. */
export function shopProducts(read: Reader, workspaceId: string): Promise<ShopProduct[]> {
  interface Row extends Omit<ShopProduct, 'isAvailable' | 'picture'> {
    bytes: number
    imageUrl: string | null
    isAvailable: number | null
  }
  return inReadingTurn(workspaceId, async () => {
    const rows = await read.all<Row>(
      `SELECT octet_length(data) AS bytes, coalesce(data ->> '$.title', id) AS title, data ->> '$.category' AS category,
         coalesce(data ->> '$.currency', 'EUR') AS currency, data ->> '$.imageUrl' AS "imageUrl",
         (SELECT min(value ->> '$.price') FROM json_each(data, '$.variants')) AS price,
         (SELECT max(coalesce(value ->> '$.inStock', value ->> '$.stock' > 0, 1)) FROM json_each(data, '$.variants')) AS "isAvailable"
       FROM (SELECT id, data, status FROM products WHERE workspace_id = ? ORDER BY updated_at DESC, id DESC LIMIT ${LATEST})
       WHERE coalesce(status, 'active') = 'active' LIMIT ${SHOWN.products}`,
      workspaceId,
    )
    const value = rows.map(({ title, category, price, currency, imageUrl, isAvailable }) => ({
      ...{ title, category, price, currency },
      isAvailable: isAvailable !== 0,
      picture: drawnPicture(imageUrl),
    }))
    return { value, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) }
  })
}

/** The name of a picture that this server draws, whatever address it has been loaded under. */
function drawnPicture(imageUrl: string | null | undefined): string | null {
  return pictureAddress(imageUrl, [])?.slice(PICTURES_PATH.length) ?? null
}

/**
 * Reads what a page with sign-in shows.
 *
 * @param customerId of the customer who is signed in; an unknown one is signed in all the same, as in any shop
 * @param orderId shown if it is an order of that customer
 */
export async function shopAccount(
  read: Reader,
  workspaceId: string,
  { customerId, orderId }: { customerId: string | null; orderId: string | null },
): Promise<ShopAccount> {
  const customers = await latestCustomers(read, workspaceId)
  const [of, values] = customerId === null ? ['', []] : ['AND customer_id = ?', [customerId]]
  const orders = await ordersBy(read, workspaceId, of, values)
  const [order] =
    customerId && orderId
      ? await ordersBy(read, workspaceId, 'AND customer_id = ? AND id = ?', [customerId, orderId])
      : []
  return {
    customers,
    customer:
      customerId === null
        ? null
        : (customers.find(({ id }) => id === customerId) ?? { id: customerId, name: customerId }),
    orders,
    order: order ? { order, parcels: await parcelsOf(read, workspaceId, order.id) } : null,
  }
}

/** The customers who ordered last, the one of the sample shop's first question before all others. */
async function latestCustomers(read: Reader, workspaceId: string): Promise<ShopCustomer[]> {
  const rows = await read.all<{ id: string; name: string | null; firstName: string | null; lastName: string | null }>(
    `SELECT customers.id, data ->> '$.name' AS name, data ->> '$.firstName' AS "firstName", data ->> '$.lastName' AS "lastName"
     FROM (SELECT customer_id, max(CASE WHEN id = ? THEN 1 ELSE 0 END) AS is_first, max(placed_at) AS last
           FROM (SELECT id, customer_id, placed_at FROM orders WHERE workspace_id = ? ORDER BY updated_at DESC, id DESC LIMIT ${LATEST})
           GROUP BY customer_id) AS latest
       JOIN customers ON customers.workspace_id = ? AND customers.id = latest.customer_id
     ORDER BY is_first DESC, last DESC, customers.id LIMIT ${SHOWN.customers}`,
    FIRST_ORDER,
    workspaceId,
    workspaceId,
  )
  return rows.map(({ id, name, firstName, lastName }) => ({
    id,
    name: name ?? ([firstName, lastName].filter(Boolean).join(' ') || id),
  }))
}

interface OrderFields {
  number?: string
  status?: string
  email?: string
  placedAt?: number
  total?: number
  currency?: string
  items?: { title: string; variantTitle?: string; quantity: number; total?: number; imageUrl?: string }[]
}

function ordersBy(read: Reader, workspaceId: string, where: string, values: string[]): Promise<ShopOrder[]> {
  return inReadingTurn(workspaceId, async () => {
    const rows = await read.all<{ id: string; data: string }>(
      `SELECT id, data FROM orders WHERE workspace_id = ? ${where} ORDER BY placed_at DESC, id DESC LIMIT ${SHOWN.orders}`,
      workspaceId,
      ...values,
    )
    const value = rows.map(({ id, data }) => shopOrder(id, JSON.parse(data) as OrderFields))
    return { value, bytes: rows.reduce((sum, { data }) => sum + data.length, 0) }
  })
}

function shopOrder(
  id: string,
  { number = id, status = '', email = '', placedAt, total, currency = 'EUR', items = [] }: OrderFields,
): ShopOrder {
  return {
    ...{ id, number, status, email, currency, placedAt: placedAt ?? null, total: total ?? null },
    items: items.slice(0, SHOWN.items).map(({ title, variantTitle = '', quantity, total: ofItem, imageUrl }) => ({
      ...{ title, variant: variantTitle, quantity, total: ofItem ?? null },
      picture: drawnPicture(imageUrl),
    })),
  }
}

async function parcelsOf(read: Reader, workspaceId: string, orderId: string): Promise<ShopParcel[]> {
  return read.all<ShopParcel>(
    `SELECT coalesce(data ->> '$.carrier', '') AS carrier, coalesce(data ->> '$.status', '') AS status,
       coalesce(data ->> '$.trackingNumber', '') AS "trackingNumber", data ->> '$.estimatedDeliveryAt' AS "expectedAt",
       data ->> '$.deliveredAt' AS "deliveredAt"
     FROM shipments WHERE workspace_id = ? AND order_id = ? ORDER BY id LIMIT ${SHOWN.parcels}`,
    workspaceId,
    orderId,
  )
}
