import { api, read } from '../api.ts'
import type { LoggedCall } from '../api-types.ts'
import { at } from '../base.ts'
import { Empty, Problem } from '../parts/notice.tsx'
import { ListTable, Paging, Skeleton } from '../parts/table.tsx'
import { useList, useNews } from '../parts/use-data.ts'
import { useScroll } from '../parts/use-scroll.ts'
import { Foreign, Status, When } from '../parts/values.tsx'
import { pushes as t } from '../texts/en/pushes.ts'

const PAGE = 50

/** Every call with a secret key, the newest first. */
export function Calls({ before }: { before: number | undefined }) {
  const query = { limit: PAGE, ...(before ? { before } : {}) }
  const key = `calls ${before}`
  const { data, error, reload } = useList(() => read(api.GET('/pushes', { params: { query } })), key)
  useScroll(key, data !== undefined)
  useNews('push', reload, () => before === undefined)
  const address = `${at('/pushes')}?view=all`
  return (
    <>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Skeleton rows={12} />}
      {data?.data.length === 0 && (
        <Empty title={t.none}>
          <p class="quiet">{t.noneHelp}</p>
        </Empty>
      )}
      {data && data.data.length > 0 && (
        <ListTable
          label={t.all}
          columns={[
            {
              title: t.call,
              width: 'chip',
              place: 'title',
              cell: ({ number, method, path }: LoggedCall) => (
                <a class="opens" href={at(`/pushes/${number}`)}>
                  <Foreign>{t.callTitle(method, path.replace(/^\/api\/v1/, ''))}</Foreign>
                </a>
              ),
            },
            { title: t.status, width: 'short', place: 'end', cell: ({ status }) => <CallStatus status={status} /> },
            { title: t.message, place: 'under', cell: ({ message }) => (message ? <Foreign>{message}</Foreign> : '–') },
            { title: t.objects, isNumber: true, width: 'amount', isSpare: true, cell: ({ objects }) => objects ?? '–' },
            {
              title: t.took,
              isNumber: true,
              width: 'amount',
              isSpare: true,
              cell: ({ durationMs }) => <span class="amount">{t.ms(durationMs)}</span>,
            },
            { title: t.at, width: 'date', place: 'chip', cell: (one) => <When at={one.at} /> },
          ]}
          rows={data.data}
          rowKey={({ number }) => String(number)}
        />
      )}
      <Paging
        label={t.pagesLabel}
        links={[
          { title: t.newest, href: before ? address : undefined },
          { title: t.older, href: data?.nextBefore ? `${address}&before=${data.nextBefore}` : undefined },
        ]}
      />
    </>
  )
}

/** The status for a client that disconnected before the response. */
const GONE = 499

export function CallStatus({ status }: { status: number }) {
  if (status === GONE) return <Status tone="quiet">{t.gone}</Status>
  return <Status tone={status < 400 ? 'good' : 'bad'}>{String(status)}</Status>
}
