import { useLocation } from 'preact-iso/router'
import { at } from '../base.ts'
import { ChoiceField, Field } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Views } from '../parts/views.tsx'
import { data as t } from '../texts/en/data.ts'
import { en } from '../texts/en.ts'
import { addressOf, type FilterName, keptOf, type Place } from './place.ts'
import style from './style.module.css'

/** On a phone the rows come first: filters are folded until one is set. */
const isWide = matchMedia('(min-width: 761px)')

/** What narrows the list down: choices and days, and the filters of links, such as the orders of one customer. */
export function Filters({ place }: { place: Place }) {
  const { route } = useLocation()
  const { type, filters, sort } = place
  const set = (name: FilterName, value: string) => {
    const { [name]: _, ...others } = filters
    route(addressOf({ type, sort, filters: value ? { ...others, [name]: value } : others }))
  }
  const linked = (Object.keys(t.named) as (keyof typeof t.named)[]).filter((name) => filters[name])
  const statuses = t.statusesOf[type]
  return (
    <details class="folded" open={isWide.matches || sort !== undefined || Object.keys(filters).length > 0}>
      <summary>{t.filters}</summary>
      <fieldset class="filters">
        <legend class="hidden">{t.filters}</legend>
        {linked.map((name) => (
          <button
            key={name}
            type="button"
            class="button"
            aria-label={t.remove(`${t.named[name]}: ${filters[name]}`)}
            onClick={() => set(name, '')}
          >
            <span class={style.linked}>{`${t.named[name]}: ${filters[name]}`}</span>
            <Icon name="close" />
          </button>
        ))}
        {statuses && (
          <Choice
            label={t.status}
            value={filters.status}
            options={Object.fromEntries(statuses.map((status) => [status, t.statuses[status] ?? status]))}
            onChange={(value) => set('status', value)}
          />
        )}
        {type === 'articles' && (
          <Choice label={t.topic} value={filters.topic} options={t.topics} onChange={(value) => set('topic', value)} />
        )}
        {type === 'orders' && (
          <Day label={t.placedSince} value={filters.placedSince} onChange={(value) => set('placedSince', value)} />
        )}
        <Day label={t.updatedSince} value={filters.updatedSince} onChange={(value) => set('updatedSince', value)} />
        <ChoiceField
          label={t.sort}
          value={sort ?? 'newest'}
          options={en.common.sorts}
          onChange={(next) => route(addressOf({ type, filters, sort: next === 'oldest' ? next : undefined }))}
        />
        <Views list={type} shown={keptOf(place)} addressOf={(view) => at(`/data/${type}?${view}`)} />
      </fieldset>
    </details>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  options: Record<string, string>
  onChange: (value: string) => void
}

function Choice({ label, value = '', options, onChange }: ChoiceProps) {
  return <ChoiceField label={label} value={value} options={options} none={t.all} onChange={onChange} />
}

/** A day where the person is, as the time at which it begins. */
function Day({ label, value, onChange }: Omit<ChoiceProps, 'options'>) {
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          type="date"
          value={dayOf(value)}
          onChange={(event) => {
            const begin = new Date(`${event.currentTarget.value}T00:00`)
            onChange(Number.isNaN(begin.getTime()) ? '' : begin.toISOString())
          }}
        />
      )}
    </Field>
  )
}

function dayOf(time: string | undefined): string {
  const begin = new Date(time ?? Number.NaN)
  if (Number.isNaN(begin.getTime())) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(begin.getFullYear()).padStart(4, '0')}-${two(begin.getMonth() + 1)}-${two(begin.getDate())}`
}
