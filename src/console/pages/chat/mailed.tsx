import type { ChatDetail, ChatEntry } from '../api-types.ts'
import { Foreign, Status } from '../parts/values.tsx'
import { shownNow } from '../server-clock.ts'
import { chatMail as t } from '../texts/en/chat-mail.ts'
import style from './style.module.css'

const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const dayAndHour = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The hour of a time of today, such as 14:02; of another day with the day. */
function Clock({ at }: { at: string }) {
  const time = Date.parse(at)
  const isToday = new Date(time).toDateString() === new Date(shownNow.value).toDateString()
  return (
    <time dateTime={at} title={dayAndHour.format(time)}>
      {(isToday ? hour : dayAndHour).format(time)}
    </time>
  )
}

/** What has become of the mail to a customer who has left. */
export function Mailed({ mail: { state, at, explanation } }: { mail: NonNullable<ChatEntry['mail']> }) {
  return (
    <p class={`${style.mailed} ${state === 'failed' ? style.refused : ''}`}>
      {state === 'sent' ? (
        <>
          {t.mailed} <Clock at={at} />
        </>
      ) : (
        t.mails[state]
      )}
      {explanation && `: ${explanation}`}
    </p>
  )
}

const TONES = {
  confirmed: 'good',
  asked: 'waiting',
  waiting: 'waiting',
  failed: 'bad',
  limit: 'bad',
  stopped: 'quiet',
  unasked: 'quiet',
} as const

/** The address that the customer left, and whether replies go there. */
export function Contact({ contact: { email, state, explanation } }: { contact: NonNullable<ChatDetail['contact']> }) {
  return (
    <p class={style.contact}>
      {t.contact} <Foreign>{email}</Foreign> <Status tone={TONES[state]}>{t.contactStates[state]}</Status>
      {explanation && <span class="hint"> {explanation}</span>}
    </p>
  )
}
