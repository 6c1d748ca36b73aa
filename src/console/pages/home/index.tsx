import type { Home as HomeData } from '../api-types.ts'
import { isDev } from '../base.ts'
import { Chart, type ChartColumn, type Series } from '../parts/chart.tsx'
import { Empty, Loading, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { session } from '../session.ts'
import { home as t } from '../texts/en/home.ts'
import { en } from '../texts/en.ts'
import { Checklist } from './checklist.tsx'
import { SampleShop } from './sample.tsx'
import { Start } from './start.tsx'
import style from './style.module.css'
import { Tiles } from './tiles.tsx'
import { type SeenPush, useHome } from './use-home.ts'

/** What is set up, what waits, and what goes wrong. */
export default function Home() {
  const { data, error, reload, seen } = useHome()
  return (
    <Page title={t.title} command={t.command}>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && <Content home={data} seen={seen} onChange={reload} />}
    </Page>
  )
}

interface ContentProps {
  home: HomeData
  seen: SeenPush | undefined
  onChange: () => void
}

function Content({ home, seen, onChange }: ContentProps) {
  const { setup, pushes, refunds, chats, imports, endpoint, backup } = home
  const isSample = session.value?.workspace.sample ?? false
  const hasData = seen !== undefined || (setup?.some(({ name, isDone }) => name === 'push' && isDone) ?? true)
  // The server of `storewire dev` has no files to back up.
  const steps = setup?.filter(({ name }) => !isDev || name !== 'backup') ?? []
  const isToDo = steps.some(({ isDone }) => !isDone)
  const isEmpty =
    pushes.length === 0 &&
    refunds.waiting + chats.waiting === 0 &&
    imports.length === 0 &&
    endpoint.calls === 0 &&
    !home.shop?.shop
  return (
    <div class={`${style.home} ${refunds.waiting + chats.waiting > 0 ? style.urgent : ''}`}>
      {isSample && <SampleShop readAt={home.now} />}
      {!isSample && !hasData && !home.shop?.shop && <Start onKey={onChange} />}
      {!isSample && isToDo && (
        <Checklist steps={steps} backup={backup} readAt={home.now} seen={seen} onChange={onChange} />
      )}
      {isEmpty && !setup && (
        <Empty title={t.nothingYet}>
          <p>{t.nothingYetHelp}</p>
        </Empty>
      )}
      {!isEmpty && <Tiles home={home} seen={seen} />}
      {!isEmpty && <PushChart days={home.days} />}
    </div>
  )
}

const COLORS = [1, 2, 3, 4, 5, 6] as const
const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', timeZone: 'UTC' })

/** What was pushed on each of the last days, by type, with the refused calls on top. */
function PushChart({ days }: Pick<HomeData, 'days'>) {
  const [first] = days
  if (!first || days.every(({ objects, refused }) => refused === 0 && objects.every(({ count }) => count === 0)))
    return null
  const ofTypes = first.objects.map(
    ({ type }, index): Series => ({ name: en.common.types[type], color: COLORS[index] ?? 1 }),
  )
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
