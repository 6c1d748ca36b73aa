import { numberText } from '../parts/chart.tsx'
import style from './style.module.css'

interface BarsProps {
  title: string
  /** Said if there is nothing. */
  none: string
  rows: { name: string; count: number }[]
  nameOf: (name: string) => string
}

const MOST_BARS = 10

/** Counts by name as bars, each with its number: a list, so that readers of the screen need no other table. */
export function Bars({ title, none, rows, nameOf }: BarsProps) {
  const most = Math.max(...rows.map(({ count }) => count), 1)
  return (
    <section class="card">
      <h2>{title}</h2>
      {rows.length === 0 && <p class="quiet">{none}</p>}
      <ul class={style.bars}>
        {rows.slice(0, MOST_BARS).map(({ name, count }) => (
          <li key={name}>
            <span>{nameOf(name)}</span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect class="series-1" width={(100 * count) / most} height={8} rx={1} />
            </svg>
            <strong class="number">{numberText(count)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
