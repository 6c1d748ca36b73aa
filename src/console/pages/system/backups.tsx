import { useState } from 'preact/hooks'
import { sizeText } from '../../../lib/bytes.ts'
import { api } from '../api.ts'
import type { BackupFile, SystemBackups } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Command, CommandBlock } from '../parts/copy.tsx'
import { ConfirmDialog, Dialog } from '../parts/dialog.tsx'
import { Notice, Problem, toast } from '../parts/notice.tsx'
import { Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { Moment, Status } from '../parts/values.tsx'
import { system as t } from '../texts/en/system.ts'

interface BackupsProps {
  backups: SystemBackups
  onChange: () => void
}

/** The backups that there are, a way to make one now, and whether the server makes one every night. */
export function Backups({ backups: { folder, plan, files, isRunning, failure, copies }, onChange }: BackupsProps) {
  const make = useAction(async () => {
    await api.POST('/system/backup', { body: {} })
    onChange()
  })
  const turnOn = useAction(async () => {
    await api.POST('/system/nightly-backups', { body: { isOn: true } })
    toast(t.turnedOn)
    onChange()
  })
  return (
    <section class="card stack" aria-labelledby="backups">
      <header class="page-actions">
        <h2 id="backups">{t.backups}</h2>
        <Status tone={plan === 'off' ? 'waiting' : 'good'}>{t.plans[plan]}</Status>
        <Command>{t.backupsCommand}</Command>
      </header>
      <p>{t.planHelp[plan]}</p>
      <p class="quiet">
        {t.folder} <code>{folder}</code>
      </p>
      {failure && <Notice tone="bad">{t.failed(failure)}</Notice>}
      {files.length === 0 && <p>{t.none}</p>}
      {files.length > 0 && <Files files={files} />}
      <Problem error={make.error ?? turnOn.error} />
      {isRunning && <p role="status">{t.running}</p>}
      <div class="page-actions">
        {plan === 'off' && (
          <Button kind="primary" onClick={turnOn.run} isBusy={turnOn.isBusy}>
            {t.turnOn}
          </Button>
        )}
        {!isRunning && (
          <Button onClick={make.run} isBusy={make.isBusy}>
            {t.makeNow}
          </Button>
        )}
        {plan === 'nightly' && <TurnOff onDone={onChange} />}
      </div>
      {copies ? <Copies copies={copies} /> : <p class="quiet">{t.backupsHelp}</p>}
    </section>
  )
}

/** The encrypted copies in a bucket, which this page cannot list without asking it. */
function Copies({ copies: { place, lastAt, failure } }: { copies: NonNullable<SystemBackups['copies']> }) {
  return (
    <>
      <h3>{t.copies}</h3>
      <p>
        <code>{place}</code> · {lastAt ? <Moment at={lastAt} /> : t.noCopy}
      </p>
      {failure && <Notice tone="bad">{t.failed(failure)}</Notice>}
      <p class="quiet">{t.copiesHelp}</p>
    </>
  )
}

/** The newest first, and how to go back to each. */
function Files({ files }: Pick<SystemBackups, 'files'>) {
  const [shown, setShown] = useState<BackupFile>()
  return (
    <>
      <Table
        label={t.backups}
        columns={[
          { title: t.file, cell: ({ name }: BackupFile) => <code>{name}</code> },
          { title: t.size, isNumber: true, cell: ({ bytes }) => <span class="whole">{sizeText(bytes)}</span> },
          { title: t.at, cell: ({ at }) => <Moment at={at} /> },
          {
            title: '',
            cell: (file) => (
              <span class="row-actions">
                <button type="button" class="button" aria-label={t.restoreOf(file.name)} onClick={() => setShown(file)}>
                  {t.restore}
                </button>
              </span>
            ),
          },
        ]}
        rows={files}
        rowKey={({ name }) => name}
      />
      {shown && (
        <Dialog title={t.restoreTitle} onClose={() => setShown(undefined)}>
          <p>{t.restoreHelp}</p>
          <CommandBlock>{shown.restore}</CommandBlock>
        </Dialog>
      )}
    </>
  )
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const work = useAction(async () => {
    await api.POST('/system/nightly-backups', { body: { isOn: false } })
    toast(t.turnedOff)
    setAsking(false)
    onDone()
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t.turnOff}</Button>
      {isAsking && (
        <ConfirmDialog title={`${t.turnOff}?`} action={t.turnOff} isDanger work={work} onClose={() => setAsking(false)}>
          <p>{t.turnOffWhy}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
