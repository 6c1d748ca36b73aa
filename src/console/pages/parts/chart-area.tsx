import { useState } from 'preact/hooks'
import { numberText } from './number-text.ts'

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

const HEIGHT = 100
const WIDTH = 10
const BAR = 7

interface AreaProps {
  title: string
  series: Series[]
  columns: ChartColumn[]
  most: number
}

/** Most labels below the columns: more would lie over each other. */
const MOST_LABELS = 16

/** The picture. The column under the pointer is spelled out below it; with the focus, arrow keys go from column to column. */
export function Area({ title, series, columns, most }: AreaProps) {
  const [chosen, choose] = useState<number>()
  const every = Math.ceil(columns.length / MOST_LABELS)
  const go = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    choose(Math.min(Math.max((chosen ?? columns.length - 1) + step, 0), columns.length - 1))
  }
  const column = chosen === undefined ? undefined : columns[chosen]
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has fields */}
      <div
        class="chart-area"
        role="group"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go through its columns
        tabIndex={0}
        onKeyDown={go}
        onFocus={() => choose((before) => before ?? columns.length - 1)}
      >
        <span class="chart-most number" aria-hidden="true">
          {numberText(most)}
        </span>
        <svg viewBox={`0 0 ${columns.length * WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {columns.map(({ title, values }, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: what the pointer shows is in the table, too
            <g key={title} class={index === chosen ? 'chosen' : undefined} onMouseEnter={() => choose(index)}>
              <rect class="chart-hit" x={index * WIDTH} y={0} width={WIDTH} height={HEIGHT} />
              {bars(values, most).map(({ y, height, index: part }) => (
                <rect
                  key={part}
                  class={`series-${series[part]?.color}`}
                  x={index * WIDTH + (WIDTH - BAR) / 2}
                  y={y}
                  width={BAR}
                  height={height}
                />
              ))}
            </g>
          ))}
        </svg>
        <ol class="chart-labels" aria-hidden="true">
          {columns.map(({ title, label }, index) => {
            const fromEnd = columns.length - 1 - index
            return (
              <li key={title} class={fromEnd % (4 * every) === 0 ? undefined : 'minor'}>
                {fromEnd % every === 0 ? label : ''}
              </li>
            )
          })}
        </ol>
      </div>
      <p class="chart-value" role="status">
        {column && `${column.title}: ${partsText(column, series)}`}
      </p>
    </>
  )
}

/** All parts of a column, such as `12 assistant alone, 3 with people`. */
function partsText({ values }: ChartColumn, series: Series[]): string {
  const parts = values.flatMap((value, index) =>
    value === 0 ? [] : [`${series[index]?.name ?? ''} ${numberText(value)}`],
  )
  return parts.length === 0 ? numberText(0) : parts.join(', ')
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
