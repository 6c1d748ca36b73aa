import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import type { RefundSettingsChange } from '../api-types.ts'
import { at } from '../base.ts'
import { Freeze } from '../parts/freeze.tsx'
import { Loading, Notice, Problem } from '../parts/notice.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { useData } from '../parts/use-data.ts'
import { isManager } from '../session.ts'
import { en } from '../texts/en.ts'
import { DecideFromList } from './decide-from-list.tsx'
import { addressOf, PAGE, placeOf, tabs } from './place.ts'
import { NoRefunds, NotSetUp, RefundTable } from './refund-table.tsx'

const { refunds: t } = en

/** Refunds: those that wait for somebody, those in progress, and those that have ended. */
export default function Refunds() {
  const { tab, cursor } = placeOf(useLocation().query)
  const query = { tab, limit: PAGE, ...(cursor ? { cursor } : {}) }
  const list = useData(() => read(api.GET('/refunds', { params: { query } })), `refunds ${tab} ${cursor}`, ['refund'])
  const settings = useData(() => read(api.GET('/settings/refunds')), 'refund settings')
  const { data } = list
  const isSetUp = settings.data?.endpointUrl && settings.data.enabled && settings.data.hasPlan
  const save = async (change: RefundSettingsChange) =>
    settings.set(await read(api.POST('/settings/refunds', { body: change })))
  return (
    <Page
      title={t.title}
      command="storewire refunds list"
      actions={
        <>
          {isManager.value && settings.data && <Freeze isShort isFrozen={settings.data.frozen} save={save} />}
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
      <Problem error={list.error} onRetry={list.reload} />
      <Problem error={settings.error} onRetry={settings.reload} />
      {!data && !list.error && <Loading />}
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
