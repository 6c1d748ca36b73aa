import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { H3, H3Event } from 'h3'
import { SignJWT } from 'jose/jwt/sign'
import { formatAmount } from '../../lib/amounts.ts'
import { DomainError } from '../../lib/errors.ts'
import { html } from '../../lib/escape.ts'
import type { Reader } from '../../store/store.ts'
import { createIdentitySecret, identitySecrets } from '../../widget/identity-secrets.ts'
import type { DevContext } from '../context.ts'
import { refuseOtherPages } from '../credential.ts'
import { developer } from '../workspace.ts'

/** How long a token of the sample shop works, in seconds. */
const TOKEN_SECONDS = 300

/** As strict as a shop's own policy may be: the chat window needs its script and its frame, and nothing else. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; frame-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The sample shop's website: a page with the chat window, on which each of its customers can be signed in. */
export function mountShopPage(app: H3, context: DevContext): void {
  const { services, keys } = context
  const answer = (type: string, body: string) =>
    new Response(body, {
      headers: {
        'cache-control': 'no-store',
        'content-security-policy': CSP,
        'content-type': `${type}; charset=utf-8`,
        // Without a referrer browsers would not say either which origin a form comes from.
        'referrer-policy': 'same-origin',
      },
    })
  app.use('/dev/shop', async (event, next) => {
    // Programs get the rules of the shop as JSON at the same address.
    if (event.req.method !== 'GET' || !event.req.headers.get('accept')?.includes('text/html')) return next()
    refuse(event)
    const customerId = event.url.searchParams.get('customer') || null
    const { workspaceId, publishableKey: key } = keys
    return answer('text/html', shopPage(await shopView(services.store.read, { workspaceId, key, customerId })))
  })
  for (const [path, type, body] of [
    ['/dev/shop.js', 'text/javascript', SHOP_SCRIPT],
    ['/dev/shop.css', 'text/css', SHOP_STYLE],
  ] as const)
    app.get(path, (event) => {
      refuse(event)
      return answer(type, body)
    })
  app.get('/dev/shop/token', async (event) => {
    refuse(event)
    return answer('text/plain', await token(context, event.url.searchParams.get('customer') ?? ''))
  })
}

function refuse(event: H3Event): void {
  refuseOtherPages(event.node?.req as IncomingMessage)
}

/** A token of the sample shop's server, at the time of the developer's clock. @throws DomainError BAD_REQUEST */
async function token({ services, keys, clock }: DevContext, customerId: string): Promise<string> {
  if (customerId === '' || customerId.length > 255)
    throw new DomainError('BAD_REQUEST', 'no_customer', 'customer: name the id of a customer, of up to 255 characters.')
  const { store, sealer } = services
  const { workspaceId } = keys
  const [known] = await identitySecrets(store.read, workspaceId, sealer)
  const create = () =>
    store.write(async (tx) => (await createIdentitySecret(tx, developer, workspaceId, sealer, clock.now())).secret)
  const secret = known?.secret ?? (await create())
  const iat = Math.floor(clock.now() / 1000)
  return new SignJWT({ sub: customerId, iat, exp: iat + TOKEN_SECONDS, jti: randomUUID() })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}

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
async function shopView(
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

function shopPage({ key, products, customers, customer, orders }: ShopView): string {
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

const SHOP_STYLE = `
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
const SHOP_SCRIPT = `
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
