import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { ApiKey } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Moment } from '../parts/moment.tsx'
import { Problem } from '../parts/problem.tsx'
import { Status } from '../parts/status.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'

const { keys: t } = en

interface KeyTableProps {
  keys: ApiKey[]
  onChange: () => void
  onRevoke: (key: ApiKey) => void
}

export function KeyTable({ keys, onChange, onRevoke }: KeyTableProps) {
  const [isAll, setAll] = useState(false)
  const takeForWidget = useAction(async (id: string) => {
    await api.POST('/keys/{id}/use-for-widget', { params: { path: { id } }, body: {} })
    onChange()
  })
  const active = keys.filter(({ revokedAt }) => revokedAt === null)
  const revoked = keys.length - active.length
  const columns: Column<ApiKey>[] = [
    { title: t.name, cell: ({ name }) => name || '–' },
    { title: t.kind, cell: ({ kind }) => t.kinds[kind] },
    { title: t.key, cell: ({ prefix, suffix }) => <code>{`${prefix}…${suffix}`}</code> },
    { title: t.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: t.createdBy, cell: ({ createdBy }) => createdBy },
    { title: t.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : t.never) },
    { title: t.state, cell: (key) => <KeyStatus apiKey={key} /> },
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
        <button type="button" class="button plain" onClick={() => setAll(true)}>
          {t.showRevoked(revoked)}
        </button>
      )}
    </>
  )
}

function KeyStatus({ apiKey: { revokedAt, widget } }: { apiKey: ApiKey }) {
  if (revokedAt !== null) return <Status tone="quiet">{t.revoked}</Status>
  return <Status tone="good">{widget ? t.ofWidget : t.active}</Status>
}
