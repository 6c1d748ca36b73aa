import { useId } from 'preact/hooks'
import { en } from '../texts/en.ts'
import { Table } from './table.tsx'

/** A part of each column. Those with different meaning have different patterns, not colors alone. */
export interface Series {
  name: string
  /** Its place among the colors, from 1; `bad` for what went wrong, which is on top. */
  color: 1 | 2 | 3 | 4 | 5 | 6 | 'bad'
}

export interface ChartColumn {
  /** What the column is about, such as a day. */
  title: string
  /** A shorter form below the column. */
  label: string
  /** In the order of the series. */
  values: number[]
}

interface ChartProps {
  title: string
  /** What a column is, as the title of the first column of the table. */
  columnTitle: string
  series: Series[]
  columns: ChartColumn[]
}

const HEIGHT = 100
const WIDTH = 10
const BAR = 7

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
      <div class="chart-area" aria-hidden="true">
        <span class="chart-most number">{numberText(most)}</span>
        <svg viewBox={`0 0 ${columns.length * WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {columns.map(({ title, values }, column) => (
            <g key={title}>
              <title>{`${title}: ${numberText(sums[column] ?? 0)}`}</title>
              <rect class="chart-hit" x={column * WIDTH} y={0} width={WIDTH} height={HEIGHT} />
              {bars(values, most).map(({ y, height, index }) => (
                <rect
                  key={index}
                  class={`series-${series[index]?.color}`}
                  x={column * WIDTH + (WIDTH - BAR) / 2}
                  y={y}
                  width={BAR}
                  height={height}
                />
              ))}
            </g>
          ))}
        </svg>
        <ol class="chart-labels">
          {columns.map(({ title, label }) => (
            <li key={title}>{label}</li>
          ))}
        </ol>
      </div>
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

/** The parts of a column from the bottom up; what is more than nothing can be seen. */
function bars(values: number[], most: number): { y: number; height: number; index: number }[] {
  let top = HEIGHT
  return values.flatMap((value, index) => {
    if (value === 0) return []
    const height = Math.min(Math.max((value / most) * HEIGHT, 0.8), top)
    top -= height
    return [{ y: top, height, index }]
  })
}

const format = new Intl.NumberFormat()

export function numberText(value: number): string {
  return format.format(value)
}
