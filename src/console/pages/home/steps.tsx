import { useEffect, useState } from 'preact/hooks'
import { scriptTag } from '../../../widget/snippets.ts'
import { api, read } from '../api.ts'
import type { Home, SetupStep } from '../api-types.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { apiUrl, Command, CopyBlock } from '../parts/copy.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { home as t } from '../texts/en/home.ts'
import { ShopPageLink } from './sample.tsx'

type Name = SetupStep['name']

interface StepProps {
  name: Name
  backup: Home['backup']
  onChange: () => void
}

/** What to do for a step. Each ends with a button; the command that does the same is behind another one. */
export function StepHelp({ name, backup, onChange }: StepProps) {
  return (
    <>
      <p>{t.stepHelp[name]}</p>
      {name === 'widget' && <WidgetStep />}
      {name === 'backup' && <BackupStep isPlanned={backup?.isPlanned ?? false} onChange={onChange} />}
      {name !== 'widget' && name !== 'backup' && (
        <p class="page-actions">
          <a class="button" href={at(LINKS[name])}>
            {t.stepLinks[name]}
          </a>
          <Command>{t.stepCommands[name]}</Command>
        </p>
      )}
    </>
  )
}

/** Where in the console a step is done. */
const LINKS = {
  key: '/settings/keys',
  push: '/imports/new',
  import: '/imports/new',
  endpoint: '/settings/refunds',
  person: '/members',
}

/** The line for the shop's pages, complete, and a page on which it can be seen at once. */
function WidgetStep() {
  const access = useData(() => read(api.GET('/settings/widget/access')), 'widget access')
  const settings = useData(() => read(api.GET('/settings/widget')), 'widget settings')
  const make = useAction(async () => {
    access.set(await read(api.POST('/settings/widget/key', { body: {} })))
  })
  const key = access.data?.key?.key
  return (
    <>
      <Problem error={access.error ?? settings.error ?? make.error} />
      {key && settings.data && (
        <CopyBlock
          text={scriptTag({ ...settings.data, server: apiUrl.replace(/\/api\/v1$/, ''), key })}
          label={t.steps.widget}
        />
      )}
      <p class="page-actions">
        {access.data && !key && (
          <Button onClick={make.run} isBusy={make.isBusy}>
            {t.makeKey}
          </Button>
        )}
        {key && <ShopPageLink />}
        <a class="button" href={at('/settings/widget')}>
          {t.toWidget}
        </a>
        <Command>{t.stepCommands.widget}</Command>
      </p>
    </>
  )
}

const POLL_MS = 2_000

/** A click turns nightly backups on, which makes the first; where the server makes backups already, it makes one now. */
function BackupStep({ isPlanned, onChange }: { isPlanned: boolean; onChange: () => void }) {
  const [isBegun, setBegun] = useState(false)
  const begin = useAction(async () => {
    if (isPlanned) await api.POST('/system/backup', { body: {} })
    else await api.POST('/system/nightly-backups', { body: { isOn: true } })
    setBegun(true)
  })
  useEffect(() => {
    // The step is done when the backup is there.
    if (!isBegun) return
    const poll = setInterval(() => {
      if (!document.hidden) onChange()
    }, POLL_MS)
    return () => clearInterval(poll)
  }, [isBegun, onChange])
  return (
    <>
      <Problem error={begin.error} />
      {isBegun && <p role="status">{t.backingUp}</p>}
      <p class="page-actions">
        <Button onClick={begin.run} isBusy={begin.isBusy} disabled={isBegun}>
          {isPlanned ? t.backUpNow : t.backUpNightly}
        </Button>
        <Command>{isPlanned ? 'storewire backup' : 'storewire backups on'}</Command>
      </p>
    </>
  )
}
