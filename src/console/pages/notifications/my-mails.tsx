import { api, read } from '../api.ts'
import type { MyNotifications } from '../api-types.ts'
import { Check, Field } from '../parts/field.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { useData } from '../parts/use-data.ts'
import { SettingsForm } from '../settings/settings-page.tsx'
import { useSettings } from '../settings/use-settings.ts'
import { notifications } from '../texts/en/notifications.ts'
import style from './style.module.css'

const t = notifications.mine

/** Which mails the member gets of this workspace, and when not. */
export function MyMails() {
  const { data, error, reload, set } = useData(() => read(api.GET('/me/notifications')), 'my notifications')
  return (
    <section class="card stack">
      <h2>{t.title}</h2>
      <Problem error={error} onRetry={reload} />
      {data && !data.isMailOn && <Notice tone="quiet">{t.off}</Notice>}
      {data && <Choice mine={data} onSaved={set} />}
    </section>
  )
}

function Choice({ mine, onSaved }: { mine: MyNotifications; onSaved: (saved: MyNotifications) => void }) {
  const { email, timeZone, all, quietFrom, quietTo } = mine
  const inOrder = (types: string[]) => all.flatMap(({ name }) => (types.includes(name) ? [name] : []))
  const stored = {
    types: inOrder(mine.types),
    isQuiet: quietFrom != null,
    from: quietFrom ?? '22:00',
    to: quietTo ?? '07:00',
  }
  const settings = useSettings(stored, async (_, { types, isQuiet, from, to }) => {
    const quiet = isQuiet ? { quietFrom: from, quietTo: to } : { quietFrom: null, quietTo: null }
    onSaved(await read(api.POST('/me/notifications', { body: { types, ...quiet } })))
  })
  const { value, change } = settings
  return (
    <SettingsForm settings={settings}>
      <p>{t.to(email)}</p>
      <fieldset>
        <legend>{t.which}</legend>
        {all.map(({ name, title }) => (
          <Check
            key={name}
            label={title}
            isOn={value.types.includes(name)}
            onChange={(isOn) =>
              change({ types: inOrder(isOn ? [...value.types, name] : value.types.filter((one) => one !== name)) })
            }
          />
        ))}
      </fieldset>
      <Check
        label={t.quiet}
        hint={t.quietHint(timeZone)}
        isOn={value.isQuiet}
        onChange={(isQuiet) => change({ isQuiet })}
      />
      {value.isQuiet && (
        <div class={style.hours}>
          <Hour label={t.from} value={value.from} onInput={(from) => change({ from })} />
          <Hour label={t.until} value={value.to} onInput={(to) => change({ to })} />
        </div>
      )}
    </SettingsForm>
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
