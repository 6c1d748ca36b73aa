import { useLocation, useRoute } from 'preact-iso/router'
import { api, read } from '../api.ts'
import type { CallDetail } from '../api-types.ts'
import { at } from '../base.ts'
import { Breakable } from '../parts/breakable.tsx'
import { apiUrl, CopyBlock, CopyButton } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { Loading, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { useData } from '../parts/use-data.ts'
import { useKeys } from '../parts/use-keys.ts'
import { Fact, Foreign, Moment } from '../parts/values.tsx'
import { CallStatus } from '../pushes/calls.tsx'
import style from '../pushes/style.module.css'
import { pushes as t } from '../texts/en/pushes.ts'

/** One call: what was wrong with it, and the command that sends it again. */
export default function Push() {
  const { number = '' } = useRoute().params
  const { route } = useLocation()
  const { data, error, reload } = useData(
    () => read(api.GET('/pushes/{number}', { params: { path: { number } } })),
    `call ${number}`,
  )
  useKeys({ Escape: () => route(at('/pushes')) })
  return (
    <Page title={data ? t.callTitle(data.call.method, data.call.path) : t.title} command="storewire logs tail">
      <a class="back" href={at('/pushes')}>
        <Icon name="back" />
        {t.back}
      </a>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && (
        <div class="stack">
          <Facts detail={data} />
          {data.issues.length > 0 && <Issues issues={data.issues} />}
          <section class="card">
            <h2>{t.curl}</h2>
            <p class="quiet">{t.curlHelp}</p>
            {data.body === null && data.call.method === 'POST' && <p class="quiet">{t.noBody}</p>}
            {isCut(data.body) && <p class="quiet">{t.bodyCut}</p>}
            <CopyBlock text={curlOf(data)} label={t.curl} />
          </section>
        </div>
      )}
    </Page>
  )
}

function Facts({ detail: { call, key } }: { detail: CallDetail }) {
  return (
    <section class="card">
      <dl class="facts">
        <Fact title={t.status}>
          <CallStatus status={call.status} />
        </Fact>
        {call.message && (
          <Fact title={t.message}>
            <Foreign>{call.message}</Foreign>
          </Fact>
        )}
        <Fact title={t.at}>
          <Moment at={call.at} />
        </Fact>
        <Fact title={t.took}>{t.ms(call.durationMs)}</Fact>
        {typeof call.objects === 'number' && <Fact title={t.objects}>{call.objects}</Fact>}
        <Fact title={t.key}>{key ? `${key.name} (${key.prefix}…${key.suffix})` : t.noKey}</Fact>
        <Fact title={t.requestId}>
          <code>{call.requestId}</code> <CopyButton text={call.requestId} />
        </Fact>
      </dl>
    </section>
  )
}

function Issues({ issues }: Pick<CallDetail, 'issues'>) {
  return (
    <section class="card">
      <h2>{t.issues}</h2>
      <dl class={`facts ${style.issues}`}>
        {issues.map(({ path, message }) => (
          <Fact key={`${path} ${message}`} title={path ? <Breakable>{path}</Breakable> : t.whole}>
            <Foreign>{message}</Foreign>
          </Fact>
        ))}
      </dl>
    </section>
  )
}

/** Bytes that the log keeps of a body. */
const KEPT_BYTES = 16 * 1024

/** Whether a body is only the beginning of what was sent. */
function isCut(body: string | null | undefined): boolean {
  return typeof body === 'string' && new TextEncoder().encode(body).length >= KEPT_BYTES
}

/** The command that sends a call again, with the key of the environment. A body that is not known whole comes from a file. */
function curlOf({ call: { method, path }, body }: CallDetail): string {
  const address = apiUrl.replace(/\/api\/v1$/, '') + path
  const lines = [`curl -X ${method} '${quoted(address)}' \\`, '  -H "Authorization: Bearer $STOREWIRE_SECRET_KEY"']
  if (method !== 'POST') return lines.join('\n')
  const data = typeof body === 'string' && body !== '' && !isCut(body) ? `'${quoted(body)}'` : '@body.json'
  return [
    ...lines.slice(0, 1),
    `${lines[1]} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  --data-binary ${data}`,
  ].join('\n')
}

function quoted(text: string): string {
  return text.replaceAll("'", "'\\''")
}
