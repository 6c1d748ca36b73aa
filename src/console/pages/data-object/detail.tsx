import type { DataDetail } from '../api-types.ts'
import type { Type } from '../data/place.ts'
import { RefundRows } from '../parts/refund-rows.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import { ArticleText } from './article-text.tsx'
import { Custom } from './custom.tsx'
import { EntryTable } from './entry-table.tsx'
import { FieldList } from './field-list.tsx'
import { Messages } from './messages.tsx'
import { Raw } from './raw.tsx'
import { References } from './references.tsx'
import { Related } from './related.tsx'
import { sortFields } from './sort-fields.ts'
import style from './style.module.css'
import { Tags } from './tags.tsx'
import { labelOf } from './title.ts'

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
