import { useState } from 'preact/hooks'
import type { DataDetail } from '../api-types.ts'
import { Markdown } from '../article/markdown.tsx'
import type { Type } from '../data/place.ts'
import { numberText } from '../parts/chart.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { RefundRows } from '../parts/refund-rows.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import { Custom, EntryTable, FieldList } from './fields.tsx'
import { Messages } from './messages.tsx'
import { labelOf, sortFields } from './object-fields.ts'
import { References, Related } from './related.tsx'
import style from './style.module.css'
import { Tags } from './tags.tsx'

interface DetailProps {
  type: Type
  detail: DataDetail
  onChange: (detail: DataDetail) => void
}

/** Everything that is known of an object: facts and what is related side by side, long lists below. */
export function Detail({ type, detail, onChange }: DetailProps) {
  const { object, references, related, refunds } = detail
  const { plain, groups, lists } = sortFields(type, object)
  const currency = currencyOf(object)
  return (
    <>
      <div class={style.columns}>
        <div class="stack">
          <section class="card">
            <h2>{t.fields}</h2>
            <FieldList fields={plain} currency={currency} />
          </section>
          {groups.map(([name, fields]) => (
            <section key={name} class="card">
              <h2>{labelOf(name)}</h2>
              <FieldList fields={fields} currency={currency} />
            </section>
          ))}
        </div>
        <div class="stack">
          {type === 'customers' && <Tags detail={detail} onChange={onChange} />}
          {references.length > 0 && <References references={references} />}
          {related.map((one) => (
            <Related key={one.type} related={one} id={String(object.id)} />
          ))}
          {refunds.length > 0 && (
            <section class="card">
              <h2>{t.refunds}</h2>
              <RefundRows refunds={refunds} />
            </section>
          )}
          {'custom' in object && <Custom fields={object.custom} visible={detail.visibleCustom} />}
        </div>
      </div>
      <div class={`stack ${style.below}`}>
        {type === 'articles' && <ArticleText body={object.body} />}
        {lists.map(([name, entries]) =>
          type === 'tickets' && name === 'messages' ? (
            <Messages key={name} messages={entries} />
          ) : (
            <EntryTable key={name} title={labelOf(name)} entries={entries} currency={currency} />
          ),
        )}
        <Raw object={object} />
      </div>
    </>
  )
}

function currencyOf({ currency, totalSpentCurrency }: Record<string, unknown>): string | undefined {
  const found = currency ?? totalSpentCurrency
  return typeof found === 'string' ? found : undefined
}

/** The text of an article as customers see it. */
function ArticleText({ body }: { body: unknown }) {
  if (typeof body !== 'string') return null
  return (
    <section class="card">
      <h2>{t.preview}</h2>
      <Markdown text={body} />
    </section>
  )
}

/** Characters that are drawn: an object may have some million. */
const MOST = 50_000

/** The object as the API returns it. */
function Raw({ object }: { object: object }) {
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
