import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { PictureHosts } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { decided, useData } from '../parts/use-data.ts'
import { foreign } from '../parts/values.tsx'
import { leaveOldPolicy } from '../pictures.ts'
import { isManager, session } from '../session.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { pictureSettings as t } from '../texts/en/picture-settings.ts'

/** Settings → Product pictures: the hosts from which they are loaded. */
export default function PictureSettings() {
  const { data, error, reload, set } = useData(() => read(api.GET('/settings/picture-hosts')), 'picture hosts', [
    decided('picture_host'),
  ])
  return (
    <SettingsPage
      title={t.title}
      command="storewire picture-hosts list"
      isLoaded={data !== undefined}
      error={error}
      onRetry={reload}
    >
      {data && <Hosts data={data} onChange={set} />}
    </SettingsPage>
  )
}

interface HostsProps {
  data: PictureHosts
  onChange: (data: PictureHosts) => void
}

function Hosts({ data: { hosts, suggested }, onChange }: HostsProps) {
  const [host, setHost] = useState('')
  const change = async (path: '/settings/picture-hosts' | '/settings/picture-hosts/remove', host: string) => {
    const changed = await read(api.POST(path, { body: { host } }))
    onChange(changed)
    if (!session.value) return
    session.value = { ...session.value, pictureHosts: changed.hosts }
    leaveOldPolicy(session.value)
  }
  const add = useAction(async (chosen: string) => {
    await change('/settings/picture-hosts', chosen)
    setHost('')
  })
  const remove = useAction((chosen: string) => change('/settings/picture-hosts/remove', chosen))
  return (
    <>
      <section class="card stack">
        <h2>{t.hosts}</h2>
        <p class="lead">{hosts.length === 0 ? t.none : t.help}</p>
        <ul class="rows">
          {hosts.map((one) => (
            <li key={one}>
              <code>{one}</code>
              {isManager.value && (
                <button type="button" class="button" aria-label={t.removeHost(one)} onClick={() => remove.run(one)}>
                  {t.remove}
                </button>
              )}
            </li>
          ))}
        </ul>
        <Problem error={remove.error} />
        {isManager.value && (
          <Form class="form narrow" onSubmit={() => add.run(host.trim())}>
            <TextField label={t.host} hint={t.hostHint} value={host} onInput={setHost} maxLength={300} required />
            <Problem error={add.error} />
            <Button type="submit" isBusy={add.isBusy}>
              {t.add}
            </Button>
          </Form>
        )}
      </section>
      <section class="card stack">
        <h2>{t.suggested}</h2>
        <p class="quiet">{suggested.length === 0 ? t.noneSuggested : t.suggestedHelp}</p>
        <ul class="rows">
          {suggested.map(({ host: one, pictures, example }) => (
            <li key={one}>
              <code title={foreign(example)}>{one}</code>
              <span class="quiet">{t.pictures(pictures)}</span>
              {isManager.value && (
                <button type="button" class="button" aria-label={t.addHost(one)} onClick={() => add.run(one)}>
                  {t.add}
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
