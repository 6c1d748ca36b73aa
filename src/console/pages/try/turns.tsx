import { api, read } from '../api.ts'
import type { ChatEntry } from '../api-types.ts'
import { at } from '../base.ts'
import { Reason } from '../chat/reason.tsx'
import { useThread } from '../chat/use-thread.ts'
import { amountText } from '../parts/amount-text.ts'
import { Foreign } from '../parts/foreign.tsx'
import { Notice } from '../parts/notice.tsx'
import { Problem } from '../parts/problem.tsx'
import { useData } from '../parts/use-data.ts'
import { trying as t } from '../texts/en/try.ts'
import { en } from '../texts/en.ts'
import style from './style.module.css'

/** What the assistant understood and read for each of its answers, the newest first, and what became of refunds. */
export function Turns({ chatId }: { chatId: string }) {
  const { detail, entries, error, reload } = useThread(chatId)
  const answers = entries.filter(({ kind, author }) => kind === 'message' && author === 'assistant').reverse()
  const refunds = new Map(entries.flatMap(({ refund }) => (refund ? [[refund.id, refund]] : [])))
  return (
    <section class="card" aria-label={t.what}>
      <h2>{t.what}</h2>
      <Problem error={error} onRetry={reload} />
      {detail && answers.length === 0 && <p class="quiet">{t.nothing}</p>}
      {detail?.chat.mode === 'waiting' && <Notice>{t.waits}</Notice>}
      {[...refunds.values()].map((refund) => (
        <TrialRefund key={`${refund.id} ${refund.status}`} refund={refund} />
      ))}
      {answers.map(({ id, text }, index) => (
        <details key={id} class={style.turn} open={index === 0}>
          <summary>
            <Foreign>{text ?? ''}</Foreign>
          </summary>
          <Reason chatId={chatId} messageId={id} />
        </details>
      ))}
    </section>
  )
}

/** A refund of the trial, and once the customer has confirmed it, what the policy would have decided. */
function TrialRefund({ refund: { id, amount, currency, status } }: { refund: NonNullable<ChatEntry['refund']> }) {
  const { data } = useData(() => read(api.GET('/refunds/{id}', { params: { path: { id } } })), `refund ${id}`)
  const confirmed = data?.timeline.find(({ on }) => on === 'customer_confirmed')
  const [, ...reasons] = confirmed?.reason?.split(', ') ?? []
  return (
    <div class={style.refund}>
      <p>
        <a href={at(`/refunds/${id}`)}>{t.refund(amountText(amount, currency))}</a>:{' '}
        {confirmed ? t.confirmed : en.refunds.statuses[status]}
      </p>
      {confirmed && (
        <p>
          {t.earnest}:{' '}
          {reasons.length === 0 ? t.pays : t.approves(reasons.map((one) => en.refunds.whyShort[one]).join(', '))}
        </p>
      )}
    </div>
  )
}
