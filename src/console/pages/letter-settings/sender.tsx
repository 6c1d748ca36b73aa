import { useContext } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { LetterSettings } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Check, Field, TextField } from '../parts/field.tsx'
import { MailState } from '../parts/mail-state.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { ReadOnly } from '../parts/read-only.tsx'
import { useAction } from '../parts/use-action.ts'
import { Status } from '../parts/values.tsx'
import { session } from '../session.ts'
import type { Settings } from '../settings/use-settings.ts'
import { letterSettings as t } from '../texts/en/letter-settings.ts'

export interface ChangeProps {
  onChange: (settings: LetterSettings) => void
}

interface EnabledProps {
  isOn: boolean
  /** Whether it is stored as on. */
  wasOn: boolean
  onChange: (isOn: boolean) => void
}

/** The switch, which only owners turn on. */
export function Enabled({ isOn, wasOn, onChange }: EnabledProps) {
  const isReadOnly = useContext(ReadOnly)
  const mayTurnOn = wasOn || session.value?.role === 'owner'
  return (
    <section class="card stack">
      <h2>{t.on}</h2>
      <ReadOnly.Provider value={isReadOnly || !mayTurnOn}>
        <Check label={t.enabled} isOn={isOn} onChange={onChange} />
      </ReadOnly.Provider>
      <p class="hint">{t.enabledHint}</p>
      {!mayTurnOn && !isReadOnly && <p class="hint">{t.onlyOwners}</p>}
    </section>
  )
}

const LONGEST_TEXT = 500

/** Who mails come from, where answers go, and how they end. */
export function Sender({
  settings: { value, change, issue },
  stored,
  onChange,
}: ChangeProps & { settings: Settings<LetterSettings>; stored: LetterSettings }) {
  const { sender, domains } = stored
  return (
    <section class="card stack">
      <h2>{t.sender}</h2>
      <TextField
        label={t.senderName}
        hint={t.senderNameHint}
        value={value.senderName}
        maxLength={60}
        onInput={(senderName) => change({ senderName })}
      />
      {sender != null && (
        <TextField
          label={t.from}
          hint={t.fromHint(sender, domains)}
          type="email"
          value={value.from ?? ''}
          maxLength={254}
          disabled={domains.length === 0}
          error={issue('from')}
          onInput={(from) => change({ from: from || null })}
        />
      )}
      <TextField
        label={t.replyTo}
        hint={t.replyToHint}
        type="email"
        value={value.replyTo ?? ''}
        maxLength={254}
        error={issue('replyTo')}
        onInput={(replyTo) => change({ replyTo: replyTo || null })}
      />
      {stored.replyTo != null && value.replyTo === stored.replyTo && <ReplyTo stored={stored} onChange={onChange} />}
      <Field label={t.signature} hint={t.signatureHint} text={value.signature}>
        {(ids) => (
          <textarea
            {...ids}
            rows={3}
            maxLength={LONGEST_TEXT}
            value={value.signature}
            onInput={(event) => change({ signature: event.currentTarget.value })}
          />
        )}
      </Field>
    </section>
  )
}

/** Whether the owner of the address for answers has confirmed it. */
function ReplyTo({ stored: { isReplyToConfirmed, replyToMail }, onChange }: ChangeProps & { stored: LetterSettings }) {
  const isReadOnly = useContext(ReadOnly)
  const ask = useAction(async () => {
    onChange(await read(api.POST('/settings/mail/reply-to', { body: {} })))
    toast(t.asked)
  })
  if (isReplyToConfirmed)
    return (
      <p>
        <Status tone="good">{t.confirmed}</Status>
      </p>
    )
  return (
    <>
      <p>
        <Status tone="waiting">{t.notConfirmed}</Status> {replyToMail && <MailState mail={replyToMail} />}
      </p>
      <Problem error={ask.error} />
      {!isReadOnly && (
        <p>
          <Button onClick={ask.run} isBusy={ask.isBusy}>
            {t.askAgain}
          </Button>
        </p>
      )}
    </>
  )
}
