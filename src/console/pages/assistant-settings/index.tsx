import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { Notice } from '../parts/notice.tsx'
import { decided, useData } from '../parts/use-data.ts'
import { isManager } from '../session.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { assistantSettings as t } from '../texts/en/assistant-settings.ts'
import { Model } from './model.tsx'
import { AssistantForm } from './settings-form.tsx'

/** Settings → Assistant. */
export default function AssistantSettings() {
  const { data, error, reload, set } = useData(() => read(api.GET('/settings/assistant')), 'assistant settings', [
    decided('assistant_settings'),
  ])
  return (
    <SettingsPage
      title={t.title}
      command="storewire assistant settings show"
      lead={t.lead}
      actions={
        <a class="button" href={at('/try')}>
          {t.tryIt}
        </a>
      }
      isLoaded={data !== undefined}
      error={error}
      onRetry={reload}
    >
      {data && (
        <>
          {!data.enabled && <Notice>{t.off}</Notice>}
          <AssistantForm stored={data} onSaved={set} />
          {isManager.value && <Model />}
        </>
      )}
    </SettingsPage>
  )
}
