import { api, read } from '../api.ts'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { useData } from '../parts/use-data.ts'
import { isManager } from '../session.ts'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'
import { Identity } from './identity.tsx'
import { Install } from './install.tsx'
import { Look } from './look.tsx'
import { Origins } from './origins.tsx'

/** Settings → Chat window. */
export default function WidgetSettings() {
  const settings = useData(() => read(api.GET('/settings/widget')), 'widget settings')
  const texts = useData(() => read(api.GET('/settings/widget/texts')), 'widget texts')
  const access = useData(() => read(api.GET('/settings/widget/access')), 'widget access')
  const error = settings.error ?? texts.error ?? access.error
  return (
    <Page title={t.title} command="storewire widget show">
      {!isManager.value && <Notice tone="quiet">{t.readOnly}</Notice>}
      <Problem
        error={error}
        onRetry={() => {
          settings.reload()
          texts.reload()
          access.reload()
        }}
      />
      {!(settings.data && access.data) && !error && <Loading />}
      <div class="stack">
        {settings.data && texts.data && <Look settings={settings.data} originals={texts.data} onSaved={settings.set} />}
        {access.data && <Install access={access.data} />}
        {access.data && <Origins access={access.data} onChange={access.set} />}
        {access.data && <Identity access={access.data} onChange={access.set} onCreated={access.reload} />}
      </div>
    </Page>
  )
}
