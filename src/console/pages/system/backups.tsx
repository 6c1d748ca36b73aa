import { api } from '../api.ts'
import type { BackupFile, SystemBackups } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { numberText } from '../parts/chart.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { Moment } from '../parts/values.tsx'
import { system as t } from '../texts/en/system.ts'

/** The backups that there are, and a way to make one now. */
export function Backups({ backups, onBegun }: { backups: SystemBackups | null; onBegun: () => void }) {
  const work = useAction(async () => {
    await api.POST('/system/backup', { body: {} })
    onBegun()
  })
  return (
    <section class="card">
      <h2>{t.backups}</h2>
      {!backups && <p class="quiet">{t.noFolder}</p>}
      {backups && (
        <>
          <p class="quiet">{t.backupsHelp}</p>
          {backups.failure && <Notice tone="bad">{t.failed(backups.failure)}</Notice>}
          {backups.files.length === 0 && <p>{t.none}</p>}
          {backups.files.length > 0 && (
            <Table
              label={t.backups}
              columns={[
                { title: t.file, cell: ({ name }: BackupFile) => <code>{name}</code> },
                { title: t.size, isNumber: true, cell: ({ bytes }) => sizeText(bytes) },
                { title: t.at, cell: ({ at }) => <Moment at={at} /> },
              ]}
              rows={backups.files}
              rowKey={({ name }) => name}
            />
          )}
          <Problem error={work.error} />
          {backups.isRunning ? (
            <p role="status">{t.running}</p>
          ) : (
            <Button onClick={work.run} isBusy={work.isBusy}>
              {t.makeNow}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

const MIB = 1024 * 1024

export function sizeText(bytes: number): string {
  return t.mib(numberText(Math.round((bytes / MIB) * 10) / 10))
}
