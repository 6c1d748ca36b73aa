import { api, read } from '../api.ts'
import type { ChatDetail, ChatSide } from '../api-types.ts'
import { at, objectAddress } from '../base.ts'
import { Loading, Problem } from '../parts/notice.tsx'
import { useData } from '../parts/use-data.ts'
import { Fact, Foreign, foreign, Moment } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import { chats } from '../texts/en/chats.ts'
import { Order } from './order.tsx'
import style from './style.module.css'

/** What is known of the customer: who, orders with their parcels, past tickets, earlier chats. */
export function Side({ detail }: { detail: ChatDetail }) {
  const { id } = detail.chat
  const { data, error, reload } = useData(
    () => read(api.GET('/chats/{id}/customer', { params: { path: { id } } })),
    `side ${id}`,
    ['refund'],
  )
  return (
    <aside class={style.side} aria-label={t.side}>
      <section class="card">
        <h2>{t.side}</h2>
        <p class="quiet">{detail.chat.isVerified ? t.verified : t.unverified}</p>
        <Who detail={detail} side={data} />
      </section>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && detail.chat.isVerified && <Related side={data} />}
    </aside>
  )
}

function Who({ detail: { chat, visit, contactEmail }, side }: { detail: ChatDetail; side: ChatSide | undefined }) {
  const customer = side?.customer
  const isUnknown = customer && !customer.name && !customer.email && !customer.phone
  return (
    <>
      {isUnknown && <p class="quiet">{t.notPushed}</p>}
      <dl class="facts">
        {chat.customerId && (
          <Fact title={chats.customer}>
            <a href={objectAddress('customers', chat.customerId)}>{foreign(customer?.name || chat.customerId)}</a>
          </Fact>
        )}
        {(customer?.email ?? contactEmail) && (
          <Fact title={t.email}>
            <Foreign>{customer?.email ?? contactEmail ?? ''}</Foreign>
          </Fact>
        )}
        {customer?.phone && (
          <Fact title={t.phone}>
            <Foreign>{customer.phone}</Foreign>
          </Fact>
        )}
        {visit?.pageUrl && (
          <Fact title={t.page}>
            <Foreign>{visit.pageUrl}</Foreign>
          </Fact>
        )}
        {visit?.locale && <Fact title={t.locale}>{foreign(visit.locale)}</Fact>}
        {customer && customer.tags.length > 0 && <Fact title={t.tags}>{customer.tags.map(foreign).join(', ')}</Fact>}
        {customer && customer.segments.length > 0 && (
          <Fact title={t.segments}>{customer.segments.map(({ name }) => foreign(name)).join(', ')}</Fact>
        )}
      </dl>
    </>
  )
}

function Related({ side: { orders, tickets, chats: earlier } }: { side: ChatSide }) {
  return (
    <>
      <section class="card">
        <h2>{t.orders}</h2>
        {orders.length === 0 && <p class="quiet">{t.noOrders}</p>}
        <ul class={style.orders}>
          {orders.map((order) => (
            <Order key={order.id} order={order} />
          ))}
        </ul>
      </section>
      <section class="card">
        <h2>{t.tickets}</h2>
        {tickets.length === 0 && <p class="quiet">{t.noTickets}</p>}
        <ul class={style.list}>
          {tickets.map(({ id, subject, status, updatedAt }) => (
            <li key={id}>
              <a href={objectAddress('tickets', id)}>{foreign(subject || id)}</a>
              <span class="quiet">
                {status && `${foreign(status)}, `}
                <Moment at={updatedAt} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section class="card">
        <h2>{t.chats}</h2>
        {earlier.length === 0 && <p class="quiet">{t.noChats}</p>}
        <ul class={style.list}>
          {earlier.map(({ id, mode, text, at: time }) => (
            <li key={id}>
              <a href={at(`/chats/${id}`)}>{foreign(text)}</a>
              <span class="quiet">
                {chats.modes[mode]}, <Moment at={time} />
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
