import { formatAmount } from '../lib/amounts.ts'
import { html } from '../lib/escape.ts'
import type { Reader } from '../store/store.ts'

/** The sample shop's customers who ordered last, and what anybody needs to ask for one of their orders. */
export interface ShopView {
  /** The publishable key. */
  key: string
  products: { title: string; price: string }[]
  customers: { id: string; name: string }[]
  /** Who is signed in; null for a guest. */
  customer: { id: string; name: string } | null
  /** The orders of the customer, or a few of anybody's. */
  orders: { number: string; status: string; email: string }[]
}

const SHOWN = { products: 6, customers: 12, orders: 6 }

/** @param customerId of the customer who is signed in; an unknown one is signed in all the same, as in any shop */
export async function shopView(
  read: Reader,
  { workspaceId, key, customerId }: { workspaceId: string; key: string; customerId: string | null },
): Promise<ShopView> {
  const rows = (sql: string, ...values: (string | number)[]) =>
    read.all<{ id: string; data: string }>(sql, workspaceId, ...values)
  const customers = await rows(
    `SELECT customers.id, customers.data FROM customers JOIN orders ON orders.workspace_id = customers.workspace_id
       AND customer_id = customers.id
     WHERE customers.workspace_id = ? GROUP BY customers.id ORDER BY max(placed_at) DESC, customers.id LIMIT ?`,
    SHOWN.customers,
  )
  const orders = customerId
    ? await rows(
        'SELECT id, data FROM orders WHERE workspace_id = ? AND customer_id = ? ORDER BY placed_at DESC, id LIMIT ?',
        customerId,
        SHOWN.orders,
      )
    : await rows('SELECT id, data FROM orders WHERE workspace_id = ? ORDER BY placed_at DESC, id LIMIT ?', SHOWN.orders)
  const products = await rows(
    `SELECT id, data FROM products WHERE workspace_id = ? AND status = 'active' ORDER BY id LIMIT ?`,
    SHOWN.products,
  )
  const people = customers.map(({ id, data }) => ({ id, name: nameOf(id, JSON.parse(data)) }))
  return {
    key,
    customers: people,
    customer:
      customerId === null ? null : (people.find(({ id }) => id === customerId) ?? { id: customerId, name: customerId }),
    orders: orders.map(({ id, data }) => {
      const { number = id, status = '', email = '' } = JSON.parse(data) as Record<string, string>
      return { number, status, email }
    }),
    products: products.map(({ data }) => productOf(JSON.parse(data))),
  }
}

function nameOf(id: string, { name, firstName, lastName }: Record<string, string | undefined>): string {
  return name ?? ([firstName, lastName].filter(Boolean).join(' ') || id)
}

function productOf({
  title,
  currency = 'EUR',
  variants = [],
}: {
  title: string
  currency?: string
  variants?: { price?: number }[]
}) {
  const price = variants.find((variant) => variant.price !== undefined)?.price
  return { title, price: price === undefined ? '' : formatAmount(price, currency) }
}

export function shopPage({ key, products, customers, customer, orders }: ShopView): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sample shop</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev/shop.css">
<script src="/dev/shop.js"></script>
<script async src="/widget.js" data-key="${key}" data-open-on="#help"></script>
</head>
<body data-customer="${customer?.id}">
<header><h1>Sample shop</h1><a href="/console/dev">storewire dev</a> <a href="/console">Console</a></header>
<main>
<form method="get" action="/dev/shop" id="sign-in"><label>Signed in as <select name="customer">
<option value="">nobody (a guest)</option>
${customers.map(({ id, name }) => html`<option value="${id}"${id === customer?.id ? html` selected` : null}>${name} (${id})</option>`)}
</select></label> <button>Change</button></form>
<p><button type="button" id="help">Ask us</button> or use the button in the corner. Answer as an agent in the console.</p>
<h2>${customer ? `Orders of ${customer.name}` : 'Latest orders'}</h2>
<table><thead><tr><th>Order</th><th>Status</th><th>E-mail address</th></tr></thead><tbody>
${orders.map(({ number, status, email }) => html`<tr><td>${number}</td><td>${status}</td><td>${email}</td></tr>`)}
</tbody></table>
<h2>Products</h2>
<table><tbody>
${products.map(({ title, price }) => html`<tr><td>${title}</td><td>${price}</td></tr>`)}
</tbody></table>
</main>
</body>
</html>
`.markup
}

export const SHOP_STYLE = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif }
body { margin: 0 auto; max-width: 72rem; padding: 1rem clamp(.75rem, 3vw, 1.5rem) 4rem; overflow-wrap: break-word }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center }
h1 { font-size: 1.3rem; margin: 0 }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem }
button, select { font: inherit; padding: .1rem .6rem; max-width: 100% }
table { border-collapse: collapse; width: 100%; margin: .4rem 0 .8rem }
th, td { text-align: left; vertical-align: top; padding: .15rem .8rem .15rem 0; border-bottom: 1px solid #8883 }
`

/** What a shop's own script does: it says who is signed in, and when somebody signs out. */
export const SHOP_SCRIPT = `
window.storewire = Object.assign((...call) => storewire.q.push(call), { q: [] })
addEventListener('DOMContentLoaded', () => {
  const { customer } = document.body.dataset
  if (customer)
    storewire('identify', async () => {
      const answer = await fetch('/dev/shop/token?customer=' + encodeURIComponent(customer))
      return answer.text()
    })
  document.querySelector('#sign-in').addEventListener('submit', () => storewire('logout'))
})
`
