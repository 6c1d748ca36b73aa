import type { DataDetail } from '../api-types.ts'
import { Markdown } from '../article/markdown.tsx'
import type { Type } from '../data/place.ts'
import { dataObject as t } from '../texts/en/data-object.ts'
import { Custom, EntryTable, FieldList } from './fields.tsx'
import { labelOf, sortFields } from './object-fields.ts'
import { References, Related } from './related.tsx'
import style from './style.module.css'

interface AllFieldsProps {
  type: Type
  detail: DataDetail
  /** Below the page of its type, which has the rest. */
  isFolded: boolean
}

/** Every field, and what is related: facts side by side, long lists below. */
export function AllFields({ type, detail, isFolded }: AllFieldsProps) {
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
          {!isFolded && 'custom' in object && <Custom fields={object.custom} visible={visibleCustom} />}
        </div>
      </div>
      <div class={`stack ${style.below}`}>
        {type === 'articles' && <ArticleText body={object.body} />}
        {lists.map(([name, entries]) => (
          <EntryTable key={name} title={labelOf(name)} entries={entries} currency={currency} />
        ))}
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
