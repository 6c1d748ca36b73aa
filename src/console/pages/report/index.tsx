import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import type { ReportView } from '../api-types.ts'
import { at } from '../base.ts'
import { Chart } from '../parts/chart.tsx'
import { Empty, Loading, Notice, Problem, toast } from '../parts/notice.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { useAction } from '../parts/use-action.ts'
import { decided, useData } from '../parts/use-data.ts'
import { isManager } from '../session.ts'
import { chats as chatTexts } from '../texts/en/chats.ts'
import { report as t } from '../texts/en/report.ts'
import { Bars } from './bars.tsx'
import { saveCsv } from './csv.ts'
import { dayText, shortDay, spoken } from './format.ts'
import { Questions } from './questions.tsx'
import { figuresOf, Stats } from './stats.tsx'
import style from './style.module.css'
import { PeopleTimes, Ratings, Refunds } from './tables.tsx'

const PERIODS = [7, 30, 90]
const FIRST = 30

/** What the assistant and people did for customers: whether it is worth it. */
export default function Report() {
  return isManager.value ? (
    <Whole />
  ) : (
    <Page title={t.title}>
      <Notice>{t.managers}</Notice>
    </Page>
  )
}

function Whole() {
  const asked = Number(useLocation().query.days)
  const days = PERIODS.includes(asked) ? asked : FIRST
  const { data, error, reload } = useData(
    () => read(api.GET('/report', { params: { query: { days } } })),
    `report ${days}`,
    [decided('workspace')],
  )
  const save = useAction(() => saveCsv(days))
  return (
    <Page
      title={t.title}
      command={t.command(days)}
      actions={
        <button type="button" class="button" disabled={save.isBusy} onClick={() => save.run()}>
          {t.csv}
        </button>
      }
    >
      <Tabs
        label={t.periods}
        tabs={PERIODS.map((one) => ({ href: at(`/report?days=${one}`), title: t.days(one), isCurrent: one === days }))}
      />
      <Problem error={error ?? save.error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && <Content report={data} onZone={reload} />}
    </Page>
  )
}

function Content({ report, onZone }: { report: ReportView; onZone: () => void }) {
  const { now, before, perDay, ratedWords, days } = report
  const isEmpty = now.chats + before.chats + now.refunds.length === 0
  return (
    <div class={style.report}>
      {isEmpty && (
        <Empty title={t.none}>
          <p>{t.noneHelp}</p>
          <a class="button" href={at('/settings/widget')}>
            {t.toWidget}
          </a>
        </Empty>
      )}
      {!isEmpty && (
        <>
          <Stats figures={figuresOf(report)} />
          <p class={`quiet ${style.rule}`}>{t.rule}</p>
          <ChatsPerDay perDay={perDay} />
          <div class={style.two}>
            <Bars
              title={t.topics}
              none={t.noTopics}
              rows={now.topics}
              nameOf={(name) => t.topicNames[name] ?? spoken(name)}
            />
            <Bars title={t.handOvers} none={t.noHandOvers} rows={now.handOvers} nameOf={reasonText} />
          </div>
          <div class={style.two}>
            <PeopleTimes now={now} />
            <Ratings words={ratedWords} />
          </div>
          <Refunds rows={now.refunds} />
          <Questions days={days} />
        </>
      )}
      <Zone zone={report.timeZone} onChange={onZone} />
    </div>
  )
}

const reasonText = (name: string) => t.reasons[name] ?? chatTexts.reasons[name] ?? spoken(name)

function ChatsPerDay({ perDay }: Pick<ReportView, 'perDay'>) {
  return (
    <section class="card">
      <h2>{t.perDay}</h2>
      <Chart
        title={t.perDay}
        columnTitle={t.day}
        series={[
          { name: t.alone, color: 1 },
          { name: t.people, color: 2 },
        ]}
        columns={perDay.map(({ day, chats, people }) => ({
          title: dayText(day),
          label: shortDay(day),
          values: [chats - people, people],
        }))}
      />
    </section>
  )
}

/** The zone of the browser is a good guess: the person is where the shop is. */
const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

function Zone({ zone, onChange }: { zone: string; onChange: () => void }) {
  const set = useAction(async () => {
    await api.POST('/time-zone', { body: { timeZone: ownZone } })
    toast(t.zoneSet(ownZone))
    onChange()
  })
  return (
    <>
      <Problem error={set.error} />
      <p class="quiet">
        {t.zone(zone)}{' '}
        {zone !== ownZone && (
          <button type="button" class="button" disabled={set.isBusy} onClick={() => set.run()}>
            {t.useZone(ownZone)}
          </button>
        )}
      </p>
    </>
  )
}
