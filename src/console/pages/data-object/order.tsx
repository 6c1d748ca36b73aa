import type { DataDetail } from '../api-types.ts'
import { at } from '../base.ts'
import { addressOf } from '../data/place.ts'
import { OrderHead } from '../parts/order-head.tsx'
import { RefundRows } from '../parts/refund-rows.tsx'
import { foreign } from '../parts/values.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import { Facts, idLast, missingOf } from './facts.tsx'
import { Lines } from './lines.tsx'
import { Parcel } from './parcel.tsx'
import style from './style.module.css'
import { Whose } from './whose.tsx'

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

/** What the head of the page says of an order. */
export function OrderAbout({ detail: { object } }: { detail: DataDetail }) {
  const { status, paymentStatus, total, currency, placedAt } = object
  return (
    <OrderHead
      order={{
        ...{ status: textOf(status), paymentStatus: textOf(paymentStatus), currency: textOf(currency) },
        ...{ total: typeof total === 'number' ? total : null, placedAt: textOf(placedAt) },
      }}
    />
  )
}

/** What can be done about an order. */
export function OrderActions({ detail: { object, story } }: { detail: DataDetail }) {
  const links = story.sections.flatMap(({ name, rows }) =>
    name === 'parcel' ? rows.filter((row) => row.name === 'tracking_page') : [],
  )
  const number = textOf(object.number)
  return (
    <>
      <a class="button primary" href={at(`/refunds/start?${new URLSearchParams({ order: String(object.id) })}`)}>
        {t.refund}
      </a>
      {number && (
        <a
          class="button"
          href={at(`/chats?${new URLSearchParams({ q: number })}`)}
          aria-label={t.chatsAboutIt(foreign(number))}
        >
          {t.chatsAbout}
        </a>
      )}
      {links.slice(0, 1).map(({ url }) => (
        <a key={url} class="button" href={url ?? ''} target="_blank" rel="noopener noreferrer nofollow">
          {t.track}
        </a>
      ))}
    </>
  )
}

/** An order in the order of people's questions: where it is, what is in it, what it cost, whose it is. */
export function OrderStory({ detail }: { detail: DataDetail }) {
  const { object, story, refunds } = detail
  const of = (name: string) => story.sections.filter((section) => section.name === name)
  const parcels = of('parcel')
  const [lines] = of('lines')
  const [bill] = of('bill')
  const [about] = of('about')
  return (
    <div class="columns">
      <div class="stack">
        {parcels.map((section) => (
          <Parcel key={section.title} section={section} />
        ))}
        {parcels.length === 0 && (
          <section class="card">
            <h2>{t.parcels}</h2>
            <p class="quiet">{object.status === 'cancelled' ? t.cancelledNoParcel : t.noParcel}</p>
          </section>
        )}
        {story.hasMoreParcels && (
          <a href={addressOf({ type: 'shipments', filters: { orderId: String(object.id) } })}>{t.allParcels}</a>
        )}
        {lines && <Lines rows={lines.rows} parcels={parcels.length} missing={missingOf(detail.references)} />}
        {bill && (
          <section class={`card ${style.bill}`}>
            <h2>{t.bill}</h2>
            <Facts rows={bill.rows} />
          </section>
        )}
        {refunds.length > 0 && (
          <section class="card">
            <h2>{t.refunds}</h2>
            <RefundRows refunds={refunds} />
          </section>
        )}
      </div>
      <div class="stack">
        <Whose detail={detail} />
        {about && (
          <section class="card">
            <h2>{about.title}</h2>
            <Facts rows={idLast(about.rows)} />
          </section>
        )}
      </div>
    </div>
  )
}
