import type { DataDetail } from '../api-types.ts'
import { Money, State } from '../parts/order-head.tsx'
import { Picture } from '../parts/picture.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import { Facts, idLast } from './facts.tsx'
import { Variants } from './lines.tsx'
import style from './style.module.css'

/** What the head of the page says of a product: `Active · €39.00 – €49.00`. */
export function ProductAbout({ detail: { object, story } }: { detail: DataDetail }) {
  const price = story.product?.price
  return (
    <>
      {typeof object.status === 'string' && <State state={object.status} />}
      {price && (
        <span>
          <Money amount={price.from} currency={price.currency} />
          {price.to > price.from && (
            <>
              {' – '}
              <Money amount={price.to} currency={price.currency} />
            </>
          )}
        </span>
      )}
    </>
  )
}

/** A product: its picture, the stock of each variant, and how often customers ask about it. */
export function ProductStory({ detail: { story } }: { detail: DataDetail }) {
  const variants = story.sections.find(({ name }) => name === 'variants')
  const about = story.sections.find(({ name }) => name === 'about')
  const { product } = story
  return (
    <div class="columns">
      <div class="stack">{variants ? <Variants rows={variants.rows} /> : <p class="card quiet">{t.noVariants}</p>}</div>
      <div class="stack">
        <section class="card">
          <h2>{t.product}</h2>
          <p class={style.picture}>
            <Picture picture={product?.picture} isLarge />
          </p>
          <Facts
            rows={[
              ...(product?.ofChats
                ? [
                    {
                      name: '',
                      label: t.asked,
                      kind: 'text' as const,
                      text: t.askedAbout(product.askedAbout, product.ofChats),
                    },
                  ]
                : []),
              ...idLast(about?.rows ?? []),
            ]}
          />
        </section>
      </div>
    </div>
  )
}
