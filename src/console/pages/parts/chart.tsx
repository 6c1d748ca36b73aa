import { useId } from 'preact/hooks'
import { en } from '../texts/en.ts'
import { Area, type ChartColumn, type Series } from './chart-area.tsx'
import { numberText } from './number-text.ts'
import { Table } from './table.tsx'

export type { ChartColumn, Series } from './chart-area.tsx'
export { numberText } from './number-text.ts'

interface ChartProps {
  title: string
  /** What a column is, as the title of the first column of the table. */
  columnTitle: string
  series: Series[]
  columns: ChartColumn[]
}

/** Stacked columns as a picture, with the same numbers as a table behind it. */
export function Chart({ title, columnTitle, series, columns }: ChartProps) {
  const id = useId()
  const sums = columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const most = Math.max(...sums, 1)
  const shown = series.filter((_, index) => columns.some(({ values }) => (values[index] ?? 0) > 0))
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption id={id} class="hidden">
        {title}
      </figcaption>
      <ul class="legend">
        {shown.map(({ name, color }) => (
          <li key={name}>
            <span class={`swatch series-${color}`} aria-hidden="true" />
            {name}
          </li>
        ))}
      </ul>
      <Area {...{ title, series, columns, most }} />
      <details>
        <summary>{en.common.asTable}</summary>
        <Table
          label={title}
          columns={[
            { title: columnTitle, cell: (column: ChartColumn) => column.title },
            ...shown.map(({ name }) => ({
              title: name,
              isNumber: true,
              cell: ({ values }: ChartColumn) => numberText(values[series.findIndex((one) => one.name === name)] ?? 0),
            })),
          ]}
          rows={columns.toReversed()}
          rowKey={(column) => column.title}
        />
      </details>
    </figure>
  )
}
