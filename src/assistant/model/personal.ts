import { listUpTo } from '../../lookup/list.ts'
import { getObject, type ShownObject } from '../../objects/find/read.ts'
import { customers } from '../../objects/types/customer.ts'
import { orders } from '../../objects/types/order.ts'
import { shipments } from '../../objects/types/shipment.ts'
import type { Reader } from '../../store/store.ts'
import type { Asker } from '../../tools/tool.ts'
import type { Known } from './placeholders.ts'

/** Parcels of one order whose numbers are known. */
const MOST_PARCELS = 20

interface Address {
  name?: string
  company?: string
  line1?: string
  line2?: string
  city?: string
  region?: string
  postalCode?: string
  phone?: string
}

/**
 * Everything personal that is stored about the customer of a conversation and these orders, so that it can be replaced before a text
 * leaves the machine. `orderIds` are the candidates: `O1` is the first.
 */
export async function personalOf(
  read: Reader,
  { workspaceId, customerId }: Asker,
  orderIds: string[],
): Promise<Known[]> {
  const known: Known[] = []
  let address = 0
  const add = (token: string, ...values: unknown[]) => {
    for (const value of values) if (typeof value === 'string' && value.trim() !== '') known.push({ token, value })
  }
  const addAddress = (given: unknown) => {
    const { name, company, line1, line2, city, region, postalCode, phone } = (given ?? {}) as Address
    address++
    add(`{{address_${address}.street}}`, line1, line2)
    add(`{{address_${address}.company}}`, company)
    add(`{{address_${address}.city}}`, city, region)
    add(`{{address_${address}.postcode}}`, postalCode)
    addName(add, name)
    add('{{customer.phone}}', phone)
  }
  const customer = customerId === null ? undefined : await getObject(read, customers, workspaceId, customerId)
  if (customer) {
    add('{{customer.first_name}}', customer.firstName)
    add('{{customer.last_name}}', customer.lastName)
    addName(add, customer.name)
    add('{{customer.email}}', customer.email)
    add('{{customer.phone}}', customer.phone)
    for (const given of (customer.addresses ?? []) as unknown[]) addAddress(given)
  }
  let parcel = 0
  for (const [index, id] of orderIds.entries()) {
    const order = await getObject(read, orders, workspaceId, id)
    if (!order) continue
    addNumber(add, `O${index + 1}`, order)
    add('{{customer.email}}', order.email)
    add('{{customer.phone}}', order.phone)
    for (const given of [order.shippingAddress, order.billingAddress]) addAddress(given)
    const parcels = await listUpTo(read, shipments, workspaceId, { filters: { orderId: id }, limit: MOST_PARCELS })
    for (const { trackingNumber, trackingUrl, destination } of parcels.data) {
      parcel++
      // The link comes first: it contains the number.
      add(`{{tracking_link_${parcel}}}`, trackingUrl)
      add(`T${parcel}`, trackingNumber)
      addAddress(destination)
    }
  }
  return known
}

type Add = (token: string, ...values: unknown[]) => void

function addName(add: Add, name: unknown): void {
  if (typeof name !== 'string') return
  const parts = name.trim().split(/\s+/)
  add('{{customer.name}}', name)
  if (parts.length < 2) return
  add('{{customer.first_name}}', parts[0])
  add('{{customer.last_name}}', parts.at(-1))
  for (const part of parts.slice(1, -1)) if (part.length > 2) add('{{customer.middle_name}}', part)
}

/** A number as it is stored comes first, so that it is put back like that. Short digits alone are quantities. */
function addNumber(add: Add, token: string, { id, number }: ShownObject): void {
  const stored = typeof number === 'string' ? number : id
  const bare = stored.replace(/^#\s*/, '')
  add(token, stored, `#${bare}`, ...(bare.length > 2 ? [bare] : []))
}
