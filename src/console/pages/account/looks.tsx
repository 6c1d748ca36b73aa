import { Check } from '../parts/check.tsx'
import { Field } from '../parts/field.tsx'
import { areLettersOn, isSoundOn, type Theme, theme, themes } from '../preferences.ts'
import { en } from '../texts/en.ts'

const { account: t } = en

/** How the console looks and listens in this browser. */
export function Looks() {
  return (
    <section class="card">
      <h2>{t.looks}</h2>
      <div class="form narrow">
        <Field label={t.theme}>
          {(ids) => (
            <select
              {...ids}
              value={theme.value}
              onChange={(event) => {
                theme.value = event.currentTarget.value as Theme
              }}
            >
              {themes.map((one) => (
                <option key={one} value={one}>
                  {t.themes[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Check
          label={t.letters}
          hint={t.lettersHint}
          isOn={areLettersOn.value}
          onChange={(isOn) => {
            areLettersOn.value = isOn
          }}
        />
        <Check
          label={t.sound}
          hint={t.soundHint}
          isOn={isSoundOn.value}
          onChange={(isOn) => {
            isSoundOn.value = isOn
          }}
        />
      </div>
    </section>
  )
}
