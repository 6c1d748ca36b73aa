import type { ChatDetail, ChatSide } from '../api-types.ts'
import { at, objectAddress } from '../base.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Icon } from '../parts/icon.tsx'
import { Fact, Foreign, foreign, Moment } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import { chats } from '../texts/en/chats.ts'
import { Orders } from './orders.tsx'
import { Rated } from './rated.tsx'
import style from './style.module.css'

interface SideProps {
  /** Undefined until the chat is read: the place of the column is kept. */
  detail: ChatDetail | undefined
  onTags: (() => void) | undefined
  /** Where there is no room for three columns: back to the chat. */
  onClose: () => void
}

/** What is known of the customer: who, the tags of the chat, orders with their parcels and refunds, tickets, other chats. */
export function Side({ detail, onTags, onClose }: SideProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <aside class={style.side} aria-label={t.side} tabIndex={0}>
      <button type="button" class={`button ${style.closeSide}`} onClick={onClose}>
        <Icon name="back" />
        {t.closeSide}
      </button>
      {detail && (
        <>
          <Who detail={detail} />
          {detail.rating && <Rated rating={detail.rating} />}
          <ChatTags tags={detail.chat.tags} onTags={onTags} />
          {detail.side && <Related side={detail.side} isVerified={detail.chat.isVerified} />}
        </>
      )}
    </aside>
  )
}

function Who({ detail: { chat, visit, contact, side } }: { detail: ChatDetail }) {
  const customer = side?.customer
  const email = customer?.email ?? contact?.email
  const isUnknown = customer && !customer.name && !customer.email && !customer.phone
  return (
    <section>
      <div class={style.person}>
        <Avatar name={chat.name ?? null} />
        <div>
          <h2>
            {chat.customerId ? (
              <a href={objectAddress('customers', chat.customerId)}>{foreign(chat.name || chat.customerId)}</a>
            ) : (
              chats.guest
            )}
          </h2>
          <p class="quiet">{chat.isVerified ? t.verified : t.unverified}</p>
        </div>
      </div>
      {isUnknown && <p class="quiet">{t.notPushed}</p>}
      <dl class="facts">
        {email && (
          <Fact title={t.email}>
            <Foreign>{email}</Foreign>
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
    </section>
  )
}

function ChatTags({ tags, onTags }: { tags: string[]; onTags: (() => void) | undefined }) {
  return (
    <section>
      <h2>{t.tagThis}</h2>
      <ul class={style.tags}>
        {tags.map((tag) => (
          <li key={tag}>{foreign(tag)}</li>
        ))}
        <li>
          <button type="button" onClick={onTags}>
            <Icon name="plus" />
            {t.addTag}
          </button>
        </li>
      </ul>
    </section>
  )
}

function Related({ side: { orders, tickets, chats: others }, isVerified }: { side: ChatSide; isVerified: boolean }) {
  return (
    <>
      <section>
        <h2>{t.orders}</h2>
        {orders.length === 0 ? <p class="quiet">{t.noOrders}</p> : <Orders orders={orders} />}
      </section>
      {isVerified && (
        <section>
          <h2>{t.tickets}</h2>
          {tickets.length === 0 && <p class="quiet">{t.noTickets}</p>}
          <ul class={style.links}>
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
      )}
      {isVerified && (
        <section>
          <h2>{t.chats}</h2>
          {others.length === 0 && <p class="quiet">{t.noChats}</p>}
          <ul class={style.links}>
            {others.map(({ id, mode, text, at: time }) => (
              <li key={id}>
                <a href={at(`/chats/${id}`)}>{foreign(text)}</a>
                <span class="quiet">
                  {chats.modes[mode]}, <Moment at={time} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
