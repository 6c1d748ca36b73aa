import type { ChatEntry } from '../api-types.ts'
import { at } from '../base.ts'
import { amountText } from '../parts/amount-text.ts'
import { Picture } from '../parts/picture.tsx'
import { Foreign, foreign, Moment } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import { en } from '../texts/en.ts'
import style from './style.module.css'

type Card = NonNullable<ChatEntry['cards']>[number]

/** What the customer sees beside the text of a message. */
export function Cards({ cards }: { cards: Card[] }) {
  return (
    <ul class={style.cards} aria-label={t.cards.title}>
      {cards.flatMap(({ order, products, refund }) => [
        ...(order ? [<OrderCard key="order" order={order} />] : []),
        ...(products ?? []).map((product) => <ProductCard key={product.id} product={product} />),
        ...(refund ? [<RefundCard key="refund" refund={refund} />] : []),
      ])}
    </ul>
  )
}

function OrderCard({ order: { number, steps, titles, parcels } }: { order: NonNullable<Card['order']> }) {
  const reached = steps.findLast(({ isDone }) => isDone)
  return (
    <li>
      <strong>{t.cards.order(foreign(number))}</strong>
      {reached && <span>{t.cards.steps[reached.step]}</span>}
      <span class="quiet">
        <Foreign>{titles.join(', ')}</Foreign>
      </span>
      {parcels.map(({ carrier, expectedAt }, index) => (
        <span class="quiet" key={index}>
          {carrier && <Foreign>{carrier}</Foreign>} {expectedAt && <Moment at={expectedAt} />}
        </span>
      ))}
    </li>
  )
}

function ProductCard({ product }: { product: NonNullable<Card['products']>[number] }) {
  const { title, picture, price, currency, availability } = product
  return (
    <li>
      <Picture picture={picture} />
      <strong>
        <Foreign>{title}</Foreign>
      </strong>
      {price != null && currency != null && <span>{amountText(price, currency)}</span>}
      <span class="quiet">{t.cards.availabilities[availability]}</span>
    </li>
  )
}

function RefundCard({ refund }: { refund: NonNullable<Card['refund']> }) {
  const { actionId, amount, currency, orderNumber, status } = refund
  const statuses: Record<string, string> = en.refunds.statuses
  return (
    <li>
      <a href={at(`/refunds/${actionId}`)}>{t.refund(amountText(amount, currency))}</a>
      <span class="quiet">{t.cards.order(foreign(orderNumber))}</span>
      {status && <span>{statuses[status]}</span>}
    </li>
  )
}
