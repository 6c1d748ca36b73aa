import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { Loading, Notice, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { decided, useData } from '../parts/use-data.ts'
import { isManager } from '../session.ts'
import { assistantSettings as t } from '../texts/en/assistant-settings.ts'
import { Model } from './model.tsx'
import { SettingsForm } from './settings-form.tsx'

/** Settings → Assistant. */
export default function AssistantSettings() {
  const { data, error, reload, set } = useData(() => read(api.GET('/settings/assistant')), 'assistant settings', [
    decided('assistant_settings'),
  ])
  return (
    <Page
      title={t.title}
      command="storewire assistant settings show"
      actions={
        <a class="button plain" href={at('/try')}>
          {t.tryIt}
        </a>
      }
    >
      <p class="lead">{t.lead}</p>
      {!isManager.value && <Notice tone="quiet">{t.readOnly}</Notice>}
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && !data.enabled && <Notice>{t.off}</Notice>}
      {data && <SettingsForm settings={data} onSaved={set} />}
      {data && isManager.value && <Model />}
    </Page>
  )
}
