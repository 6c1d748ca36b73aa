import { Check } from '../parts/check.tsx'
import { ChoiceField } from '../parts/choice-field.tsx'
import { areLettersOn, isSoundOn, theme } from '../preferences.ts'
import { en } from '../texts/en.ts'

const { account: t } = en

/** How the console looks and listens in this browser. */
export function Looks() {
  return (
    <section class="card">
      <h2>{t.looks}</h2>
      <div class="form narrow">
        <ChoiceField
          label={t.theme}
          value={theme.value}
          options={t.themes}
          onChange={(next) => {
            theme.value = next
          }}
        />
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
