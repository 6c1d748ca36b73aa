import { useState } from 'preact/hooks'
import { type Column, Table } from '../parts/table.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import { type Fields, isFields } from './sort-fields.ts'
import { labelOf } from './title.ts'
import { Value } from './value.tsx'

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
