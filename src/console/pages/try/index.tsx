import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { ownLanguage } from '../../../widget/pages/panel/own-language.ts'
import { api, read } from '../api.ts'
import type { ChatEntry, Trial } from '../api-types.ts'
import { at } from '../base.ts'
import { useThread } from '../chat/use-thread.ts'
import { Reason } from '../chat/why.tsx'
import { amountText } from '../parts/amount-text.ts'
import { Button } from '../parts/button.tsx'
import { Empty, Loading, Notice, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { Foreign, foreign } from '../parts/values.tsx'
import { trying as t } from '../texts/en/try.ts'
import { en } from '../texts/en.ts'
import { Choose, type Role } from './choose.tsx'
import { Frame } from './frame.tsx'
import style from './style.module.css'

function commandOf(role: Role | undefined): string {
  const who = role ? ` --customer '${role.id.replaceAll("'", "'\\''")}'` : ''
  return `storewire assistant ask "${t.question}"${who}`
}

/** A chat with the real assistant, in the real chat window, as a customer or a guest. */
export default function Try() {
  const settings = useData(() => read(api.GET('/settings/assistant')), 'assistant settings')
  const { query } = useLocation()
  const question = useData(() => read(api.GET('/trials/question')), 'first question')
  const [running, setRunning] = useState<{ role: Role; draft: string; trial: Trial }>()
  const [problem, setProblem] = useState('')
  const start = useAction(async (role: Role, draft: string) => {
    setProblem('')
    const body = { customerId: role?.id ?? null, locale: ownLanguage() ?? null }
    setRunning({ role, draft, trial: await read(api.POST('/trials', { body })) })
  })
  const order = question.data?.order
  const ask = () =>
    order &&
    (order.customerId == null
      ? start.run(null, t.whereIsGuest(order.number, order.customerName))
      : start.run({ id: order.customerId, name: order.customerName }, t.whereIs(order.number)))
  const isToAsk = 'ask' in query && settings.data?.enabled === true && Boolean(order)
  useEffect(() => {
    if (isToAsk && !running) ask()
  }, [isToAsk])
  const role = running?.role
  return (
    <Page title={t.title} command={commandOf(role)}>
      {!running && <p class="lead">{t.lead}</p>}
      <Notice tone="quiet">
        <strong>{t.noRefund}</strong> {t.noRefundWhy}
      </Notice>
      <Problem error={settings.error} onRetry={settings.reload} />
      <Problem error={start.error} />
      {!settings.data && !settings.error && <Loading />}
      {settings.data?.enabled === false && (
        <Empty title={t.off}>
          <p>{t.offWhy}</p>
          <a href={at('/settings/assistant')}>{t.settings}</a>
        </Empty>
      )}
      {'ask' in query && question.data?.order === null && <Notice>{t.noOrder}</Notice>}
      {settings.data?.enabled && !running && order && (
        <section class={`card ${style.ask}`}>
          <p>
            <strong>{t.ask(foreign(order.number))}</strong>
            <span class="quiet">{t.askWhy(foreign(order.customerName))}</span>
          </p>
          <Button kind="primary" isBusy={start.isBusy} onClick={ask}>
            {t.askShort}
          </Button>
        </section>
      )}
      {settings.data?.enabled && !running && <Choose onChoose={(role) => start.run(role, '')} isBusy={start.isBusy} />}
      {running && (
        <>
          <div class={style.who}>
            <p>{role ? t.asCustomer(foreign(role.name)) : t.asGuest}</p>
            <button type="button" class="button" onClick={() => start.run(running.role, running.draft)}>
              {t.again}
            </button>
            <button type="button" class="button" onClick={() => setRunning(undefined)}>
              {t.other}
            </button>
          </div>
          {problem && <Notice tone="bad">{problem}</Notice>}
          <div class={style.columns}>
            <Frame
              key={running.trial.conversationId}
              trial={running.trial}
              draft={running.draft}
              onProblem={setProblem}
            />
            <Turns key={running.trial.conversationId} chatId={running.trial.conversationId} />
          </div>
        </>
      )}
    </Page>
  )
}

/** What the assistant understood and read for each of its answers, the newest first, and what became of refunds. */
function Turns({ chatId }: { chatId: string }) {
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
