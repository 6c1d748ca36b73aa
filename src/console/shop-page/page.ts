import { localAmount } from '../../lib/amounts.ts'
import { html, type Markup } from '../../lib/escape.ts'
import { PICTURES_PATH } from '../../objects/picture-hosts.ts'
import type { WidgetSettings } from '../../widget/settings.ts'
import type { ShopAccount, ShopOrder, ShopParcel, ShopProduct } from './view.ts'

/** A web page as a shop has one, with the chat window. All addresses are relative: the server may be below a path. */
export interface ShopPage {
  name: string
  /** The publishable key; null without a key, and then no chat window. */
  key: string | null
  /** As the line for the pages of the shop has them. */
  chat: Pick<WidgetSettings, 'color' | 'position'>
  /** The pages of this server that it leads to. */
  links: { href: string; text: string }[]
  products: ShopProduct[]
  /** Null: nobody can be signed in. */
  account: ShopAccount | null
  /** Where its script gets a token for a customer. */
  tokens: string
}

/** Pictures beside the headline. */
const COLLAGE = 3

/** From each of the pages, which are one level below the root. */
const ROOT = '..'

export function shopPage({ name, key, chat: { color, position }, links, products, account, tokens }: ShopPage): string {
  const chat =
    key === null
      ? null
      : html`<script async src="${ROOT}/widget.js" data-key="${key}" data-color="${color}" data-side="${position}" data-open-on=".ask"></script>`
  const drawn = products.flatMap(({ picture }) => (picture === null ? [] : [picture]))
  // A shop with other products has another look: these are the colors of the sample shop.
  const pictures = drawn.length < COLLAGE ? [] : drawn.slice(-COLLAGE)
  const isSample = pictures.length > 0
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="shop.css">
<script src="shop.js"></script>
${chat}
</head>
<body data-customer="${account?.customer?.id}" data-tokens="${tokens}"${isSample ? null : html` class="plain"`}>
<aside class="strip" aria-label="storewire"><span>A page of storewire, to see the chat on.</span> ${links.map(({ href, text }) => html`<a href="${href}">${text}</a> `)}</aside>
${header(isSample ? mark : null, name, account)}
<main>
${key === null ? noKey : null}
${account?.order ? orderDetail(account.order.order, account.order.parcels) : hero(pictures, key !== null)}
${account?.customer ? orders(account) : null}
${grid(products)}
${account && !account.customer ? orders(account) : null}
</main>
<footer><p>${name}</p><p>Nothing is sold here: this page only has the chat window, as a page of yours would.</p></footer>
</body>
</html>
`.markup
}

const noKey = html`<p class="notice" role="status">The chat window has no key yet. Create one in the console, under Settings, Chat window, then load this page again.</p>`

const mark = html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><circle cx="16" cy="16" r="15" fill="currentColor"/><path d="M4 12 Q16 4 28 12 M2 17 Q16 9 30 17 M4 22 Q16 14 28 22 M9 27 Q16 21 23 27" fill="none" stroke="#fff" stroke-width="2" opacity=".85"/></svg>`

function header(sign: Markup | null, name: string, account: ShopAccount | null): Markup {
  return html`<header>
<p class="brand">${sign}${name}</p>
<nav aria-label="Shop"><a href="#products">Products</a>${account ? html`<a href="#orders">Orders</a>` : null}</nav>
${account ? signIn(account) : null}
</header>`
}

function signIn({ customers, customer }: ShopAccount): Markup {
  const known = customer && !customers.some(({ id }) => id === customer.id) ? [customer, ...customers] : customers
  return html`<form method="get" id="sign-in"><label>Signed in as <select name="customer">
<option value="">nobody (a guest)</option>
${known.map(({ id, name }) => html`<option value="${id}"${id === customer?.id ? html` selected` : null}>${name}</option>`)}
</select></label><noscript><button>Change</button></noscript></form>`
}

function hero(pictures: string[], hasChat: boolean): Markup {
  const ask = hasChat
    ? html`<p class="actions"><button type="button" class="ask">Ask us</button> <span>or use the button in the corner</span></p>`
    : null
  if (pictures.length === 0)
    return html`<section class="hero"><div><h1>Your chat window, on a page</h1>
<p>Your customers meet it like this. It answers from what your shop has pushed.</p>
${ask}</div></section>`
  return html`<section class="hero drawn"><div><h1>Knitwear for long winters</h1>
<p>Merino, alpaca, cashmere and linen, made in small runs by three workshops.</p>
${ask}</div>
<div class="collage" aria-hidden="true">${pictures.map((picture) => image(picture))}</div></section>`
}

const image = (picture: string) =>
  html`<img src="${ROOT}${PICTURES_PATH}${picture}" alt="" width="240" height="240" loading="lazy">`

/** A picture, or a tile with the first letter. */
function pictureOf(picture: string | null, title: string): Markup {
  return picture === null ? html`<span class="tile" aria-hidden="true">${title.slice(0, 1)}</span>` : image(picture)
}

function grid(products: ShopProduct[]): Markup {
  if (products.length === 0)
    return html`<section id="products"><h2>Products</h2><p class="empty">No product was pushed yet. The chat works without products too.</p></section>`
  return html`<section id="products"><h2>Products</h2><ul class="grid">
${products.map(
  ({ title, category, price, currency, isAvailable, picture }) => html`<li>${pictureOf(picture, title)}
<h3>${title}</h3><p class="quiet">${category}</p>
<p class="price">${price === null ? null : localAmount(price, currency, 'en')}${isAvailable ? null : html` <span class="chip">Sold out</span>`}</p></li>`,
)}
</ul></section>`
}

function orders({ customer, orders: shown }: ShopAccount): Markup {
  if (!customer)
    return html`<section id="orders"><h2>Ask as a guest</h2><p class="lead">A guest names the number of an order and its e-mail address. To see your orders, sign in as a customer.</p>
<ul class="orders guest">${shown.map(({ number, email, status }) => html`<li><b>${number}</b> <span class="mail">${email}</span> ${chip(status)}</li>`)}</ul></section>`
  return html`<section id="orders"><h2>Orders of ${customer.name}</h2>
${shown.length === 0 ? html`<p class="empty">No order yet.</p>` : null}
<ul class="orders">${shown.map(({ id, number, status, placedAt, total, currency, items }) => {
    const href = `?${new URLSearchParams({ customer: customer.id, order: id })}`
    return html`<li><a href="${href}">${number}</a> <span class="quiet date">${day(placedAt)}</span> ${chip(status)}
<span class="thumbs" aria-hidden="true">${items.slice(0, 4).map(({ picture, title }) => pictureOf(picture, title))}</span>
<span class="total">${total === null ? null : localAmount(total, currency, 'en')}</span></li>`
  })}</ul></section>`
}

function orderDetail({ number, status, placedAt, total, currency, items }: ShopOrder, parcels: ShopParcel[]): Markup {
  return html`<section class="order"><div class="head"><h1>Order ${number}</h1>${chip(status)}</div>
<p class="quiet">${placedAt === null ? null : `Placed on ${day(placedAt)}`}</p>
<ul class="lines">${items.map(
    ({ title, variant, quantity, total: ofItem, picture }) => html`<li>${pictureOf(picture, title)}
<span><b>${title}</b><br><span class="quiet">${[variant, quantity > 1 ? `× ${quantity}` : ''].filter(Boolean).join(' ')}</span></span>
<span class="total">${ofItem === null ? null : localAmount(ofItem, currency, 'en')}</span></li>`,
  )}</ul>
<p class="sum"><span>Total</span> <b>${total === null ? null : localAmount(total, currency, 'en')}</b></p>
${parcels.map(parcelOf)}
<p class="actions"><button type="button" class="ask">Ask about this order</button></p></section>`
}

function parcelOf({ carrier, status, trackingNumber, expectedAt, deliveredAt }: ShopParcel): Markup {
  const when =
    deliveredAt !== null
      ? `delivered on ${day(deliveredAt)}`
      : expectedAt !== null
        ? `expected on ${day(expectedAt)}`
        : ''
  return html`<p class="parcel"><b>${words(status)}</b>${when && status !== 'delivered' ? `, ${when}` : ''}<br>
<span class="quiet">${[carrier, trackingNumber, status === 'delivered' ? when : ''].filter(Boolean).join(' · ')}</span></p>`
}

const TONES: Record<string, string> = { delivered: 'good', shipped: 'going', partially_shipped: 'going' }

const chip = (status: string) =>
  status === '' ? null : html`<span class="chip ${TONES[status] ?? ''}">${words(status)}</span>`

/** A status such as `out_for_delivery` for people. */
function words(status: string): string {
  const text = status.replaceAll('_', ' ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

const day = (time: number | null) => (time === null ? null : days.format(time))
