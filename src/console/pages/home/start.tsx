import { useState } from 'preact/hooks'
import { at, isDev } from '../base.ts'
import { Command } from '../parts/copy.tsx'
import { session } from '../session.ts'
import { home } from '../texts/en/home.ts'
import { FirstPush } from './first-push.tsx'
import { LoadSample } from './sample.tsx'
import style from './style.module.css'

const { start: t } = home
type Kind = keyof typeof t.kinds
const kinds = Object.keys(t.kinds) as Kind[]

/** What somebody does first: says what the shop runs on, and reads how its data gets here. */
export function Start({ onKey }: { onKey: () => void }) {
  const [chosen, setChosen] = useState<Kind>()
  return (
    <section class="card" aria-labelledby="start">
      <fieldset>
        <legend id="start">
          <h2>{t.title}</h2>
        </legend>
        <div class={style.kinds}>
          {kinds.map((kind) => (
            <label key={kind} class="choice">
              <input type="radio" name="kind" checked={chosen === kind} onChange={() => setChosen(kind)} />
              <span>{t.kinds[kind]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {chosen === undefined && <p class="quiet">{t.lead}</p>}
      <div class={style.how} aria-live="polite">
        {chosen === 'code' && <FirstPush onKey={onKey} />}
        {chosen === 'looking' && <Looking />}
        {chosen === 'woocommerce' && <Plugin />}
        {(chosen === 'shopify' || chosen === 'other') && <Files of={chosen} />}
      </div>
    </section>
  )
}

/** The plugin sends everything by itself. Files are for those who want to look first. */
function Plugin() {
  const [isFiles, setFiles] = useState(false)
  if (isFiles) return <Files of="woocommerce" />
  return (
    <>
      <p>{t.pluginHelp}</p>
      <p class="page-actions">
        <a class="button primary" href={at('/connection?kind=woocommerce')}>
          {t.connectShop}
        </a>
        <button type="button" class="button" onClick={() => setFiles(true)}>
          {t.filesInstead}
        </button>
        <Command>{t.connectCommand}</Command>
      </p>
    </>
  )
}

/** Which files to take from a shop system, with the way through its menus, and where to bring them. */
function Files({ of }: { of: keyof typeof t.files }) {
  return (
    <>
      <ol class={style.numbered}>
        {t.files[of].map(({ text, menu }) => (
          <li key={text}>
            {text} {menu && <Path menu={menu} />}
          </li>
        ))}
      </ol>
      <p class="page-actions">
        <a class="button primary" href={at('/imports/new')}>
          {t.importFile}
        </a>
        <Command>{t.importCommand}</Command>
      </p>
      <p class="hint">{t.filesHint}</p>
    </>
  )
}

/** The entries of a menu, from the first to the last. */
function Path({ menu }: { menu: readonly string[] }) {
  return <strong class={style.path}>{menu.join(' → ')}</strong>
}

function Looking() {
  const isOperator = session.value?.member.isOperator && !isDev
  return isOperator ? (
    <>
      <p>{t.lookingHelp}</p>
      <LoadSample />
    </>
  ) : (
    <p>{t.askOperator}</p>
  )
}
