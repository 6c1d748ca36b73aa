import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ConnectionCode, ShopPage } from '../api-types.ts'
import { at, base } from '../base.ts'
import home from '../home/style.module.css'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { Moment } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { connection as t } from '../texts/en/connection.ts'

type Kind = keyof typeof t.kinds
const kinds = Object.keys(t.kinds) as Kind[]

/** Where Home has asked already what the shop runs on. */
function chosenBefore(): Kind | undefined {
  const kind = new URLSearchParams(location.search).get('kind')
  return kinds.find((known) => known === kind)
}

/** What the shop runs on, and how it is connected. */
export function Choose({ page }: { page: ShopPage }) {
  const [kind, setKind] = useState<Kind | undefined>(page.open?.kind ?? chosenBefore())
  return (
    <section class="card" aria-labelledby="kind">
      <fieldset>
        <legend id="kind">
          <h2>{t.runsOn}</h2>
        </legend>
        <div class={home.kinds}>
          {kinds.map((one) => (
            <label key={one} class="choice">
              <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
              <span>{t.kinds[one]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div class={home.how} aria-live="polite">
        {kind === 'woocommerce' && <Plugin page={page} />}
        {(kind === 'shopify' || kind === 'other') && <Files of={kind} />}
      </div>
    </section>
  )
}

function Plugin({ page: { kinds, open } }: { page: ShopPage }) {
  const plugin = kinds.find(({ name }) => name === 'woocommerce')?.plugin ?? ''
  return (
    <ol class={home.numbered}>
      <li class="stack">
        <p>{t.steps.download}</p>
        <p>
          <a class="button" href={`${base.replace(/\/console$/, '')}/connect/${plugin}`} download>
            {t.steps.downloadAction(plugin)}
          </a>
        </p>
      </li>
      <li>
        {t.steps.upload} <strong class={home.path}>{t.steps.uploadMenu}</strong>
      </li>
      <li class="stack">
        <p>{t.steps.code}</p>
        {isManager.value ? (
          <Code madeBy={open?.state === 'offered' ? open.createdBy : undefined} />
        ) : (
          <p class="hint">{t.onlyManagers}</p>
        )}
      </li>
      <li>
        {t.steps.paste} <strong class={home.path}>{t.steps.pasteMenu}</strong>
        <p>{t.steps.appears}</p>
      </li>
    </ol>
  )
}

/** Makes a code, which is shown as long as the page is open. @param madeBy who has made the code that there is */
function Code({ madeBy }: { madeBy: string | undefined }) {
  const [made, setMade] = useState<ConnectionCode>()
  const work = useAction(async () => {
    setMade(await read(api.POST('/connection/code', { body: { kind: 'woocommerce' } })))
  })
  // It ends when somebody makes another one, or when its time is up.
  const code = madeBy === undefined ? undefined : made
  return (
    <div class="stack">
      {code && <CopyField text={code.code} label={t.codeLabel} />}
      {code && (
        <p class="hint" role="status">
          {t.validUntil} <Moment at={code.expiresAt} isPlanned />. {t.waiting}
        </p>
      )}
      {!code && <p class="hint">{madeBy === undefined ? t.validFor : t.madeEarlier(madeBy)}</p>}
      <Problem error={work.error} />
      <p>
        <Button kind={code ? 'plain' : 'primary'} icon="key" isBusy={work.isBusy} onClick={work.run}>
          {code ? t.another : t.makeCode}
        </Button>
      </p>
    </div>
  )
}

function Files({ of }: { of: 'shopify' | 'other' }) {
  return (
    <>
      <p>{t.other[of]}</p>
      <p class="page-actions">
        <a class="button primary" href={at('/imports/new')}>
          {t.importFiles}
        </a>
        {of === 'other' && isManager.value && (
          <a class="button" href={at('/settings/keys')}>
            {t.toKeys}
          </a>
        )}
      </p>
    </>
  )
}
