import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { EventEndpoint, EventTypeView } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Empty, Notice, Problem, toast } from '../parts/notice.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { decided, useData } from '../parts/use-data.ts'
import { isManager } from '../session.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { notifications as t } from '../texts/en/notifications.ts'
import { AddEndpoint } from './endpoint-form.tsx'
import { EndpointState, nameOf } from './endpoint-parts.tsx'
import { EventLog } from './log.tsx'
import { ManageEndpoint } from './manage-endpoint.tsx'
import { MyMails } from './my-mails.tsx'
import style from './style.module.css'

/** Settings → Notifications. */
export default function Notifications() {
  const { data, error, reload } = useData(() => read(api.GET('/settings/events')), 'event endpoints', [
    decided('event_endpoint'),
  ])
  const [isAdding, setAdding] = useState(false)
  const [managed, setManaged] = useState<string>()
  const [tested, setTested] = useState(0)
  const add = isManager.value && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      {t.add}
    </Button>
  )
  const hasSome = data !== undefined && data.endpoints.length > 0
  const endpoint = data?.endpoints.find(({ id }) => id === managed)
  const changed = () => {
    reload()
    setTested((count) => count + 1)
  }
  return (
    // Agents, too, choose which mails they get.
    <SettingsPage
      title={t.title}
      command="storewire events endpoints list"
      lead={t.intro}
      actions={hasSome && add}
      isLoaded={data !== undefined}
      error={error}
      onRetry={reload}
      mayChange
    >
      {data && !hasSome && (
        <Empty title={t.none}>
          <p>{isManager.value ? t.noneHelp : t.noneAgent}</p>
          {add}
        </Empty>
      )}
      {hasSome && (
        <>
          {data.endpoints.some(({ state }) => state === 'disabled') && <Notice tone="bad">{t.disabledNotice}</Notice>}
          <Endpoints endpoints={data.endpoints} all={data.types.length} onTested={changed} onManage={setManaged} />
        </>
      )}
      <MyMails />
      {data && <EventLog types={data.types} hasEndpoints={hasSome} version={tested} />}
      {isAdding && data && <AddEndpoint types={data.types} onAdded={changed} onClose={() => setAdding(false)} />}
      {endpoint && data && (
        <ManageEndpoint
          endpoint={endpoint}
          types={data.types}
          onChange={changed}
          onClose={() => setManaged(undefined)}
        />
      )}
    </SettingsPage>
  )
}

interface EndpointsProps {
  endpoints: EventEndpoint[]
  /** The number of types of event. */
  all: EventTypeView[]['length']
  onTested: () => void
  onManage: (id: string) => void
}

function Endpoints({ endpoints, all, onTested, onManage }: EndpointsProps) {
  const test = useAction(async (id: string) => {
    const { state, durationMs, explanation } = await read(
      api.POST('/settings/events/endpoints/{id}/test', { params: { path: { id } }, body: {} }),
    )
    toast(state === 'delivered' ? t.testArrived(durationMs ?? 0) : `${t.testFailed} ${explanation ?? ''}`)
    onTested()
  })
  const columns: Column<EventEndpoint>[] = [
    {
      title: t.endpoint,
      cell: ({ kind, host, ending }) => (
        <span>
          {t.kinds[kind]}{' '}
          {host && (
            <span class={`quiet below ${style.host}`}>
              {host} {ending && <span class={style.ending}>{`…${ending}`}</span>}
            </span>
          )}
        </span>
      ),
    },
    {
      title: t.events,
      cell: ({ types, includeText, skipped }) => (
        <span>
          {t.countOf(types.length, all)}
          {includeText && `, ${t.withText}`}
          {skipped > 0 && <span class="quiet below">{t.skipped(skipped)}</span>}
        </span>
      ),
    },
    { title: t.state, cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
  ]
  if (isManager.value)
    columns.push({
      title: '',
      cell: (endpoint) => (
        <span class="row-actions">
          <button
            type="button"
            class="button"
            disabled={test.isBusy || !endpoint.isConfirmed}
            aria-label={t.testOf(nameOf(endpoint))}
            onClick={() => test.run(endpoint.id)}
          >
            {t.test}
          </button>
          <button
            type="button"
            class="button"
            aria-label={t.manageOf(nameOf(endpoint))}
            onClick={() => onManage(endpoint.id)}
          >
            {t.manage}
          </button>
        </span>
      ),
    })
  return (
    <>
      <Problem error={test.error} />
      <Table label={t.endpoints} columns={columns} rows={endpoints} rowKey={({ id }) => id} />
    </>
  )
}
