import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import type { EventDelivery, EventTypeView } from '../api-types.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Empty, Loading, Problem, toast } from '../parts/notice.tsx'
import { Tabs } from '../parts/page.tsx'
import { type Column, Paging, Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { Moment } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { notifications as t } from '../texts/en/notifications.ts'
import { DeliveryDetail } from './delivery-detail.tsx'
import { DeliveryState, nameOf } from './endpoint-parts.tsx'
import style from './style.module.css'

const PAGE = '/settings/notifications'

interface LogProps {
  types: EventTypeView[]
  hasEndpoints: boolean
  /** Changes after something was sent. */
  version: number
}

/** What was sent, with what came of it. */
export function EventLog({ types, hasEndpoints, version }: LogProps) {
  const { query: found, route } = useLocation()
  const { state, before, show } = found
  const isFailed = state === 'failed'
  const query = { ...(isFailed ? { state: 'failed' as const } : {}), ...(before ? { before } : {}) }
  const { data, error, reload } = useData(
    () => read(api.GET('/settings/events/deliveries', { params: { query } })),
    `event deliveries ${state} ${before}`,
  )
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (version > 0) reload()
  }, [version])
  const titles = new Map(types.map(({ name, title }) => [name, title]))
  const titleOf = (type: string) => titles.get(type) ?? t.testEvent
  // Without an endpoint the page says what to do first.
  if (data && data.deliveries.length === 0 && !hasEndpoints && !isFailed) return null
  return (
    <section class="section">
      <h2>{t.log}</h2>
      <p class="quiet">{t.logHelp}</p>
      <Tabs
        label={t.tabsLabel}
        tabs={[
          { href: at(PAGE), title: t.all, isCurrent: !isFailed },
          { href: `${at(PAGE)}?state=failed`, title: t.onlyFailed, isCurrent: isFailed },
        ]}
      />
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data?.deliveries.length === 0 && <Empty title={isFailed ? t.noFailed : t.noLog} />}
      {data && data.deliveries.length > 0 && (
        <>
          {isFailed && isManager.value && (
            <p class={style.actions}>
              <Button onClick={() => setAsked(true)}>{t.replayFailed}</Button>
            </p>
          )}
          <Deliveries
            deliveries={data.deliveries}
            titleOf={titleOf}
            addressOf={(id) => pageOf(isFailed, { before, show: id })}
          />
          <Paging
            label={t.log}
            links={[
              { title: t.newest, href: before ? pageOf(isFailed) : undefined },
              { title: t.older, href: data.next ? pageOf(isFailed, { before: data.next }) : undefined },
            ]}
          />
        </>
      )}
      {show !== undefined && (
        <DeliveryDetail
          id={show}
          titleOf={titleOf}
          onReplayed={reload}
          onClose={() => route(pageOf(isFailed, { before }))}
        />
      )}
      {isAsked && <ReplayFailed onReplayed={reload} onClose={() => setAsked(false)} />}
    </section>
  )
}

interface View {
  before?: string | undefined
  /** A delivery that is shown. */
  show?: string | undefined
}

function pageOf(isFailed: boolean, view: View = {}): string {
  const named = Object.entries({ state: isFailed ? 'failed' : undefined, ...view })
  const query = new URLSearchParams(named.flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return query.size === 0 ? at(PAGE) : `${at(PAGE)}?${query}`
}

interface DeliveriesProps {
  deliveries: EventDelivery[]
  titleOf: (type: string) => string
  addressOf: (id: string) => string
}

function Deliveries({ deliveries, titleOf, addressOf }: DeliveriesProps) {
  const columns: Column<EventDelivery>[] = [
    {
      title: t.event,
      cell: ({ id, type }) => <a href={addressOf(id)}>{titleOf(type)}</a>,
    },
    {
      title: t.to,
      cell: ({ kind, host }) => (kind ? <span class={style.host}>{nameOf({ kind, host })}</span> : t.deleted),
    },
    { title: t.state, cell: (delivery) => <DeliveryState delivery={delivery} /> },
    { title: t.when, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
  return <Table label={t.log} columns={columns} rows={deliveries} rowKey={({ id }) => id} />
}

function ReplayFailed({ onReplayed, onClose }: { onReplayed: () => void; onClose: () => void }) {
  const work = useAction(async () => {
    const { count } = await read(api.POST('/settings/events/replay', { body: { hours: 24 } }))
    toast(count > 0 ? t.replayedCount(count) : t.nothingReplayed)
    onReplayed()
    onClose()
  })
  return (
    <ConfirmDialog title={t.replayFailedTitle} action={t.replayFailed} work={work} onClose={onClose}>
      <p>{t.replayFailedWhy}</p>
    </ConfirmDialog>
  )
}
