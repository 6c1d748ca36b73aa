import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { LetterSettings as LetterSettingsData, LetterTexts } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Notice, Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { decided, useData } from '../parts/use-data.ts'
import { foreign } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { SettingsForm, SettingsPage } from '../settings/settings-page.tsx'
import { useSettings } from '../settings/use-settings.ts'
import { letterSettings as t } from '../texts/en/letter-settings.ts'
import { OwnTexts } from './own-texts.tsx'
import { type ChangeProps, Enabled, Sender } from './sender.tsx'

/** Settings → E-mail to customers. */
export default function LetterSettings() {
  const settings = useData(() => read(api.GET('/settings/mail')), 'letter settings', [
    decided('letter_settings', 'mail_address'),
  ])
  const texts = useData(() => read(api.GET('/settings/mail/texts')), 'letter texts')
  const { data } = settings
  return (
    <SettingsPage
      title={t.title}
      lead={t.lead}
      command="storewire mail settings show"
      isLoaded={data !== undefined && texts.data !== undefined}
      error={settings.error ?? texts.error}
      onRetry={() => {
        settings.reload()
        texts.reload()
      }}
    >
      {data && texts.data && (
        <>
          {data.sender == null && <Notice>{t.noServer}</Notice>}
          <Letters stored={data} originals={texts.data} onChange={settings.set} />
          <Stopped count={data.stopped} onChange={settings.set} />
        </>
      )}
    </SettingsPage>
  )
}

function Letters({
  stored,
  originals,
  onChange,
}: ChangeProps & { stored: LetterSettingsData; originals: LetterTexts }) {
  const settings = useSettings(stored, async ({ enabled, senderName, from, replyTo, signature, texts }) => {
    const body = { enabled, senderName, from, replyTo, signature, texts }
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    onChange(await read(api.POST('/settings/mail', { body: given })))
  })
  const { value, change } = settings
  return (
    <SettingsForm settings={settings}>
      <Enabled isOn={value.enabled} wasOn={stored.enabled} onChange={(enabled) => change({ enabled })} />
      <Sender settings={settings} stored={stored} onChange={onChange} />
      <OwnTexts texts={value.texts} originals={originals} onChange={(texts) => change({ texts })} />
    </SettingsForm>
  )
}

/** Addresses that get nothing any more. */
function Stopped({ count, onChange }: ChangeProps & { count: number }) {
  const [email, setEmail] = useState('')
  const [isAsking, setAsking] = useState(false)
  /** Grows with each address: the field of the next one is new. */
  const [turn, setTurn] = useState(0)
  const stop = useAction(async () => {
    onChange(await read(api.POST('/settings/mail/stop', { body: { email: email.trim() } })))
    setAsking(false)
    setEmail('')
    setTurn((before) => before + 1)
    toast(t.stopDone)
  })
  return (
    <section class="card stack">
      <h2>{t.stop}</h2>
      <p>{t.stopped(count)}</p>
      <p class="quiet">{t.stopHint}</p>
      {isManager.value && (
        <Form key={turn} class="form narrow" onSubmit={() => setAsking(true)}>
          <TextField
            label={t.stopAddress}
            hint={t.stopAddressHint}
            type="email"
            value={email}
            onInput={setEmail}
            maxLength={254}
            required
          />
          <Button type="submit">{t.stopButton}</Button>
        </Form>
      )}
      {isAsking && (
        <ConfirmDialog title={t.stopTitle} action={t.stopButton} isDanger work={stop} onClose={() => setAsking(false)}>
          <p>
            <strong>{foreign(email)}</strong>
          </p>
          <p>{t.stopWhy}</p>
          <Problem error={stop.error} />
        </ConfirmDialog>
      )}
    </section>
  )
}
