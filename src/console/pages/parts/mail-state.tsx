import type { MailView } from '../api-types.ts'
import { mail as t } from '../texts/en/mail.ts'
import { Moment, Status } from './values.tsx'

const TONES = { waiting: 'waiting', sent: 'good', failed: 'bad', skipped: 'quiet', stopped: 'quiet' } as const

/** How a mail went, beside its address: with the reason of the mail server if it was not taken. */
export function MailState({ mail: { state, tries, code, explanation, dueAt } }: { mail: MailView }) {
  const isAgain = state === 'waiting' && tries > 0
  return (
    <span class="mail-state">
      <Status tone={TONES[state]}>{isAgain ? t.later : t.states[state]}</Status>
      {isAgain && (
        <>
          {' '}
          <Moment at={dueAt} isPlanned />
        </>
      )}
      {explanation != null && (
        <span class="hint">
          {' '}
          {explanation} {code != null && t.code(code)}
        </span>
      )}
    </span>
  )
}
