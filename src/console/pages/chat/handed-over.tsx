import type { ChatDetail } from '../api-types.ts'
import { at } from '../base.ts'
import { reasonText } from '../chats/row.tsx'
import { RefundRows } from '../parts/refund-rows.tsx'
import { Foreign } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import { Contact } from './mailed.tsx'
import style from './style.module.css'

/** What an agent has to know before they answer: why the assistant handed over, and what waits. Once people answer, it is folded. */
export function HandedOver({ detail }: { detail: ChatDetail }) {
  const { chat, summary, contact, refundDraft, waitingRefunds, follows } = detail
  const isOver = chat.mode === 'closed' || chat.mode === 'assistant'
  return (
    <>
      {follows && (
        <p>
          {t.follows} <a href={at(`/chats/${follows}`)}>{t.toEarlier}</a>
        </p>
      )}
      {summary && !isOver && (
        <details class={style.summary} open={chat.mode === 'waiting'}>
          <summary>
            {t.summary}
            {chat.handOverReason && `: ${reasonText(chat.handOverReason)}`}
          </summary>
          <p class={style.prose}>
            <Foreign>{summary}</Foreign>
          </p>
          {refundDraft && (
            <p>
              <a href={at(`/refunds/start?${new URLSearchParams({ order: refundDraft.orderId })}`)}>{t.startDraft}</a>
            </p>
          )}
        </details>
      )}
      {contact && <Contact contact={contact} />}
      {waitingRefunds.length > 0 && (
        <section class={style.summary} aria-label={t.waitingRefund}>
          <strong>{t.waitingRefund}</strong>
          <RefundRows refunds={waitingRefunds} />
        </section>
      )}
    </>
  )
}
