import type { Reference, RelatedObjects } from '../api-types.ts'
import { addressOf, type FilterName, type Type } from '../data/place.ts'
import { Name, StatusOf } from '../data/rows.tsx'
import { Amount, Fact, Foreign, Moment } from '../parts/values.tsx'
import { data as texts } from '../texts/en/data.ts'
import { dataObject as t } from '../texts/en/data-object.ts'
import { en } from '../texts/en.ts'

/** The newest objects that refer to an object. */
export function Related({
  related: { type, filter, data, hasMore, isReady },
  id,
}: {
  related: RelatedObjects
  id: string
}) {
  const known = type as Type
  return (
    <section class="card">
      <h2>{en.common.types[known]}</h2>
      {!isReady && <p class="quiet">{t.notReady}</p>}
      {isReady && data.length === 0 && <p class="quiet">{t.none}</p>}
      <ul class="rows">
        {data.map((row) => (
          <li key={row.id}>
            <Name row={row} />
            {typeof row.amount === 'number' && row.currency && <Amount amount={row.amount} currency={row.currency} />}
            {row.status && <StatusOf status={row.status} />}
            <Moment at={row.at ?? row.updatedAt} />
          </li>
        ))}
      </ul>
      {hasMore && <a href={addressOf({ type: known, filters: { [filter as FilterName]: id } })}>{t.all}</a>}
    </section>
  )
}

/** What an object refers to. Something that has not arrived is no error: shops push in any order. */
export function References({ references }: { references: Reference[] }) {
  const byType = Map.groupBy(references, ({ type }) => type)
  return (
    <section class="card">
      <dl class="facts">
        {[...byType].map(([type, found]) => (
          <Fact key={type} title={(found.length === 1 ? texts.nouns : en.common.types)[type as Type]}>
            {found.map(({ id, row }) =>
              row ? (
                <Name key={id} row={row} />
              ) : (
                <p key={id} title={t.notArrivedHelp}>
                  <code>
                    <Foreign>{id}</Foreign>
                  </code>{' '}
                  <span class="quiet">{t.notArrived}</span>
                </p>
              ),
            )}
          </Fact>
        ))}
      </dl>
    </section>
  )
}
