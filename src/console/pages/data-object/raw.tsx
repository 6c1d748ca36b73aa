import { useState } from 'preact/hooks'
import { numberText } from '../parts/chart.tsx'
import { CopyButton } from '../parts/copy-field.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import style from './style.module.css'

/** Characters that are drawn: an object may have some million. */
const MOST = 50_000

/** The object as the API returns it. */
export function Raw({ object }: { object: object }) {
  const [text, setText] = useState<string>()
  return (
    <details
      class="card"
      onToggle={(event) => setText(event.currentTarget.open ? JSON.stringify(object, null, 2) : undefined)}
    >
      <summary>{t.raw}</summary>
      {text !== undefined && (
        <>
          <p class={style.rawHead}>
            {text.length > MOST && <span>{t.rawCut(numberText(MOST), numberText(text.length))}</span>}
            <CopyButton text={text} />
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre class={style.raw} tabIndex={0}>
            {text.slice(0, MOST)}
          </pre>
        </>
      )}
    </details>
  )
}
