import type { Card, OrderCard, ProductCard } from '../../../conversations/cards.ts'
import { inOrder } from '../../../lib/reordering.ts'
import { hrefOf, type Words } from '../panel/texts.ts'
import { amountText } from './amount.ts'

export interface CardsProps {
  cards: Card[]
  words: Words
}

/** The cards beside the text of a message. The text says the same, so readers of the screen may skip them. */
export function Cards({ cards, words }: CardsProps) {
  return (
    <div class="cards">
      {cards.map((card) => {
        if (card.type === 'order') return <Order key={card.order.number} order={card.order} words={words} />
        if (card.type === 'products') return <Products key="products" products={card.products} words={words} />
        return null
      })}
    </div>
  )
}

const ENDED = ['cancelled', 'refunded', 'returned'] as const

function Order({ order, words }: { order: OrderCard; words: Words }) {
  const { number, status, steps, titles, parcels } = order
  const ended = ENDED.find((one) => one === status)
  const title = words.say('order', { order: number })
  // Of two done ones the later is where the order is.
  const current = steps.findLastIndex(({ isDone }) => isDone)
  return (
    <section class="card" aria-label={title}>
      <header class="card-head">
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {ended && <span class="tag">{words.say(`order_${ended}`)}</span>}
      </header>
      {titles.length > 0 && <p class="quiet card-titles">{inOrder(titles.join(', '))}</p>}
      {steps.length > 0 && (
        <ol class="steps">
          {steps.map(({ step, isDone, at }, index) => (
            <li key={step} class={isDone ? 'done' : ''} aria-current={index === current ? 'step' : undefined}>
              <span class="dot" aria-hidden="true" />
              {words.say(`step_${step}`)}
              {isDone && <span class="hidden"> {words.say('stepDone')}</span>}
              {at && <small class="quiet">{dayText(at, words.locale)}</small>}
            </li>
          ))}
        </ol>
      )}
      {parcels.map((parcel, index) => (
        <Parcel key={index} parcel={parcel} words={words} />
      ))}
    </section>
  )
}

function Parcel({ parcel, words }: { parcel: OrderCard['parcels'][number]; words: Words }) {
  const { carrier, expectedAt, expectedUntil, deliveredAt, url } = parcel
  const day = (at: string) => dayText(at, words.locale)
  const days = [expectedAt, expectedUntil].flatMap((at) => (at ? day(at) : []))
  const when = deliveredAt
    ? words.say('deliveredOn', { day: day(deliveredAt) })
    : days.length > 0 && words.say('expected', { day: [...new Set(days)].join(' – ') })
  const href = hrefOf(url ?? '')
  if (!carrier && !when && !href) return null
  return (
    <div class="parcel">
      <p>
        {carrier && <strong>{inOrder(carrier)}</strong>}
        {when && <span class="quiet">{when}</span>}
      </p>
      {href && <Link href={href} text={words.say('track')} words={words} />}
    </div>
  )
}

function Products({ products, words }: { products: ProductCard[]; words: Words }) {
  return (
    <ul class={products.length > 1 ? 'strip' : 'strip single'} aria-label={words.say('products')}>
      {products.map((product) => (
        <li key={product.id} class="card product">
          <Picture picture={product.picture} />
          <ProductText product={product} words={words} />
        </li>
      ))}
    </ul>
  )
}

function ProductText({ product, words }: { product: ProductCard; words: Words }) {
  const { title, price, currency, hasOtherPrices, availability, url, options } = product
  const href = hrefOf(url ?? '')
  const amount = price !== null && currency !== null ? amountText(price, currency, words) : null
  return (
    <div class="product-text">
      <h2>{href ? <Link href={href} text={inOrder(title)} words={words} /> : inOrder(title)}</h2>
      {amount && <p>{hasOtherPrices ? words.say('priceFrom', { amount }) : amount}</p>}
      {availability !== 'unknown' && <p class={`stock ${availability}`}>{words.say(`stock_${availability}`)}</p>}
      {options.length > 0 && (
        <ul class="options">
          {options.map((option) => (
            <li key={option}>{inOrder(option)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Picture({ picture }: { picture: string | null }) {
  // A path of this server is below the folder of the document.
  const src = picture?.startsWith('/') ? `..${picture}` : picture
  return (
    <div class="picture" aria-hidden="true">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 7.5 12 3l8 4.5v9L12 21l-8-4.5zM4 7.5l8 4.5 8-4.5M12 12v9" />
      </svg>
      {src && (
        <img
          src={src}
          alt=""
          width="120"
          height="120"
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          // The tile is below it.
          onError={({ currentTarget }) => currentTarget.remove()}
        />
      )}
    </div>
  )
}

function Link({ href, text, words }: { href: string; text: string; words: Words }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text}
      <span class="hidden">{` (${words.say('opensPage')})`}</span>
    </a>
  )
}

function dayText(at: string, locale: string): string {
  return new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'short' })
}
