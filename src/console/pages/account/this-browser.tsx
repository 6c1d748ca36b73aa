import { useState } from 'preact/hooks'
import { areNoticesOn, hasNotifications, switchNotices } from '../notices.ts'
import { Check, ChoiceField } from '../parts/field.tsx'
import { areLettersOn, isSoundOn, theme } from '../preferences.ts'
import { SettingsForm } from '../settings/settings-page.tsx'
import { useSettings } from '../settings/use-settings.ts'
import { account as t } from '../texts/en/account.ts'

/** What this browser does for the person: how it calls them, how the console looks and is used. */
export function ThisBrowser() {
  const [isBlocked, setBlocked] = useState(false)
  const stored = {
    sound: isSoundOn.value,
    notices: areNoticesOn.value,
    looks: theme.value,
    letters: areLettersOn.value,
  }
  const settings = useSettings(stored, async (_, { sound, notices, looks, letters }) => {
    isSoundOn.value = sound
    theme.value = looks
    areLettersOn.value = letters
    setBlocked((await switchNotices(notices)) !== notices)
  })
  const { value, change } = settings
  const check = (name: 'sound' | 'notices' | 'letters') => (
    <Check label={t[name]} hint={t[`${name}Hint`]} isOn={value[name]} onChange={(isOn) => change({ [name]: isOn })} />
  )
  return (
    <SettingsForm settings={settings}>
      <section class="card">
        <h2>{t.calls}</h2>
        <p class="lead">{t.callsWhy}</p>
        <div class="form narrow">
          {check('sound')}
          {hasNotifications() ? check('notices') : <p class="hint">{t.noticesMissing}</p>}
          {isBlocked && (
            <div class="problem" role="alert">
              <p>{t.noticesBlocked}</p>
            </div>
          )}
        </div>
      </section>
      <section class="card">
        <h2>{t.looks}</h2>
        <div class="form narrow">
          <ChoiceField label={t.theme} value={value.looks} options={t.themes} onChange={(looks) => change({ looks })} />
          {check('letters')}
        </div>
      </section>
    </SettingsForm>
  )
}
