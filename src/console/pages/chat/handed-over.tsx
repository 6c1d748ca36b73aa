import type { ChatDetail } from '../api-types.ts'
import { at } from '../base.ts'
import { RefundRows } from '../parts/refund-rows.tsx'
import { Foreign, foreign } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import style from './style.module.css'

/** What an agent has to know before they answer: who else is here, why the assistant handed over, and what waits. */
export function HandedOver({ detail }: { detail: ChatDetail }) {
  const { chat, summary, contactEmail, refundDraft, waitingRefunds, follows, next } = detail
  return (
    <>
      {follows && (
        <p class={style.about}>
          {t.follows} <a href={at(`/chats/${follows}`)}>{t.toEarlier}</a>
        </p>
      )}
      {next && (
        <p class={style.about}>
          {t.next} <a href={at(`/chats/${next}`)}>{t.toNext}</a>
        </p>
      )}
      {summary && chat.mode !== 'closed' && (
        <section class={style.summary} aria-label={t.summary}>
          <h2>{t.summary}</h2>
          <p class={style.prose}>
            <Foreign>{summary}</Foreign>
          </p>
          {contactEmail && (
            <p>
              {t.contact} <Foreign>{contactEmail}</Foreign>
            </p>
          )}
          {refundDraft && (
            <p>
              {t.draft(foreign(refundDraft.orderNumber))}.{' '}
              <a href={at(`/refunds/start?${new URLSearchParams({ order: refundDraft.orderId })}`)}>{t.startDraft}</a>
            </p>
          )}
        </section>
      )}
      {waitingRefunds.length > 0 && (
        <section class={style.summary} aria-label={t.waitingRefund}>
          <h2>{t.waitingRefund}</h2>
          <RefundRows refunds={waitingRefunds} />
        </section>
      )}
    </>
  )
}
