import { api, read } from '../api.ts'
import type { WidgetAccess } from '../api-types.ts'
import { at } from '../base.ts'
import { CopyBlock } from '../parts/copy-field.tsx'
import { Moment } from '../parts/moment.tsx'
import { apiUrl } from '../parts/push-command.ts'
import { Status } from '../parts/status.tsx'
import { useData } from '../parts/use-data.ts'
import { isManager } from '../session.ts'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'

/** Shown as text; no page of the console makes such an element. */
const TAG = 'script'

/** The line for the shop's pages, and whether it has been seen on one. The key is stored as its hash, so the line can't have it. */
export function Install({ access: { lastSeen } }: { access: WidgetAccess }) {
  const { data } = useData(async () => (isManager.value ? read(api.GET('/keys')) : undefined), 'keys')
  const key = data?.keys.find(({ widget, revokedAt }) => widget && !revokedAt)
  const script = `${apiUrl.replace(/\/api\/v1$/, '')}/widget.js`
  return (
    <section class="card">
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
