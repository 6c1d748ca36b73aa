import type { ReportFigures, ReportView } from '../api-types.ts'
import { numberText } from '../parts/chart.tsx'
import { report as t } from '../texts/en/report.ts'
import { aboutText, shareOf } from './format.ts'
import style from './style.module.css'

interface Figure {
  name: string
  value: string
  /** What it is made of. */
  detail?: string
  /** The change to the period before; undefined if there is nothing to compare with. */
  change?: string | undefined
}

const percent = (value: number | undefined) => (value === undefined ? '–' : `${value} %`)
const signed = (value: number, unit: string) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${Math.abs(value)} ${unit}`

/** Four figures that say whether it is worth it. */
export function figuresOf({ now, before }: Pick<ReportView, 'now' | 'before'>): Figure[] {
  return [chats(now, before), resolved(now, before), firstReply(now, before), rated(now, before)]
}

function chats(now: ReportFigures, before: ReportView['before']): Figure {
  const change = before.chats === 0 ? undefined : Math.round((100 * (now.chats - before.chats)) / before.chats)
  return {
    name: t.chats,
    value: numberText(now.chats),
    change: change === undefined ? undefined : `${signed(change, '%')}, ${t.before(numberText(before.chats))}`,
  }
}

function resolved({ resolved: now }: ReportFigures, { resolved: before }: ReportView['before']): Figure {
  return {
    name: t.resolved,
    value: percent(shareOf(now.count, now.of)),
    detail: t.resolvedOf(now.count, now.of),
    change: before.of === 0 ? undefined : t.before(percent(shareOf(before.count, before.of))),
  }
}

function firstReply({ firstReply: now }: ReportFigures, { firstReply: before }: ReportView['before']): Figure {
  return {
    name: t.firstReply,
    value: now.count === 0 ? '–' : aboutText(now.median),
    ...(now.count === 0 ? {} : { detail: t.p90(aboutText(now.p90)) }),
    change: before.count === 0 ? undefined : t.before(aboutText(before.median)),
  }
}

function rated({ ratings: now }: ReportFigures, { ratings: before }: ReportView['before']): Figure {
  const [all, earlier] = [now.good + now.bad, before.good + before.bad]
  return {
    name: t.rated,
    value: percent(shareOf(now.good, all)),
    detail: t.ratedOf(now.good, all),
    change: earlier === 0 ? undefined : t.before(percent(shareOf(before.good, earlier))),
  }
}

export function Stats({ figures }: { figures: Figure[] }) {
  return (
    <dl class={style.stats}>
      {figures.map(({ name, value, detail, change }) => (
        <div key={name} class="card">
          <dt>{name}</dt>
          <dd class={style.value}>{value}</dd>
          {detail && <dd>{detail}</dd>}
          <dd class="quiet">{change ?? t.nothingBefore}</dd>
        </div>
      ))}
    </dl>
  )
}
