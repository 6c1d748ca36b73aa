import type { WeekFigures } from '../api-types.ts'
import { at } from '../base.ts'
import { figuresOf, Stats } from '../report/stats.tsx'
import { home as t } from '../texts/en/home.ts'
import style from './style.module.css'

/** The first three figures of the report. Before the first chat there is nothing to show. */
export function Figures({ figures }: { figures: WeekFigures }) {
  if (figures.now.chats + figures.before.chats === 0) return null
  return (
    <section aria-labelledby="week">
      <h2 id="week" class={style.part}>
        <a href={at('/report?days=7')}>{t.week(figures.days)}</a>
      </h2>
      <Stats figures={figuresOf(figures).slice(0, 3)} />
    </section>
  )
}
