import type { ChatMessage } from '../api-types.ts'
import { at } from '../base.ts'
import { Foreign } from '../parts/foreign.tsx'
import { Moment } from '../parts/moment.tsx'
import { en } from '../texts/en.ts'
import style from './style.module.css'

const { refund: t } = en

/** The newest messages of the conversation that the refund belongs to. */
export function Chat({ id, messages }: { id: string; messages: ChatMessage[] }) {
  return (
    <section class="card" aria-labelledby="refund-chat">
      <h2 id="refund-chat">{t.chat}</h2>
      {messages.length === 0 && <p class="quiet">{t.noMessages}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol class={style.chat} tabIndex={0} aria-labelledby="refund-chat">
        {messages.map(({ id: messageId, author, text, sentAt }) => (
          <li key={messageId}>
            <p class="quiet">
              {t.authors[author]}, <Moment at={sentAt} />
            </p>
            <p class={style.prose}>
              <Foreign>{text}</Foreign>
            </p>
          </li>
        ))}
      </ol>
      <a href={at(`/chats/${id}`)}>{t.openChat}</a>
    </section>
  )
}
