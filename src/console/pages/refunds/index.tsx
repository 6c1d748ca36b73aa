import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import type { RefundSettingsChange, RefundView } from '../api-types.ts'
import { at } from '../base.ts'
import { ExportButton } from '../parts/export-list.tsx'
import { Freeze } from '../parts/freeze.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { Skeleton } from '../parts/table.tsx'
import { decided, useData, useList } from '../parts/use-data.ts'
import { useKeys } from '../parts/use-keys.ts'
import { useScroll } from '../parts/use-scroll.ts'
import { Decide, type Decision } from '../refund/decide.tsx'
import { isManager } from '../session.ts'
import { en } from '../texts/en.ts'
import { addressOf, PAGE, placeOf, tabs } from './place.ts'
import { NoRefunds, NotSetUp, RefundTable } from './refund-table.tsx'

const { refunds: t } = en

/** Refunds: those that wait for somebody, in progress, or ended. Until known they count as set up: a late button would move the list. */
export default function Refunds() {
  const { tab, cursor } = placeOf(useLocation().query)
  const query = { tab, limit: PAGE, ...(cursor ? { cursor } : {}) }
  const key = `refunds ${tab} ${cursor}`
  const list = useList(() => read(api.GET('/refunds', { params: { query } })), key, ['refund'])
  const settings = useData(() => read(api.GET('/settings/refunds')), 'refund settings', [
    decided('refund_settings', 'refund_secret'),
  ])
  const { data } = list
  useScroll(key, data !== undefined)
  const isSetUp = !settings.data || (settings.data.endpointUrl && settings.data.enabled && settings.data.hasPlan)
  const save = async (change: RefundSettingsChange) =>
    settings.set(await read(api.POST('/settings/refunds', { body: change })))
  const retry = () => {
    list.reload()
    settings.reload()
  }
  return (
    <Page
      title={t.title}
      command="storewire refunds list"
      actions={
        <>
          {isManager.value && <ExportButton path={`refunds?tab=${tab}`} name="refunds" />}
          {isManager.value && <Freeze isShort isFrozen={settings.data?.frozen ?? false} save={save} />}
          {isSetUp && (
            <a class="button primary" href={at('/refunds/start')}>
              {t.start}
            </a>
          )}
        </>
      }
    >
      {settings.data?.frozen && <Notice>{en.refundSettings.frozen}</Notice>}
      <Tabs
        label={t.tabsLabel}
        tabs={tabs.map((one) => ({
          href: addressOf({ tab: one }),
          title: t.tabs[one],
          isCurrent: one === tab,
          ...(data ? { count: data.counts[one] } : {}),
        }))}
      />
      <Problem error={list.error ?? settings.error} onRetry={retry} />
      {!data && !list.error && <Skeleton rows={8} />}
      <p class="hidden" role="status">
        {data && t.count(data.counts[tab])}
      </p>
      {data && data.data.length > 0 && (
        <RefundTable
          tab={tab}
          refunds={data.data}
          hasNewer={cursor !== undefined}
          next={data.nextCursor ?? undefined}
        />
      )}
      {data?.data.length === 0 &&
        (settings.data && !isSetUp && data.counts.all === 0 ? (
          <NotSetUp />
        ) : (
          <NoRefunds tab={tab} counts={data.counts} />
        ))}
      <DecideFromList refunds={data?.data ?? []} onMoved={list.reload} />
    </Page>
  )
}

interface DecideFromListProps {
  /** The rows of the list. */
  refunds: RefundView[]
  /** The list may no longer be as it is shown. */
  onMoved: () => void
}

const rowsOf = () => [...document.querySelectorAll('main tbody tr')]

/** On the row that has the focus `a` approves and `x` rejects, with the dialog of the refund's page. */
function DecideFromList({ refunds, onMoved }: DecideFromListProps) {
  const [asked, setAsked] = useState<{ decision: Decision; refund: RefundView }>()
  const last = useRef<{ id: string; row: number }>({ id: '', row: -1 })
  const ask = (decision: Decision) => () => {
    const index = rowsOf().findIndex((one) => one.contains(document.activeElement))
    const refund = refunds[index]
    if (!refund?.decisions.includes(decision)) return
    last.current = { id: refund.id, row: index }
    setAsked({ decision, refund })
  }
  useKeys({ a: ask('approve'), x: ask('reject') })
  useEffect(() => {
    const { id, row } = last.current
    const isGone = row >= 0 && !refunds.some((refund) => refund.id === id)
    if (asked || !isGone || document.activeElement !== document.body) return
    // The refund has left the list, and has taken the focus along.
    const rows = rowsOf()
    const next = rows[Math.min(row, rows.length - 1)]?.querySelector('a') ?? document.getElementById('content')
    next?.focus()
    last.current = { id: '', row: -1 }
  }, [asked, refunds])
  return asked ? <Asked {...asked} onMoved={onMoved} onClose={() => setAsked(undefined)} /> : null
}

interface AskedProps {
  decision: Decision
  refund: RefundView
  onMoved: () => void
  onClose: () => void
}

function Asked({ decision, refund, onMoved, onClose }: AskedProps) {
  const { id } = refund
  // Shows who else decides meanwhile. Without it the response to the decision still does.
  const { data, reload } = useData(() => read(api.GET('/refunds/{id}', { params: { path: { id } } })), `refund ${id}`, [
    'refund',
  ])
  return (
    <Decide
      decision={decision}
      refund={refund}
      detail={data}
      onDecided={onMoved}
      onMoved={() => {
        reload()
        onMoved()
      }}
      onClose={onClose}
    />
  )
}
