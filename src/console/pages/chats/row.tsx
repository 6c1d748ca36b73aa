import type { ChatRow } from '../api-types.ts'
import { ageText } from '../parts/age.ts'
import { authorName } from '../parts/author.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Foreign, foreign } from '../parts/values.tsx'
import { serverNow } from '../server-clock.ts'
import { session } from '../session.ts'
import { chats as t } from '../texts/en/chats.ts'
import { countText } from '../waiting.ts'
import { addressOf, type Place } from './place.ts'
import style from './style.module.css'

/** A chat in the list: who, what they said last, why it waits, and who has it. */
export function Row({ chat, place }: { chat: ChatRow; place: Place }) {
  const { id, name, mode, waitingSince } = chat
  // What has ended asks for nobody.
  const unread = mode === 'closed' ? 0 : chat.unread
  const time = waitingSince ?? chat.at
  return (
    <li>
      <a
        class={`${style.row} ${unread > 0 ? style.unread : ''}`}
        href={addressOf({ ...place, chat: id })}
        aria-current={id === place.chat ? 'page' : undefined}
      >
        <Avatar name={name ?? null} />
        <span class={style.line}>
          <span class={style.name}>{name ? foreign(name) : t.guest}</span>
          {time && (
            <span class={waitingSince ? style.waits : 'quiet'}>
              <span aria-hidden="true">{ageText(time)}</span>
              <span class="hidden">{waitingSince ? t.waits(ageText(time, true)) : ageText(time, true)}</span>
            </span>
          )}
        </span>
        <span class={style.words}>
          <Words chat={chat} />
        </span>
        {unread > 0 && (
          <span class={style.dot}>
            <span class="hidden">{t.unread(countText(unread))}</span>
          </span>
        )}
        <Chips chat={chat} />
      </a>
    </li>
  )
}

/** The customer's last words; before they have written, how the last message begins. */
function Words({ chat: { words, author, text } }: { chat: ChatRow }) {
  if (words) return <Foreign>{words}</Foreign>
  if (words === '') return <>{t.picture}</>
  if (!author || !text) return <>{author ? t.picture : t.nothingSaid}</>
  return (
    <>
      {authorName(author)}: <Foreign>{text}</Foreign>
    </>
  )
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })
/** Reasons that people should look at before the others. */
const URGENT = ['complaint', 'legal', 'fraud']

function Chips({ chat }: { chat: ChatRow }) {
  const { handOverReason: reason, language, orderNumber, snoozedUntil, closeReason, assignee, mode, tags } = chat
  const hasReason = reason && mode !== 'assistant' && mode !== 'closed'
  return (
    <span class={style.chips}>
      {snoozedUntil && (
        <span class={style.chip}>
          {t.snoozed} {planText(snoozedUntil)}
        </span>
      )}
      {mode === 'closed' && (
        <span class={style.chip}>{closeReason ? t.closeReasons[closeReason] : t.modes.closed}</span>
      )}
      {mode === 'assistant' && <span class={style.chip}>{t.modes.assistant}</span>}
      {hasReason && (
        <span class={`${style.chip} ${URGENT.includes(reason) ? style.urgent : style.reason}`}>
          {reasonText(reason)}
        </span>
      )}
      {orderNumber && (
        <span class={style.chip}>
          <span class="hidden">{t.order('')}</span>
          <Foreign>{orderNumber}</Foreign>
        </span>
      )}
      {language && language !== 'en' && /^[a-z]{2,3}$/.test(language) && (
        <span class={style.chip}>{languages.of(language)}</span>
      )}
      {tags.map((tag) => (
        <span key={tag} class={`${style.chip} ${style.tag}`}>
          {foreign(tag)}
        </span>
      ))}
      {assignee && (
        <span class={style.who} title={assignee.name}>
          <Avatar name={assignee.name} isSmall />
          <span class="hidden">
            {t.has(assignee.memberId === session.value?.member.id ? t.you : foreign(assignee.name))}
          </span>
        </span>
      )}
    </span>
  )
}

/** Why a chat was handed over, as people say it. */
export function reasonText(reason: string): string {
  const known = t.reasons[reason]
  if (known) return known
  const words = reason.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const planned = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
const plannedLater = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
/** In less time each weekday comes once. */
const WEEK_MS = 6 * 86_400_000

/** A time ahead: its weekday and hour within a week, else its date. */
export function planText(at: string): string {
  const time = Date.parse(at)
  return (time - serverNow() < WEEK_MS ? planned : plannedLater).format(time)
}
