import type { Home as HomeData } from '../api-types.ts'
import { Empty } from '../parts/empty.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { en } from '../texts/en.ts'
import { Checklist } from './checklist.tsx'
import { PushChart } from './push-chart.tsx'
import { Tiles } from './tiles.tsx'
import { type SeenPush, useHome } from './use-home.ts'

const { home: t } = en

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
  const { setup, pushes, refunds, imports, endpoint } = home
  const isToDo = setup?.some(({ isDone }) => !isDone) ?? false
  const isEmpty = pushes.length === 0 && refunds.waiting === 0 && imports.length === 0 && endpoint.calls === 0
  return (
    <div class="stack">
      {setup && isToDo && <Checklist steps={setup} seen={seen} onChange={onChange} />}
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
