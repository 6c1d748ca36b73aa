import { useState } from 'preact/hooks'
import { api, Cancelled, read } from '../api.ts'
import type { RefundSettingsChange, RefundSettings as Stored } from '../api-types.ts'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Freeze } from '../parts/freeze.tsx'
import { Notice, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { decided, useData } from '../parts/use-data.ts'
import { isManager } from '../session.ts'
import { SettingsForm, SettingsPage } from '../settings/settings-page.tsx'
import { useSettings } from '../settings/use-settings.ts'
import { settings } from '../texts/en/settings.ts'
import { en } from '../texts/en.ts'
import { countText, waiting } from '../waiting.ts'
import { Connection } from './connection.tsx'
import { HowToRefund, Timeouts } from './how-to-refund.tsx'
import { changeOf, formOf } from './part-props.ts'
import { Policy } from './policy.tsx'

const { refundSettings: t } = en

/** Settings → Refunds: the shop's endpoint, and who decides. Agents read it. */
export default function RefundSettings() {
  const { data, error, reload, set } = useData(() => read(api.GET('/settings/refunds')), 'settings', [
    decided('refund_settings', 'refund_secret'),
  ])
  const save = async (body: RefundSettingsChange) => set(await read(api.POST('/settings/refunds', { body })))
  return (
    <SettingsPage
      title={t.title}
      command="storewire refunds settings show"
      lead={t.intro}
      actions={
        data &&
        isManager.value && (
          <Freeze
            isFrozen={data.frozen}
            save={async (change) => {
              await save(change)
              toast(settings.saved)
            }}
          />
        )
      }
      isLoaded={data !== undefined}
      error={error}
      onRetry={reload}
    >
      {data && (
        <>
          {!data.hasPlan && <Notice>{t.noPlan}</Notice>}
          {data.frozen && <Notice>{t.frozen}</Notice>}
          <AllSettings stored={data} save={save} onSecret={reload} />
        </>
      )}
    </SettingsPage>
  )
}

interface AllSettingsProps {
  stored: Stored
  save: (change: RefundSettingsChange) => Promise<void>
  onSecret: () => void
}

/** A change that cancels refunds, about which the person is asked. */
interface Asked {
  change: RefundSettingsChange
  onDone: () => void
  onCancel: () => void
}

function AllSettings({ stored, save, onSecret }: AllSettingsProps) {
  const [asked, setAsked] = useState<Asked>()
  const form = useSettings(formOf(stored), (changed, value) => {
    const change = changeOf(changed, value)
    if (change.enabled !== false) return save(change)
    return new Promise<void>((onDone, cancel) => {
      setAsked({ change, onDone, onCancel: () => cancel(new Cancelled()) })
    }).finally(() => setAsked(undefined))
  })
  return (
    <>
      <SettingsForm settings={form}>
        <Connection stored={stored} save={save} settings={form} onSecret={onSecret} />
        <HowToRefund settings={form} />
        <Policy settings={form} />
        <Timeouts settings={form} />
      </SettingsForm>
      {asked && <SwitchOff {...asked} save={save} />}
    </>
  )
}

function SwitchOff({ change, onDone, onCancel, save }: Asked & Pick<AllSettingsProps, 'save'>) {
  const work = useAction(async () => {
    await save(change)
    onDone()
  })
  return (
    <ConfirmDialog title={t.offTitle} action={t.off} isDanger work={work} onClose={onCancel}>
      <p>{t.offWhy(countText(waiting.value.refunds))}</p>
    </ConfirmDialog>
  )
}
