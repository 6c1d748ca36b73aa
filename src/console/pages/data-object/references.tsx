import type { Reference } from '../api-types.ts'
import type { Type } from '../data/place.ts'
import { Name } from '../data/rows.tsx'
import { Fact } from '../parts/fact.tsx'
import { Foreign } from '../parts/foreign.tsx'
import { data as texts } from '../texts/en/data.ts'
import { dataObject as t } from '../texts/en/data-object.ts'

/** What an object refers to. Something that has not arrived is no error: shops push in any order. */
export function References({ references }: { references: Reference[] }) {
  const byType = Map.groupBy(references, ({ type }) => type)
  return (
    <section class="card">
      <dl class="facts">
        {[...byType].map(([type, found]) => (
          <Fact key={type} title={(found.length === 1 ? texts.nouns : texts.types)[type as Type]}>
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
