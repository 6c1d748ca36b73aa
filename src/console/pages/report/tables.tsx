import type { ReportView } from '../api-types.ts'
import { at } from '../base.ts'
import { numberText } from '../parts/chart.tsx'
import { ListTable, Table } from '../parts/table.tsx'
import { Amount, Foreign, Moment, Status } from '../parts/values.tsx'
import { refunds as refundTexts } from '../texts/en/refunds.ts'
import { report as t } from '../texts/en/report.ts'
import { aboutText, spoken, type Times } from './format.ts'
import style from './style.module.css'

/** How soon people reply and close, now and before. */
export function PeopleTimes({ now }: Pick<ReportView, 'now'>) {
  const rows: { name: string; times: Times }[] = [
    { name: t.firstReplyLong, times: now.firstReply },
    { name: t.closeLong, times: now.close },
  ]
  const isNone = rows.every(({ times }) => times.count === 0)
  return (
    <section class="card">
      <h2>{t.times}</h2>
      {isNone && <p class="quiet">{t.noTimes}</p>}
      {!isNone && (
        <>
          <Table
            label={t.times}
            columns={[
              { title: t.time, cell: ({ name }: (typeof rows)[number]) => name },
              { title: t.median, isNumber: true, cell: ({ times }) => shown(times, times.median) },
              { title: t.ninety, isNumber: true, cell: ({ times }) => shown(times, times.p90) },
              { title: t.counted, isNumber: true, cell: ({ times }) => numberText(times.count) },
            ]}
            rows={rows}
            rowKey={({ name }) => name}
          />
          <p class="quiet">{t.timesHelp}</p>
        </>
      )}
    </section>
  )
}

const shown = ({ count }: Times, seconds: number | null | undefined) => (count === 0 ? '–' : aboutText(seconds))

const { statuses, kinds } = refundTexts as unknown as Record<'statuses' | 'kinds', Record<string, string>>

/** Refunds by state and reason, with their sums by currency. */
export function Refunds({ rows }: { rows: ReportView['now']['refunds'] }) {
  return (
    <section class="card">
      <h2>{t.refunds}</h2>
      {rows.length === 0 && <p class="quiet">{t.noRefunds}</p>}
      {rows.length > 0 && (
        <ListTable
          label={t.refunds}
          columns={[
            {
              title: t.status,
              place: 'title',
              cell: ({ status }: (typeof rows)[number]) => statuses[status] ?? spoken(status),
            },
            { title: t.reason, place: 'under', cell: ({ kind }) => kinds[kind] ?? spoken(kind) },
            {
              title: t.count,
              isNumber: true,
              width: 'chip',
              place: 'chip',
              cell: ({ count }) => refundTexts.count(count),
            },
            {
              title: t.sum,
              isNumber: true,
              width: 'chip',
              place: 'end',
              cell: ({ amount, currency }) => <Amount amount={amount} currency={currency} />,
            },
          ]}
          rows={rows}
          rowKey={({ status, kind, currency }) => `${status} ${kind} ${currency}`}
        />
      )}
    </section>
  )
}

/** What customers wrote with their ratings, the newest first. */
export function Ratings({ words }: { words: ReportView['ratedWords'] }) {
  return (
    <section class="card">
      <h2>{t.ratings}</h2>
      {words.length === 0 && <p class="quiet">{t.noWords}</p>}
      <ul class={style.words}>
        {words.map(({ conversationId, rating, text, at: time }) => (
          <li key={conversationId}>
            <p>
              <Status tone={rating === 'good' ? 'good' : 'bad'}>{t[rating]}</Status> <Foreign>{text}</Foreign>
            </p>
            <p class="quiet">
              <a href={at(`/chats/${conversationId}`)}>{t.toChat}</a>, <Moment at={time} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
