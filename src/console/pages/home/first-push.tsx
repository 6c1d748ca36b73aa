import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { SetupStep } from '../api-types.ts'
import { at } from '../base.ts'
import { isLive } from '../live.ts'
import { Button } from '../parts/button.tsx'
import { apiUrl, CopyBlock } from '../parts/copy.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'
import style from './style.module.css'

const { home: t } = en
const snippets = ['curl', 'node'] as const
type Snippet = (typeof snippets)[number]

/** How to push the first order, with a key in it where somebody wants one, and the wait for it. */
export function FirstPush({ onKey }: { onKey: () => void }) {
  const [key, setKey] = useState<string>()
  const [snippet, setSnippet] = useState<Snippet>('curl')
  // What somebody copies stays what they saw.
  const [updatedAt] = useState(() => new Date().toISOString().replace(/\.\d+/, ''))
  const work = useAction(async () => {
    const made = await read(api.POST('/keys', { body: { kind: 'secret', name: t.keyName } }))
    setKey(made.key)
    onKey()
  })
  return (
    <>
      <p>{key === undefined ? t.pushHelp : t.pushKeyHelp}</p>
      <fieldset class={style.snippets}>
        <legend class="hidden">{t.language}</legend>
        {snippets.map((one) => (
          <label key={one}>
            <input type="radio" name="snippet" checked={snippet === one} onChange={() => setSnippet(one)} />
            {t.languages[one]}
          </label>
        ))}
      </fieldset>
      <CopyBlock text={textOf(snippet, key, updatedAt)} label={t.languages[snippet]} />
      <Problem error={work.error} />
      {key === undefined && (
        <Button onClick={work.run} isBusy={work.isBusy} icon="key">
          {t.putKey}
        </Button>
      )}
      <p class={style.waiting}>
        <span class={isLive.value ? style.pulse : style.still} aria-hidden="true" />
        {isLive.value ? t.waiting : t.notLive}
      </p>
    </>
  )
}

function textOf(snippet: Snippet, key: string | undefined, updatedAt: string): string {
  const order = { id: 'o_1001', updatedAt, number: '#1001', email: 'ada@shop.example', currency: 'EUR', total: 4_400 }
  const body = JSON.stringify({ data: [order] }, null, 2)
  if (snippet === 'curl')
    return [
      `curl ${apiUrl}/orders \\`,
      `  -H "Authorization: Bearer ${key ?? '$STOREWIRE_SECRET_KEY'}" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '${body}'`,
    ].join('\n')
  return [
    `const response = await fetch('${apiUrl}/orders', {`,
    `  method: 'POST',`,
    '  headers: {',
    `    authorization: ${key === undefined ? `'Bearer ' + process.env.STOREWIRE_SECRET_KEY` : `'Bearer ${key}'`},`,
    `    'content-type': 'application/json',`,
    '  },',
    `  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`,
    '})',
    'console.log(await response.json())',
  ].join('\n')
}

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
