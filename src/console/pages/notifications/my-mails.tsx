import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { MyNotifications } from '../api-types.ts'
import { Check, Field } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Notice, Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { notifications } from '../texts/en/notifications.ts'
import style from './style.module.css'

const t = notifications.mine

/** Which mails the member gets of this workspace, and when not. */
export function MyMails() {
  const { data, error, reload } = useData(() => read(api.GET('/me/notifications')), 'my notifications')
  return (
    <section class="card">
      <h2>{t.title}</h2>
      <Problem error={error} onRetry={reload} />
      {data && !data.isMailOn && <Notice tone="quiet">{t.off}</Notice>}
      {data && <Choice key={JSON.stringify(data)} stored={data} onSaved={reload} />}
    </section>
  )
}

function Choice({ stored, onSaved }: { stored: MyNotifications; onSaved: () => void }) {
  const [types, setTypes] = useState(stored.types)
  const [isQuiet, setQuiet] = useState(stored.quietFrom != null)
  const [from, setFrom] = useState(stored.quietFrom ?? '22:00')
  const [to, setTo] = useState(stored.quietTo ?? '07:00')
  const work = useAction(async () => {
    const quiet = isQuiet ? { quietFrom: from, quietTo: to } : { quietFrom: null, quietTo: null }
    await read(api.POST('/me/notifications', { body: { types, ...quiet } }))
    toast(t.saved)
    onSaved()
  })
  const toggle = (name: string, isOn: boolean) =>
    setTypes(isOn ? [...types, name] : types.filter((one) => one !== name))
  return (
    <ActionForm work={work} label={t.save} kind="plain">
      <p>{t.to(stored.email)}</p>
      <fieldset class="fields">
        <legend>{t.which}</legend>
        {stored.all.map(({ name, title }) => (
          <Check key={name} label={title} isOn={types.includes(name)} onChange={(isOn) => toggle(name, isOn)} />
        ))}
      </fieldset>
      <Check label={t.quiet} hint={t.quietHint(stored.timeZone)} isOn={isQuiet} onChange={setQuiet} />
      {isQuiet && (
        <div class={style.hours}>
          <Hour label={t.from} value={from} onInput={setFrom} />
          <Hour label={t.until} value={to} onInput={setTo} />
        </div>
      )}
    </ActionForm>
  )
}

function Hour({ label, value, onInput }: { label: string; value: string; onInput: (value: string) => void }) {
  return (
    <Field label={label} text={value}>
      {(ids) => (
        <input {...ids} type="time" required value={value} onInput={(event) => onInput(event.currentTarget.value)} />
      )}
    </Field>
  )
}
