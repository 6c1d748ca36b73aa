import { scriptTag, tagManagerLines } from '../../../widget/snippets.ts'
import { api, read } from '../api.ts'
import type { WidgetAccess, WidgetSettings as WidgetSettingsData } from '../api-types.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { apiUrl, CopyBlock } from '../parts/copy.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { decided, useData } from '../parts/use-data.ts'
import { Moment, Status } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'
import { Identity } from './identity.tsx'
import { Logo } from './logo.tsx'
import { Look } from './look.tsx'
import { Origins } from './origins.tsx'

/** Settings → Chat window. */
export default function WidgetSettings() {
  const settings = useData(() => read(api.GET('/settings/widget')), 'widget settings', [decided('widget_settings')])
  const texts = useData(() => read(api.GET('/settings/widget/texts')), 'widget texts')
  const access = useData(() => read(api.GET('/settings/widget/access')), 'widget access', [
    decided('widget_origin', 'identity_secret', 'key'),
  ])
  const logo = useData(() => read(api.GET('/settings/widget/logo')), 'widget logo', [decided('widget_logo')])
  const loaded = [settings, texts, access, logo]
  return (
    <SettingsPage
      title={t.title}
      command="storewire widget settings show"
      isLoaded={loaded.every(({ data }) => data !== undefined)}
      error={loaded.find(({ error }) => error)?.error ?? null}
      onRetry={() => {
        for (const { reload } of loaded) reload()
      }}
    >
      {settings.data && texts.data && access.data && logo.data && (
        <>
          <Logo logo={logo.data.logo} onChange={(changed) => logo.set({ logo: changed })} />
          <Look
            stored={settings.data}
            originals={texts.data}
            logo={logo.data.logo}
            previewKey={access.data.key?.key ?? null}
            onSaved={settings.set}
          />
          <Install access={access.data} settings={settings.data} onChange={access.set} />
          <Origins access={access.data} onChange={access.set} />
          <Identity access={access.data} onChange={access.set} onCreated={access.reload} />
        </>
      )}
    </SettingsPage>
  )
}

interface InstallProps {
  access: WidgetAccess
  settings: WidgetSettingsData
  onChange: (access: WidgetAccess) => void
}

/** The line for the shop's pages, and whether it has been seen on one. */
function Install({ access: { key, lastSeen }, settings, onChange }: InstallProps) {
  const make = useAction(async () => {
    onChange(await read(api.POST('/settings/widget/key', { body: {} })))
    toast(t.keyMade)
  })
  const server = apiUrl.replace(/\/api\/v1$/, '')
  const snippet = key?.key ? { ...settings, server, key: key.key } : undefined
  return (
    <section class="card stack">
      <h2>{t.install}</h2>
      {snippet ? (
        <>
          <p>{t.installHelp}</p>
          <CopyBlock text={scriptTag(snippet)} label={t.install} />
          <p>
            <a href={at('/shop')} target="_blank" rel="noreferrer">
              {t.seeIt}
            </a>
          </p>
          <details>
            <summary>{t.tagManager}</summary>
            <p>{t.tagManagerHelp}</p>
            <CopyBlock text={tagManagerLines(snippet)} label={t.tagManager} />
          </details>
        </>
      ) : (
        <>
          <p>{key ? t.keyUnknown(`${key.prefix}…${key.suffix}`) : t.noKey}</p>
          <Problem error={make.error} />
          {isManager.value && (
            <p>
              <Button kind="primary" onClick={make.run} isBusy={make.isBusy}>
                {t.makeKey}
              </Button>
            </p>
          )}
        </>
      )}
      {isManager.value && (
        <p>
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
