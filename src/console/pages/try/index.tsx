import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { Trial } from '../api-types.ts'
import { at } from '../base.ts'
import { Empty } from '../parts/empty.tsx'
import { foreign } from '../parts/foreign.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { trying as t } from '../texts/en/try.ts'
import { Choose, type Role } from './choose.tsx'
import { Frame } from './frame.tsx'
import style from './style.module.css'
import { Turns } from './turns.tsx'

function commandOf(role: Role | undefined): string {
  const who = role ? ` --customer '${role.id.replaceAll("'", "'\\''")}'` : ''
  return `storewire assistant ask "${t.question}"${who}`
}

/** A chat with the real assistant, in the real chat window, as a customer or a guest. */
export default function Try() {
  const settings = useData(() => read(api.GET('/settings/assistant')), 'assistant settings')
  const [running, setRunning] = useState<{ role: Role; trial: Trial }>()
  const start = useAction(async (role: Role) => {
    const body = { customerId: role?.id ?? null, locale: navigator.language }
    setRunning({ role, trial: await read(api.POST('/trials', { body })) })
  })
  const role = running?.role
  return (
    <Page title={t.title} command={commandOf(role)}>
      {!running && <p class="lead">{t.lead}</p>}
      <Notice tone="quiet">
        <strong>{t.noRefund}</strong> {t.noRefundWhy}
      </Notice>
      <Problem error={settings.error} onRetry={settings.reload} />
      <Problem error={start.error} />
      {!settings.data && !settings.error && <Loading />}
      {settings.data?.enabled === false && (
        <Empty title={t.off}>
          <p>{t.offWhy}</p>
          <a href={at('/settings/assistant')}>{t.settings}</a>
        </Empty>
      )}
      {settings.data?.enabled && !running && <Choose onChoose={start.run} isBusy={start.isBusy} />}
      {running && (
        <>
          <div class={style.who}>
            <p>{role ? t.asCustomer(foreign(role.name)) : t.asGuest}</p>
            <button type="button" class="button plain" onClick={() => start.run(running.role)}>
              {t.again}
            </button>
            <button type="button" class="button plain" onClick={() => setRunning(undefined)}>
              {t.other}
            </button>
          </div>
          <div class={style.columns}>
            <Frame key={running.trial.conversationId} trial={running.trial} />
            <Turns key={running.trial.conversationId} chatId={running.trial.conversationId} />
          </div>
        </>
      )}
    </Page>
  )
}
