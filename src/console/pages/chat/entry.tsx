import { useState } from 'preact/hooks'
import type { ChatEntry } from '../api-types.ts'
import { at } from '../base.ts'
import { planText } from '../chats/row.tsx'
import { amountText } from '../parts/amount-text.ts'
import { authorName } from '../parts/author.ts'
import { ChatPictures } from '../parts/chat-pictures.tsx'
import { Foreign, foreign, Moment } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import { chats } from '../texts/en/chats.ts'
import { en } from '../texts/en.ts'
import { Cards } from './cards.tsx'
import { Mailed } from './mailed.tsx'
import style from './style.module.css'
import { Why } from './why.tsx'

const { closeReasons } = chats

interface EntryProps {
  chatId: string
  entry: ChatEntry
  /** Heads what nobody wrote, such as a line about a refund. */
  shopName: string
  /** Shown above the first entry of a day. */
  day: string | undefined
  /** Whether the same person wrote the entry before, a moment earlier. */
  isContinued: boolean
}

/** One entry of a thread: a message, a note, or a line about what was done. */
export function Entry({ chatId, entry, shopName, day, isContinued }: EntryProps) {
  const isSaid = entry.kind === 'message' || entry.kind === 'note'
  return (
    <>
      {day && (
        <li class={style.day}>
          <span>{day}</span>
        </li>
      )}
      {isSaid ? (
        <Said {...{ chatId, entry, shopName, isContinued }} />
      ) : (
        <li class={style.done}>
          <span>
            <Done entry={entry} />
          </span>{' '}
          <Moment at={entry.at} />
        </li>
      )}
    </>
  )
}

const SIDES = { customer: style.customer, assistant: style.ours, agent: style.ours, system: style.system }

function Said({ chatId, entry, shopName, isContinued }: Omit<EntryProps, 'day'>) {
  const { id, kind, author, name, text, cards, pictures, mail, at: time } = entry
  const [isOpen, setOpen] = useState(false)
  const who = kind === 'note' ? t.note : author === 'system' ? foreign(shopName) : author ? authorName(author) : ''
  const isExplained = kind === 'message' && author === 'assistant'
  return (
    <li class={`${style.said} ${kind === 'note' ? style.note : author ? SIDES[author] : ''}`}>
      {!(isContinued && !isExplained) && (
        <p class={style.by}>
          <strong>{name ? foreign(name) : who}</strong>
          {name && <span>{who}</span>}
          <Moment at={time} />
          {isExplained && (
            <button type="button" class={style.why} onClick={() => setOpen(true)}>
              {t.why}
            </button>
          )}
        </p>
      )}
      {text && (
        <p class={style.prose}>
          <Foreign>{text}</Foreign>
        </p>
      )}
      {cards && <Cards cards={cards} />}
      {pictures && (
        <ChatPictures chatId={chatId} pictures={pictures} from={author === 'customer' ? 'customer' : 'agent'} />
      )}
      {mail && <Mailed mail={mail} />}
      {isOpen && <Why chatId={chatId} messageId={id} onClose={() => setOpen(false)} />}
    </li>
  )
}

function Done({ entry }: { entry: ChatEntry }) {
  const { kind, mode, name, nextId, refund, text } = entry
  if (kind === 'act') return <Act entry={entry} />
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
  if (mode === 'closed') {
    const reason = closeReasons[text as keyof typeof closeReasons]
    const closed = name ? t.closedBy(foreign(name)) : t.modes.closed.slice(0, -1)
    return reason ? `${closed}: ${reason}.` : `${closed}.`
  }
  return mode ? t.modes[mode] : ''
}

/** What an agent did beside answering, or what the time did. */
function Act({ entry: { act, name, text, until } }: { entry: ChatEntry }) {
  const [who, what] = [foreign(name ?? ''), foreign(text ?? '')]
  if (act === 'snoozed' && until) return `${t.acts.snoozed(who)} ${planText(until)}.`
  if (act === 'woken' && !name) return t.acts.wokenAlone
  if (act === 'unassigned' && !name) return t.acts.unassignedAlone
  return act ? t.acts[act](who, what) : ''
}
