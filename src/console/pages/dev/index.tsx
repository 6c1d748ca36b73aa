import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import type { DevView } from '../../dev-view.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { apiUrl, CopyBlock } from '../parts/copy.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Loading, Problem, toast } from '../parts/notice.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { useAction } from '../parts/use-action.ts'
import { useRowKeys } from '../parts/use-row-keys.ts'
import { dev as t } from '../texts/en/dev.ts'
import { Batches } from './batches.tsx'
import { callDev, devCommand, devUrl, useView } from './call.ts'
import { Calls } from './calls.tsx'
import { Clock } from './clock.tsx'
import { Deliveries } from './deliveries.tsx'
import { Events } from './events.tsx'
import { Faults } from './faults.tsx'
import { Refunds } from './refunds.tsx'
import { Rules } from './rules.tsx'

type Tab = keyof typeof t.tabs
const tabs = Object.keys(t.tabs) as Tab[]

/** What does the same as each tab. */
const COMMANDS: Record<Tab, string> = {
  calls: devCommand('/calls'),
  refunds: devCommand('/refunds', { order: 'o_1', reason: 'defect' }),
  deliveries: devCommand('/deliveries/ID/replay', {}),
  batches: 'storewire backfills list',
  events: 'storewire events list',
  rules: devCommand('/shop/rules', { behaviour: 'pending', times: 1 }),
  faults: devCommand('/chaos', { fault: 500, next: 3 }),
}

/** The page of `storewire dev`: what the server did, and what it shall do. */
export default function Dev() {
  const { query } = useLocation()
  const current = tabs.find((tab) => tab === query.view) ?? 'calls'
  const { data, error, reload } = useView()
  const place = useRef<HTMLDivElement>(null)
  useRowKeys(place, '.dev-row > summary')
  return (
    <Page title={t.title} command={COMMANDS[current]} actions={<Actions onReset={reload} />}>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && (
        <>
          <Clock view={data} onMoved={reload} />
          <Tabs
            label={t.tabsLabel}
            tabs={tabs.map((tab) => ({
              href: at('/dev') + (tab === 'calls' ? '' : `?view=${tab}`),
              title: t.tabs[tab],
              count: data[tab].length,
              isCurrent: tab === current,
            }))}
          />
          <div ref={place}>
            <View tab={current} view={data} reload={reload} />
          </div>
        </>
      )}
    </Page>
  )
}

function Actions({ onReset }: { onReset: () => void }) {
  return (
    <>
      <a class="button" href={`${devUrl}/mailbox`}>
        {t.mailbox}
      </a>
      <a class="button" href={`${devUrl}/shop`}>
        {t.sampleShop}
      </a>
      <a class="button" href={apiUrl}>
        {t.reference}
      </a>
      <Reset onDone={onReset} />
    </>
  )
}

function View({ tab, view, reload }: { tab: Tab; view: DevView; reload: () => void }) {
  switch (tab) {
    case 'calls':
      return <Calls calls={view.calls} />
    case 'refunds':
      return <Refunds view={view} reload={reload} />
    case 'deliveries':
      return <Deliveries view={view} reload={reload} />
    case 'batches':
      return <Batches batches={view.batches} />
    case 'events':
      return <Events events={view.events} />
    case 'rules':
      return <Rules view={view} reload={reload} />
    case 'faults':
      return <Faults faults={view.faults} reload={reload} />
  }
}

/** Puts the server back to its start, after a question. */
function Reset({ onDone }: { onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const work = useAction(async () => {
    await callDev('POST', '/reset')
    setOpen(false)
    toast(t.resetDone)
    onDone()
  })
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t.reset}
      </Button>
      {isOpen && (
        <ConfirmDialog title={t.resetTitle} action={t.resetAction} isDanger work={work} onClose={() => setOpen(false)}>
          <p>{t.resetWhy}</p>
          <CopyBlock text={`curl -X POST ${devUrl}/reset`} label={t.resetAction} />
        </ConfirmDialog>
      )}
    </>
  )
}
