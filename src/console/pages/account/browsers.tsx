import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { BrowserSession } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { decided, useData } from '../parts/use-data.ts'
import { Moment, Status } from '../parts/values.tsx'
import { session } from '../session.ts'
import { account as t } from '../texts/en/account.ts'

/** The browsers that are signed in, and how to sign them out. */
export function Browsers() {
  const { data, error, reload } = useData(() => read(api.GET('/me/sessions')), 'sessions', [decided('member')])
  const [isLeaving, setLeaving] = useState(false)
  const [ending, setEnding] = useState<BrowserSession>()
  const everywhere = useAction(async () => {
    await api.POST('/me/sign-out-everywhere', { body: {} })
    session.value = null
  })
  const columns: Column<BrowserSession>[] = [
    { title: t.browser, cell: ({ browser }) => nameOf(browser) },
    { title: t.address, cell: ({ address }) => address },
    { title: t.signedIn, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: t.lastUsed, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
    {
      title: '',
      cell: (one) => (
        <span class="row-actions">
          {one.isThis ? (
            <Status tone="good">{t.thisOne}</Status>
          ) : (
            <button
              type="button"
              class="button"
              aria-label={t.endOf(nameOf(one.browser))}
              onClick={() => setEnding(one)}
            >
              {t.end}
            </button>
          )}
        </span>
      ),
    },
  ]
  return (
    <section class="stack">
      <h2>{t.sessions}</h2>
      <Problem error={error} onRetry={reload} />
      {data && <Table label={t.sessions} columns={columns} rows={data.sessions} rowKey={({ id }) => id} />}
      <Button kind="danger" onClick={() => setLeaving(true)}>
        {t.everywhere}
      </Button>
      {ending && <EndSession browserSession={ending} onEnded={reload} onClose={() => setEnding(undefined)} />}
      {isLeaving && (
        <ConfirmDialog
          title={t.everywhereTitle}
          action={t.everywhereAction}
          isDanger
          work={everywhere}
          onClose={() => setLeaving(false)}
        >
          <p>{t.everywhereWhy}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

interface EndSessionProps {
  browserSession: BrowserSession
  onEnded: () => void
  onClose: () => void
}

function EndSession({ browserSession: { id, browser, address, lastUsedAt }, onEnded, onClose }: EndSessionProps) {
  const work = useAction(async () => {
    await api.POST('/me/sessions/{id}/end', { params: { path: { id } }, body: {} })
    toast(t.endToast)
    onEnded()
    onClose()
  })
  const action = t.endOf(nameOf(browser))
  return (
    <ConfirmDialog title={`${action}?`} action={action} isDanger work={work} onClose={onClose}>
      {/* Several browsers may have one name. */}
      <p>
        {t.address}: {address}
        <br />
        {t.lastUsed}: <Moment at={lastUsedAt} />
      </p>
      <p>{t.endWhy}</p>
    </ConfirmDialog>
  )
}

const BROWSERS = [/Edg\/(\d+)/, /Firefox\/(\d+)/, /Chrome\/(\d+)/, /Version\/(\d+).*Safari/]
const NAMES = ['Edge', 'Firefox', 'Chrome', 'Safari']
const SYSTEMS = /Windows|iPhone|iPad|Android|Mac OS X|Linux/

/** A short name of what a browser says of itself; its own words where they are not known. */
function nameOf(userAgent: string): string {
  const index = BROWSERS.findIndex((pattern) => pattern.test(userAgent))
  const system = SYSTEMS.exec(userAgent)?.[0].replace('Mac OS X', 'macOS')
  if (index < 0) return userAgent.slice(0, 60) || '–'
  const version = BROWSERS[index]?.exec(userAgent)?.[1]
  return [`${NAMES[index]} ${version}`, system].filter(Boolean).join(', ')
}
