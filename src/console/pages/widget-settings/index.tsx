import { api, read } from '../api.ts'
import type { WidgetAccess } from '../api-types.ts'
import { at } from '../base.ts'
import { apiUrl, CopyBlock } from '../parts/copy.tsx'
import { Loading, Notice, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { useData } from '../parts/use-data.ts'
import { Moment, Status } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'
import { Identity } from './identity.tsx'
import { Look } from './look.tsx'
import { Origins } from './origins.tsx'

/** Settings → Chat window. */
export default function WidgetSettings() {
  const settings = useData(() => read(api.GET('/settings/widget')), 'widget settings')
  const texts = useData(() => read(api.GET('/settings/widget/texts')), 'widget texts')
  const access = useData(() => read(api.GET('/settings/widget/access')), 'widget access')
  const error = settings.error ?? texts.error ?? access.error
  return (
    <Page title={t.title} command="storewire widget settings show">
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

/** Shown as text; no page of the console makes such an element. */
const TAG = 'script'

/** The line for the shop's pages, and whether it has been seen on one. The key is stored as its hash, so the line can't have it. */
function Install({ access: { lastSeen } }: { access: WidgetAccess }) {
  const { data } = useData(async () => (isManager.value ? read(api.GET('/keys')) : undefined), 'keys')
  const key = data?.keys.find(({ widget, revokedAt }) => widget && !revokedAt)
  const script = `${apiUrl.replace(/\/api\/v1$/, '')}/widget.js`
  return (
    <section class="card stack">
      <h2>{t.install}</h2>
      <p>{t.installHelp}</p>
      <CopyBlock text={`<${TAG} async src="${script}" data-key="pk_…"></${TAG}>`} label={t.install} />
      {data && (
        <p>
          {key ? (
            <>
              {t.key} <code>{`${key.prefix}…${key.suffix}`}</code>
            </>
          ) : (
            t.noKey
          )}{' '}
          <a href={at('/settings/keys')}>{t.keys}</a>
        </p>
      )}
      <p>
        {lastSeen ? (
          <>
            <Status tone="good">{t.seen}</Status> {lastSeen.origin}, <Moment at={lastSeen.at} />
          </>
        ) : (
          <span class="quiet">{t.notSeen}</span>
        )}
      </p>
    </section>
  )
}
