import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DataDetail } from '../api-types.ts'
import { Markdown } from '../article/markdown.tsx'
import type { Type } from '../data/place.ts'
import { numberText } from '../parts/chart.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import { CustomerStory } from './customer.tsx'
import { Custom, EntryTable, FieldList } from './fields.tsx'
import { Messages } from './messages.tsx'
import { labelOf, sortFields } from './object-fields.ts'
import { OrderStory } from './order.tsx'
import { ProductStory } from './product.tsx'
import { References, Related } from './related.tsx'
import style from './style.module.css'

interface DetailProps {
  type: Type
  detail: DataDetail
  onChange: (detail: DataDetail) => void
}

const stories: Partial<Record<Type, (props: Omit<DetailProps, 'type'>) => JSX.Element>> = {
  orders: OrderStory,
  customers: CustomerStory,
  products: ProductStory,
}

/** An object in the shape of people's questions, with all of its fields folded below; a type without such questions has its fields alone. */
export function Detail({ type, detail, onChange }: DetailProps) {
  const Story = stories[type]
  const [isOpen, setOpen] = useState(false)
  const { object, visibleCustom } = detail
  return (
    <div class="stack">
      {Story && <Story detail={detail} onChange={onChange} />}
      {Story && 'custom' in object && <Custom fields={object.custom} visible={visibleCustom} />}
      {Story ? (
        <details class="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t.allFields}</summary>
          {isOpen && <AllFields type={type} detail={detail} />}
        </details>
      ) : (
        <AllFields type={type} detail={detail} />
      )}
      <Raw object={object} />
    </div>
  )
}

/** Every field, and what is related: facts side by side, long lists below. */
function AllFields({ type, detail }: Pick<DetailProps, 'type' | 'detail'>) {
  const { object, references, related, visibleCustom } = detail
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
          {references.length > 0 && <References references={references} />}
          {related.map((one) => (
            <Related key={one.type} related={one} id={String(object.id)} />
          ))}
          {!stories[type] && 'custom' in object && <Custom fields={object.custom} visible={visibleCustom} />}
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
