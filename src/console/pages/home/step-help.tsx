import type { SetupStep } from '../api-types.ts'
import { at } from '../base.ts'
import { CopyBlock } from '../parts/copy-field.tsx'
import { en } from '../texts/en.ts'

const { home: t } = en
type Name = Exclude<SetupStep['name'], 'push'>

/** Where in the console a step is done. */
const LINKS: Partial<Record<Name, string>> = {
  key: '/settings/keys',
  endpoint: '/settings/refunds',
  person: '/members',
}
const COMMANDS: Partial<Record<Name, string>> = {
  import: 'storewire import orders orders.csv',
  backup: 'storewire serve --backup-dir /var/backups/storewire',
}

/** What to do for a step, and where. */
export function StepHelp({ name }: { name: Name }) {
  const [link, command] = [LINKS[name], COMMANDS[name]]
  return (
    <>
      <p>{t.stepHelp[name]}</p>
      {command && <CopyBlock text={command} label={en.common.commandTitle} />}
      {link && (
        <p>
          <a class="button plain" href={at(link)}>
            {t.stepLinks[name as keyof typeof t.stepLinks]}
          </a>
        </p>
      )}
    </>
  )
}
