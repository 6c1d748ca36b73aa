import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import type { CustomerChat, FoundOrder, RefundQuote, RefundWanted } from '../api-types.ts'
import { at } from '../base.ts'
import { amountText } from '../parts/amount-text.ts'
import { Button } from '../parts/button.tsx'
import { Choices } from '../parts/choices.tsx'
import { Check } from '../parts/field.tsx'
import { Notice, Problem, toast } from '../parts/notice.tsx'
import { RefundRows } from '../parts/refund-rows.tsx'
import { useAction } from '../parts/use-action.ts'
import { Amount, Foreign, Moment } from '../parts/values.tsx'
import { refund } from '../texts/en/refund.ts'
import { refundStart as t } from '../texts/en/refund-start.ts'
import style from './style.module.css'

interface StartProps {
  found: FoundOrder
  wanted: RefundWanted
  quote: RefundQuote
}

/** The amount that the shop names, and the button that starts the refund. The shop is asked once more then: its last word counts. */
export function Start({ found: { chat }, wanted, quote }: StartProps) {
  const { route } = useLocation()
  const [isInChat, setInChat] = useState(chat != null)
  const [isAgain, setAgain] = useState(false)
  const { amount, currency, note, overOrderTotal: over, earlier } = quote
  const words = (minor: number) => amountText(minor, currency)
  const [newest] = earlier
  const work = useAction(async () => {
    const conversationId = isInChat && chat ? chat.id : null
    const again = isAgain && newest ? newest.id : null
    const started = await read(api.POST('/refunds', { body: { ...wanted, conversationId, again } }))
    const now = amountText(started.amount, started.currency)
    toast(now === words(amount) ? t.started : t.changed(now, words(amount)))
    route(at(`/refunds/${started.id}`))
  })
  return (
    <section class="card stack" aria-live="polite">
      <div>
        <h2>{t.amount}</h2>
        <p class={style.amount}>
          <Amount amount={amount} currency={currency} />
        </p>
      </div>
      {note && (
        <p>
          <span class="quiet">{refund.shopNote}:</span> <Foreign>{note}</Foreign>
        </p>
      )}
      {over && (
        <Notice>{refund.overOrder(words(amount), words(over.left), words(over.total), words(over.refunded))}</Notice>
      )}
      {newest && (
        <div>
          <h3>{t.earlier}</h3>
          <RefundRows refunds={earlier} />
          <Check label={t.again} isOn={isAgain} onChange={setAgain} />
        </div>
      )}
      <WhoConfirms chat={chat ?? null} isInChat={isInChat} onChange={setInChat} />
      <Problem error={work.error} />
      <Button
        kind="primary"
        isBusy={work.isBusy}
        disabled={newest !== undefined && !isAgain}
        onClick={() => void work.run()}
      >
        {t.start(words(amount))}
      </Button>
    </section>
  )
}

interface WhoConfirmsProps {
  chat: CustomerChat | null
  isInChat: boolean
  onChange: (isInChat: boolean) => void
}

/** Whether the customer is asked in the chat, or says yes elsewhere, such as on the phone. */
function WhoConfirms({ chat, isInChat, onChange }: WhoConfirmsProps) {
  if (!chat) return <p class="quiet">{t.noChat}</p>
  return (
    <Choices
      legend={t.who}
      value={isInChat ? 'inChat' : 'byPhone'}
      values={['inChat', 'byPhone']}
      titles={t}
      help={{
        inChat: (
          <>
            {t.inChatHint} <Moment at={chat.lastMessageAt} />
          </>
        ),
        byPhone: t.byPhoneHint,
      }}
      onChange={(who) => onChange(who === 'inChat')}
    />
  )
}
