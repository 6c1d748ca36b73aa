import { useState } from 'preact/hooks'
import type { ChatEntry } from '../api-types.ts'
import { at } from '../base.ts'
import { amountText } from '../parts/amount-text.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Foreign, foreign, Moment } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import { en } from '../texts/en.ts'
import { Reason } from './reason.tsx'
import style from './style.module.css'

/** One entry of a thread: a message, a note, or a line about what was done. */
export function Entry({ chatId, entry }: { chatId: string; entry: ChatEntry }) {
  const { kind } = entry
  if (kind === 'message' || kind === 'note') return <Said chatId={chatId} entry={entry} />
  return (
    <li class={style.done}>
      <span>
        <Done entry={entry} />
      </span>{' '}
      <Moment at={entry.at} />
    </li>
  )
}

const SIDES = { customer: style.customer, assistant: style.ours, agent: style.ours, system: style.system }

function Said({ chatId, entry: { id, kind, author, name, text, at: time } }: { chatId: string; entry: ChatEntry }) {
  const [isOpen, setOpen] = useState(false)
  const who = kind === 'note' ? t.note : author ? t.authors[author] : ''
  return (
    <li class={`${style.said} ${kind === 'note' ? style.note : author ? SIDES[author] : ''}`}>
      <p class={style.who}>
        <strong>{name ? foreign(name) : who}</strong>
        {name && <span>{who}</span>}
        <Moment at={time} />
        {kind === 'message' && author === 'assistant' && (
          <button type="button" class={style.why} onClick={() => setOpen(true)}>
            {t.why}
          </button>
        )}
      </p>
      <p class={style.prose}>
        <Foreign>{text ?? ''}</Foreign>
      </p>
      {isOpen && <Why chatId={chatId} messageId={id} onClose={() => setOpen(false)} />}
    </li>
  )
}

function Done({ entry: { kind, mode, name, nextId, refund } }: { entry: ChatEntry }) {
  if (kind === 'next' && nextId)
    return (
      <>
        {t.next} <a href={at(`/chats/${nextId}`)}>{t.toNext}</a>
      </>
    )
  if (refund)
    return (
      <>
        <a href={at(`/refunds/${refund.id}`)}>{t.refund(amountText(refund.amount, refund.currency))}</a>:{' '}
        {en.refunds.statuses[refund.status]}
      </>
    )
  if (mode === 'human' && name) return t.taken(foreign(name))
  if (mode === 'closed' && name) return t.closedBy(foreign(name))
  return mode ? t.modes[mode] : ''
}

/** Why the assistant wrote a message. */
function Why({ chatId, messageId, onClose }: { chatId: string; messageId: string; onClose: () => void }) {
  return (
    <Dialog title={t.whyTitle} onClose={onClose}>
      <Reason chatId={chatId} messageId={messageId} />
    </Dialog>
  )
}
