import type { OpeningHours } from '../api-types.ts'
import { Check, TextField } from '../parts/field.tsx'
import { assistantSettings as t } from '../texts/en/assistant-settings.ts'
import type { PartProps } from './part-props.ts'
import style from './style.module.css'

type Open = OpeningHours['open'][number]
type Day = Open['days'][number]
const days = Object.keys(t.days) as Day[]
const MOST = 14
const WORKDAYS: Open = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', until: '17:00' }

/** When people answer, so that the assistant says when somebody is back. */
export function Hours({ settings: { value, change, issue } }: PartProps) {
  const { hours } = value
  const set = (open: Open[]) => hours && change({ hours: { ...hours, open } })
  return (
    <section class="card">
      <h2>{t.hours}</h2>
      <Check
        label={t.anyTime}
        isOn={!hours}
        onChange={(isOn) =>
          change({
            hours: isOn ? null : { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, open: [WORKDAYS] },
          })
        }
      />
      {hours && (
        <div class="form">
          <div class="narrow">
            <TextField
              label={t.timeZone}
              value={hours.timeZone}
              onInput={(timeZone) => change({ hours: { ...hours, timeZone } })}
              error={issue('hours')}
              required
            />
          </div>
          {hours.open.map((open, index) => (
            <OpenTime
              key={String(index)}
              number={index + 1}
              open={open}
              onChange={(changed) => set(hours.open.with(index, changed))}
              onRemove={() => set(hours.open.toSpliced(index, 1))}
            />
          ))}
          {hours.open.length < MOST && (
            <button type="button" class="button" onClick={() => set([...hours.open, WORKDAYS])}>
              {t.addTime}
            </button>
          )}
        </div>
      )}
    </section>
  )
}

interface OpenTimeProps {
  number: number
  open: Open
  onChange: (open: Open) => void
  onRemove: () => void
}

function OpenTime({ number, open, onChange, onRemove }: OpenTimeProps) {
  const toggle = (day: Day) => days.filter((one) => (one === day ? !open.days.includes(day) : open.days.includes(one)))
  return (
    <fieldset class={style.time}>
      <legend>{t.opening(number)}</legend>
      <div class={style.days}>
        {days.map((day) => (
          <Check
            key={day}
            label={t.days[day]}
            isOn={open.days.includes(day)}
            onChange={() => onChange({ ...open, days: toggle(day) })}
          />
        ))}
      </div>
      <TextField label={t.from} value={open.from} onInput={(from) => onChange({ ...open, from })} required />
      <TextField label={t.until} value={open.until} onInput={(until) => onChange({ ...open, until })} required />
      <button type="button" class="button" onClick={onRemove}>
        {t.removeTime(number)}
      </button>
    </fieldset>
  )
}
