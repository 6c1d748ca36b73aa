import type { DataDetail } from '../api-types.ts'
import { at, objectAddress } from '../base.ts'
import { addressOf } from '../data/place.ts'
import { RefundRows } from '../parts/refund-rows.tsx'
import { Foreign, foreign } from '../parts/values.tsx'
import { chats as chatTexts } from '../texts/en/chats.ts'
import { dataObject as t } from '../texts/en/data-object.ts'
import { Day, Facts, idLast, Money, State } from './facts.tsx'
import { Lines } from './lines.tsx'
import { Parcel } from './parcel.tsx'
import style from './style.module.css'

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

/** What the head of the page says of an order: `Partially shipped · Paid · €223.00 · 30 Oct`. */
export function OrderAbout({ detail: { object } }: { detail: DataDetail }) {
  const [status, payment, placedAt] = [object.status, object.paymentStatus, object.placedAt].map(textOf)
  return (
    <>
      {status && <State state={status} />}
      {payment && payment !== status && <State state={payment} />}
      {typeof object.total === 'number' && <Money amount={object.total} currency={textOf(object.currency)} />}
      {placedAt && <Day at={placedAt} />}
    </>
  )
}

/** What can be done about an order. */
export function OrderActions({ detail: { object, story } }: { detail: DataDetail }) {
  const links = story.sections.flatMap(({ name, rows }) =>
    name === 'parcel' ? rows.filter(({ label, kind }) => kind === 'link' && label === 'Tracking page') : [],
  )
  const number = textOf(object.number)
  return (
    <>
      <a class="button primary" href={at(`/refunds/start?${new URLSearchParams({ order: String(object.id) })}`)}>
        {t.refund}
      </a>
      {number && (
        <a
          class="button plain"
          href={at(`/chats?${new URLSearchParams({ q: number })}`)}
          aria-label={t.chatsAboutIt(foreign(number))}
        >
          {t.chatsAbout}
        </a>
      )}
      {links.slice(0, 1).map(({ url }) => (
        <a key={url} class="button plain" href={url ?? ''} target="_blank" rel="noopener noreferrer nofollow">
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
  const missing = detail.references.filter(({ row }) => !row).map(({ id }) => id)
  return (
    <div class={style.columns}>
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
        {lines && <Lines rows={lines.rows} parcels={parcels.length} missing={missing} />}
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

/** The customer, with their other orders and chats. */
function Whose({ detail: { story, references } }: { detail: DataDetail }) {
  const customer = story.sections.find(({ name }) => name === 'customer')
  const isMissing = references.some(({ field, row }) => field === 'customerId' && !row)
  return (
    <section class="card">
      <h2>{t.customer}</h2>
      {customer ? <Facts rows={customer.rows} /> : <p class="quiet">{t.noCustomer}</p>}
      {isMissing && <p class="quiet">{t.notArrivedYet}</p>}
      {story.otherOrders.length > 0 && (
        <>
          <h3>{t.otherOrders}</h3>
          <ul class={style.others}>
            {story.otherOrders.map((row) => (
              <li key={row.id}>
                <a href={objectAddress('orders', row.id)}>
                  <Foreign>{row.title || row.id}</Foreign>
                </a>
                {row.status && <State state={row.status} />}
                {typeof row.amount === 'number' && <Money amount={row.amount} currency={row.currency} />}
                <Day at={row.at ?? row.updatedAt} />
              </li>
            ))}
          </ul>
        </>
      )}
      {story.chats.length > 0 && (
        <>
          <h3>{t.chats}</h3>
          <ul class={style.others}>
            {story.chats.slice(0, MOST_CHATS).map((chat) => (
              <li key={chat.id}>
                <a class={style.chat} href={at(`/chats/${chat.id}`)}>
                  <Foreign>{chat.text}</Foreign>
                </a>
                <span class="quiet">{foreign(chatTexts.modes[chat.mode])}</span>
                <Day at={chat.at} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const MOST_CHATS = 5
