import { useEffect, useState } from 'preact/hooks'
import { Table } from '../parts/table.tsx'
import { importing as t } from '../texts/en/importing.ts'
import type { Chosen } from './choose.tsx'
import { firstCells } from './sample.ts'
import type { Matches } from './source.ts'

interface ColumnTableProps {
  chosen: Chosen
  matches: Matches
  onChange: (matches: Matches) => void
}

/** The columns of a file, each with its first values and the field that it is matched with. */
export function ColumnTable({ chosen: { file, source, fields }, matches, onChange }: ColumnTableProps) {
  const [values, setValues] = useState<string[][]>([])
  useEffect(() => {
    firstCells(file, source).then(setValues, () => setValues([]))
  }, [file])
  const rows = source.headings.map((heading, index) => ({ heading, index }))
  return (
    <>
      <p class="lead">{t.columnsLead}</p>
      <Table
        label={t.columns}
        columns={[
          { title: t.column, cell: ({ heading }: (typeof rows)[number]) => <strong>{heading || '–'}</strong> },
          { title: t.sample, cell: ({ index }) => <span class="quiet">{shortened(values[index] ?? [])}</span> },
          {
            title: t.field,
            cell: ({ heading, index }) => (
              <select
                aria-label={`${t.field}: ${heading}`}
                value={matches[index]}
                onChange={(event) => onChange(matches.with(index, event.currentTarget.value))}
              >
                <option value="">{t.leaveOut}</option>
                {fields.fields.map(({ name, isRequired }) => (
                  <option key={name} value={name}>
                    {isRequired ? t.required(name) : name}
                  </option>
                ))}
                {heading !== '' && <option value={ownField(heading)}>{t.own(heading.replace(/^custom\./, ''))}</option>}
              </select>
            ),
          },
        ]}
        rows={rows}
        rowKey={({ index }) => String(index)}
      />
    </>
  )
}

/** The field of a column that the shop keeps for itself; a dot would begin a field within it. */
function ownField(heading: string): string {
  return heading.startsWith('custom.') ? heading : `custom.${heading.replaceAll('.', '_')}`
}

function shortened(values: string[]): string {
  const text = values.join(' · ')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
