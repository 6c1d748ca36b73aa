import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import type { RefundSettingsChange } from '../api-types.ts'
import { at } from '../base.ts'
import { ExportButton } from '../parts/export-list.tsx'
import { Freeze } from '../parts/freeze.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { Skeleton } from '../parts/table.tsx'
import { decided, useData, useList } from '../parts/use-data.ts'
import { useScroll } from '../parts/use-scroll.ts'
import { isManager } from '../session.ts'
import { en } from '../texts/en.ts'
import { DecideFromList } from './decide-from-list.tsx'
import { Filters } from './filters.tsx'
import { addressOf, PAGE, placeOf, queryOf, tabs } from './place.ts'
import { NoRefunds, NotSetUp, RefundTable } from './refund-table.tsx'

const { refunds: t } = en

/** Refunds: those that wait for somebody, in progress, or ended. Until known they count as set up: a late button would move the list. */
export default function Refunds() {
  const place = placeOf(useLocation().query)
  const { tab, status } = place
  const list = { ...place, cursor: undefined }
  const query = { ...queryOf(place), limit: PAGE }
  const key = `refunds ${addressOf(place)}`
  const shown = useList(() => read(api.GET('/refunds', { params: { query } })), key, ['refund'])
  const settings = useData(() => read(api.GET('/settings/refunds')), 'refund settings', [
    decided('refund_settings', 'refund_secret'),
  ])
  const { data } = shown
  useScroll(key, data !== undefined)
  const isSetUp = !settings.data || (settings.data.endpointUrl && settings.data.enabled && settings.data.hasPlan)
  const save = async (change: RefundSettingsChange) =>
    settings.set(await read(api.POST('/settings/refunds', { body: change })))
  const retry = () => {
    shown.reload()
    settings.reload()
  }
  return (
    <Page
      title={t.title}
      command="storewire refunds list"
      actions={
        <>
          {isManager.value && <ExportButton path={`refunds?${new URLSearchParams(queryOf(list))}`} name="refunds" />}
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
      <Filters place={list} />
      <Problem error={shown.error ?? settings.error} onRetry={retry} />
      {!data && !shown.error && <Skeleton rows={8} />}
      <p class="hidden" role="status">
        {data && t.count(status ? data.data.length : data.counts[tab])}
      </p>
      {data && data.data.length > 0 && (
        <RefundTable place={place} refunds={data.data} next={data.nextCursor ?? undefined} />
      )}
      {data?.data.length === 0 &&
        (settings.data && !isSetUp && data.counts.all === 0 ? (
          <NotSetUp />
        ) : (
          <NoRefunds place={place} counts={data.counts} />
        ))}
      <DecideFromList refunds={data?.data ?? []} onMoved={shown.reload} />
    </Page>
  )
}
