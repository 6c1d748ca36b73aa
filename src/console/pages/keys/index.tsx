import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ApiKey } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog, Dialog } from '../parts/dialog.tsx'
import { ManagersOnly } from '../parts/managers-only.tsx'
import { Empty, Loading, Problem, toast } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { decided, useData } from '../parts/use-data.ts'
import { Foreign, Moment } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { keys as t } from '../texts/en/keys.ts'
import { CreateKey } from './create-key.tsx'
import { KeyStatus, KeyText } from './key-parts.tsx'

/** Settings → Keys. */
export default function Keys() {
  return isManager.value ? <AllKeys /> : <ManagersOnly title={t.title} />
}

function AllKeys() {
  const { data, error, reload } = useData(() => read(api.GET('/keys')), 'keys', [decided('key')])
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey>()
  const create = (
    <Button kind="primary" onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  )
  return (
    <Page title={t.title} command="storewire keys list" actions={data && data.keys.length > 0 && create}>
      <p class="lead">{t.intro}</p>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data?.keys.length === 0 && (
        <Empty title={t.none}>
          <p>{t.noneHelp}</p>
          {create}
        </Empty>
      )}
      {data && data.keys.length > 0 && <KeyTable keys={data.keys} onChange={reload} onRevoke={setRevoking} />}
      {isCreating && <CreateKey onCreated={reload} onClose={() => setCreating(false)} />}
      {revoking && <RevokeKey apiKey={revoking} onRevoked={reload} onClose={() => setRevoking(undefined)} />}
    </Page>
  )
}

interface KeyTableProps {
  keys: ApiKey[]
  onChange: () => void
  onRevoke: (key: ApiKey) => void
}

function KeyTable({ keys, onChange, onRevoke }: KeyTableProps) {
  const [isAll, setAll] = useState(false)
  const takeForWidget = useAction(async (id: string) => {
    await api.POST('/keys/{id}/use-for-widget', { params: { path: { id } }, body: {} })
    onChange()
  })
  const active = keys.filter(({ revokedAt }) => revokedAt === null)
  const revoked = keys.length - active.length
  const columns: Column<ApiKey>[] = [
    {
      title: t.name,
      cell: ({ name, kind }) => (
        <span>
          <Foreign>{name || '–'}</Foreign> <span class="quiet below whole">{t.kinds[kind]}</span>
        </span>
      ),
    },
    { title: t.key, cell: (key) => <KeyText apiKey={key} /> },
    {
      title: t.created,
      isWhole: true,
      cell: ({ createdAt, createdBy }) => (
        <span>
          <Moment at={createdAt} /> <span class="quiet below">{createdBy}</span>
        </span>
      ),
    },
    {
      title: t.state,
      cell: (key) => (
        <span>
          <KeyStatus apiKey={key} />{' '}
          <span class="quiet below">
            {t.lastUse} {key.lastUsedAt ? <Moment at={key.lastUsedAt} /> : t.never}
          </span>
        </span>
      ),
    },
    {
      title: '',
      cell: (key) =>
        key.revokedAt === null && (
          <span class="row-actions">
            {key.kind === 'publishable' && !key.widget && (
              <Button onClick={() => takeForWidget.run(key.id)}>{t.useForWidget}</Button>
            )}
            <Button onClick={() => onRevoke(key)}>{t.revoke}</Button>
          </span>
        ),
    },
  ]
  return (
    <>
      <Problem error={takeForWidget.error} />
      <Table label={t.title} columns={columns} rows={isAll ? keys : active} rowKey={({ id }) => id} />
      {revoked > 0 && !isAll && (
        <button type="button" class="button" onClick={() => setAll(true)}>
          {t.showRevoked(revoked)}
        </button>
      )}
    </>
  )
}

interface RevokeKeyProps {
  apiKey: ApiKey
  onRevoked: () => void
  onClose: () => void
}

/** Asks before a key ends for good. The key of the chat widget does not end before another one is chosen. */
function RevokeKey({ apiKey: { id, name, widget, lastUsedAt }, onRevoked, onClose }: RevokeKeyProps) {
  const work = useAction(async () => {
    await api.POST('/keys/{id}/revoke', { params: { path: { id } }, body: {} })
    toast(t.revokedToast(name))
    onRevoked()
    onClose()
  })
  const title = t.revokeTitle(name)
  if (widget)
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{t.isOfWidget}</p>
      </Dialog>
    )
  return (
    <ConfirmDialog title={title} action={t.revokeAction(name)} isDanger work={work} onClose={onClose}>
      <p>{t.revokeWhy}</p>
      <p>
        {t.lastUse} {lastUsedAt ? <Moment at={lastUsedAt} /> : t.never}
      </p>
    </ConfirmDialog>
  )
}
