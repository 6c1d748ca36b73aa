import type { ChatRow, DataDetail } from '../api-types.ts'
import { at, objectAddress } from '../base.ts'
import { Money, State } from '../parts/order-head.tsx'
import { RefundRows } from '../parts/refund-rows.tsx'
import { Day, Foreign, Status } from '../parts/values.tsx'
import { chats as chatTexts } from '../texts/en/chats.ts'
import { dataObject as t } from '../texts/en/data-object.ts'
import { Facts } from './facts.tsx'
import style from './style.module.css'

/** The customer, with their other orders and chats. */
export function Whose({ detail: { story, references } }: { detail: DataDetail }) {
  const customer = story.sections.find(({ name }) => name === 'customer')
  return (
    <section class="card">
      <h2>{t.customer}</h2>
      {customer ? <Facts rows={customer.rows} references={references} /> : <p class="quiet">{t.noCustomer}</p>}
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
      {story.otherRefunds.length > 0 && (
        <>
          <h3>{t.otherRefunds}</h3>
          <RefundRows refunds={story.otherRefunds} />
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
                <ChatState mode={chat.mode} />
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

/** Who answers in a chat, as a state. */
export function ChatState({ mode }: Pick<ChatRow, 'mode'>) {
  return <Status tone={mode === 'waiting' ? 'waiting' : 'quiet'}>{chatTexts.modes[mode]}</Status>
}
