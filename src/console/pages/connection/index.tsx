import { useEffect } from 'preact/hooks'
import { api, read } from '../api.ts'
import { Loading, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { decided, useData, useNews } from '../parts/use-data.ts'
import { Foreign, Moment } from '../parts/values.tsx'
import { serverNow } from '../server-clock.ts'
import { connection as t } from '../texts/en/connection.ts'
import { Choose } from './choose.tsx'
import { Claim } from './claim.tsx'
import { Connected, type PartProps } from './connected.tsx'

/** The shop of the workspace: how it is connected, who asks to be, and how it does. */
export default function Shop() {
  const { data, error, reload, set } = useData(() => read(api.GET('/connection')), 'connection', [
    decided('connection', 'refund_settings', 'refund_endpoint', 'key'),
  ])
  useNews('push', reload, () => data?.open?.state === 'connected')
  useReloadAt(data?.open?.state === 'connected' ? undefined : data?.open?.expiresAt, reload)
  return (
    <Page title={t.title} command="storewire connect status">
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && <Content page={data} onChange={set} />}
    </Page>
  )
}

function Content({ page, onChange }: PartProps) {
  const { open, ended } = page
  if (open?.state === 'connected' || open?.state === 'approved')
    return <Connected page={page} open={open} onChange={onChange} />
  if (open?.state === 'claimed') return <Claim claim={open} onChange={onChange} key={open.id} />
  return (
    <>
      {ended && (
        <p class="lead">
          <Foreign>{t.ended(ended.shop)}</Foreign> <Moment at={ended.endedAt} /> {t.by(ended.endedBy)}.
        </p>
      )}
      <Choose page={page} />
    </>
  )
}

/** No event says that time is up. */
function useReloadAt(at: string | undefined, reload: () => void): void {
  useEffect(() => {
    if (at === undefined) return
    const timer = setTimeout(reload, Math.max(1_000, Date.parse(at) - serverNow() + 1_000))
    return () => clearTimeout(timer)
  }, [at])
}
