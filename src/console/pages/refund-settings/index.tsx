import { api, read } from '../api.ts'
import type { RefundSettingsChange } from '../api-types.ts'
import { Freeze } from '../parts/freeze.tsx'
import { Loading, Notice, Problem, toast } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { decided, useData } from '../parts/use-data.ts'
import { isManager } from '../session.ts'
import { en } from '../texts/en.ts'
import { Connection } from './connection.tsx'
import { HowToRefund, Timeouts } from './how-to-refund.tsx'
import { Policy } from './policy.tsx'

const { refundSettings: t } = en

/** Settings → Refunds: the shop's endpoint, and who decides. Agents read it. */
export default function RefundSettings() {
  const { data, error, reload, set } = useData(() => read(api.GET('/settings/refunds')), 'settings', [
    decided('refund_settings', 'refund_secret'),
  ])
  const save = async (body: RefundSettingsChange) => {
    set(await read(api.POST('/settings/refunds', { body })))
    toast(t.saved)
  }
  return (
    <Page
      title={t.title}
      command="storewire refunds settings show"
      actions={data && isManager.value && <Freeze isFrozen={data.frozen} save={save} />}
    >
      <p class="lead">{t.intro}</p>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && (
        <fieldset class="stack" disabled={!isManager.value}>
          {!isManager.value && <Notice tone="quiet">{t.readOnly}</Notice>}
          {!data.hasPlan && <Notice>{t.noPlan}</Notice>}
          {data.frozen && <Notice>{t.frozen}</Notice>}
          <Connection settings={data} save={save} onSecret={reload} />
          <HowToRefund settings={data} save={save} />
          <Policy settings={data} save={save} />
          <Timeouts settings={data} save={save} />
        </fieldset>
      )}
    </Page>
  )
}
