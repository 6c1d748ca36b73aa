import { createBackfill, type RunBackfill } from './backfill.ts'
import { callLimits } from './batches.ts'
import { createCall } from './http.ts'
import type { Customer, Order, Product, Shipment, Ticket } from './objects.ts'
import type { Runtime } from './runtime.ts'
import { createUpserts, type Upserts } from './upserts.ts'

export interface StorewireOptions {
  /** The secret key of your workspace, `sk_…`. It belongs on servers only. */
  secretKey: string
  /** Where the API is, `/api/v1` included; `http://127.0.0.1:8787/api/v1` unless you say otherwise. */
  baseUrl?: string | undefined
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:8787/api/v1'

/** What a client can do. */
export interface Api {
  ping(): Promise<{ orgId: string }>
  customers: Upserts<Customer>
  products: Upserts<Product>
  orders: Upserts<Order>
  shipments: Upserts<Shipment>
  tickets: Upserts<Ticket>
  backfill: RunBackfill
}

/** @throws TypeError when the options can't work */
export function connect({ secretKey, baseUrl = DEFAULT_BASE_URL }: StorewireOptions, runtime: Runtime): Api {
  const call = createCall({ secretKey: requireSecretKey(secretKey), baseUrl: requireUrl(baseUrl), runtime })
  return {
    ping: () => call('GET', '/ping'),
    customers: createUpserts(call, 'customers', callLimits.customers),
    products: createUpserts(call, 'products', callLimits.products),
    orders: createUpserts(call, 'orders', callLimits.orders),
    shipments: createUpserts(call, 'shipments', callLimits.shipments),
    tickets: createUpserts(call, 'tickets', callLimits.tickets),
    backfill: createBackfill(call, runtime),
  }
}

/** The messages never repeat what was passed: it may be a secret in the wrong place. */
function requireSecretKey(key: unknown): string {
  if (typeof key !== 'string' || !key.startsWith('sk_')) {
    throw new TypeError('secretKey must be a secret key of your workspace, which starts with "sk_".')
  }
  // A header can't hold the rest, and fetch would put the whole key into its error.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError(
      'secretKey has a space, a line break or another character that no key has: check where it comes from.',
    )
  }
  return key
}

function requireUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must be an http or https URL without user name, password, query and fragment.')
  }
  return baseUrl.replace(/\/+$/, '')
}
