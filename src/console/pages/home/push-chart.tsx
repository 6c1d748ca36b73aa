import type { Home } from '../api-types.ts'
import { Chart, type ChartColumn, type Series } from '../parts/chart.tsx'
import { en } from '../texts/en.ts'

const { home: t } = en
const COLORS = [1, 2, 3, 4, 5, 6] as const
const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', timeZone: 'UTC' })

/** What was pushed on each of the last days, by type, with the refused calls on top. */
export function PushChart({ days }: Pick<Home, 'days'>) {
  const [first] = days
  if (!first || days.every(({ objects, refused }) => refused === 0 && objects.every(({ count }) => count === 0)))
    return null
  const ofTypes = first.objects.map(({ type }, index): Series => ({ name: t.types[type], color: COLORS[index] ?? 1 }))
  const columns = days.map(
    ({ day, objects, refused }): ChartColumn => ({
      title: long.format(new Date(day)),
      label: short.format(new Date(day)),
      values: [...objects.map(({ count }) => count), refused],
    }),
  )
  return (
    <section class="card">
      <h2>{t.chart}</h2>
      <Chart
        title={t.chart}
        columnTitle={t.day}
        series={[...ofTypes, { name: t.refusedCalls, color: 'bad' }]}
        columns={columns}
      />
    </section>
  )
}
