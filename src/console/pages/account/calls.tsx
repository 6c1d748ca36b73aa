import { useState } from 'preact/hooks'
import { areNoticesOn, hasNotifications, switchNotices } from '../notices.ts'
import { Check } from '../parts/field.tsx'
import { isSoundOn } from '../preferences.ts'
import { en } from '../texts/en.ts'

const { account: t } = en

/** What calls the person in this browser. */
export function Calls() {
  const [isBlocked, setBlocked] = useState(false)
  return (
    <section class="card">
      <h2>{t.calls}</h2>
      <p class="lead">{t.callsWhy}</p>
      <div class="form narrow">
        <Check
          label={t.sound}
          hint={t.soundHint}
          isOn={isSoundOn.value}
          onChange={(isOn) => {
            isSoundOn.value = isOn
          }}
        />
        {hasNotifications() ? (
          <Check
            label={t.notices}
            hint={t.noticesHint}
            isOn={areNoticesOn.value}
            onChange={async (isOn) => {
              setBlocked(false)
              setBlocked((await switchNotices(isOn)) !== isOn)
            }}
          />
        ) : (
          <p class="hint">{t.noticesMissing}</p>
        )}
        {isBlocked && (
          <div class="problem" role="alert">
            <p>{t.noticesBlocked}</p>
          </div>
        )}
      </div>
    </section>
  )
}
