import { useState } from 'preact/hooks'
import { objectAddress } from '../base.ts'
import { StatusOf } from '../data/rows.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Amount, Fact, Foreign, Moment, Status } from '../parts/values.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import { type Fields, isFields, labelOf } from './object-fields.ts'
import style from './style.module.css'

export function FieldList({ fields, currency }: { fields: Fields; currency: string | undefined }) {
  return (
    <dl class="facts">
      {Object.entries(fields).map(([name, value]) => (
        <Fact key={name} title={labelOf(name)}>
          <Value name={name} value={value} currency={currency} />
        </Fact>
      ))}
    </dl>
  )
}

/** Entries that are shown at first. */
const FIRST = 25
const MOST_COLUMNS = 7

/** Entries of a list as rows. Fields that most entries have come first; the raw JSON has them all. */
export function EntryTable({
  title,
  entries,
  currency,
}: {
  title: string
  entries: Fields[]
  currency: string | undefined
}) {
  const [isWhole, setWhole] = useState(false)
  const rows = entries.slice(0, isWhole ? entries.length : FIRST).map((entry, index) => ({ entry, key: String(index) }))
  const columns: Column<(typeof rows)[number]>[] = columnsOf(entries).map((name) => ({
    title: labelOf(name),
    isNumber: entries.every((entry) => entry[name] === undefined || typeof entry[name] === 'number'),
    cell: ({ entry }) => <Value name={name} value={entry[name]} currency={currency} />,
  }))
  return (
    <section>
      <h2>{`${title} (${entries.length})`}</h2>
      <Table label={title} columns={columns} rows={rows} rowKey={({ key }) => key} />
      {rows.length < entries.length && (
        <button type="button" class="button plain" onClick={() => setWhole(true)}>
          {t.showAll(entries.length)}
        </button>
      )}
    </section>
  )
}

function columnsOf(entries: Fields[]): string[] {
  const counts = new Map<string, number>()
  for (const entry of entries)
    for (const [name, value] of Object.entries(entry))
      if (!isFields(value) && !(Array.isArray(value) && value.some(isFields)) && value !== null)
        counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts.keys()]
    .toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))
    .slice(0, MOST_COLUMNS)
}

/** The shop's own fields, folded: they may be long. The assistant sees those that the shop has named, and nothing else. */
export function Custom({ fields, visible }: { fields: unknown; visible: string[] }) {
  const names = isFields(fields) ? Object.keys(fields) : []
  const shown = names.filter((name) => visible.includes(name))
  return (
    <details class="card">
      <summary>
        {t.custom}{' '}
        <Status tone={shown.length > 0 ? 'waiting' : 'quiet'}>
          {shown.length > 0 ? t.partlyShown(shown.length, names.length) : t.hidden}
        </Status>
      </summary>
      {shown.length > 0 && (
        <p>
          {t.shown} {shown.join(', ')}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{JSON.stringify(fields, null, 2)}</pre>
    </details>
  )
}

const MONEY = /(total|price|discount|tax|spent)$/i
const TIME = /(At|Until)$/
/** Times at which something is expected. */
const PLANNED = /^(estimated|restock)|Until$/
/** Most entries of a list of texts. */
const MOST = 50

interface ValueProps {
  name: string
  value: unknown
  currency: string | undefined
}

/** The value of a field, in the form that its name and type suggest. */
function Value({ name, value, currency }: ValueProps) {
  if (Array.isArray(value)) {
    const rest = value.length - MOST
    return (
      <>
        {value.slice(0, MOST).map((one, index) => (
          <span key={index} class={style.entry}>
            <Value name={name} value={one} currency={currency} />
          </span>
        ))}
        {rest > 0 && `+ ${rest}`}
      </>
    )
  }
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (typeof value === 'number')
    return currency && MONEY.test(name) ? (
      <Amount amount={value} currency={currency} />
    ) : (
      <span class="number">{value}</span>
    )
  if (typeof value !== 'string')
    return value === undefined || value === null ? '–' : <code>{JSON.stringify(value)}</code>
  if (TIME.test(name) && !Number.isNaN(Date.parse(value))) return <Moment at={value} isPlanned={PLANNED.test(name)} />
  if (/url$/i.test(name)) return <a href={value}>{value}</a>
  if (/status$/i.test(name)) return <StatusOf status={value} />
  if (name === 'productId') return <a href={objectAddress('products', value)}>{value}</a>
  return (
    <span class={style.text}>
      <Foreign>{value}</Foreign>
    </span>
  )
}
