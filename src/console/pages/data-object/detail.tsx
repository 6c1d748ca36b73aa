import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DataDetail } from '../api-types.ts'
import { Markdown } from '../article/markdown.tsx'
import type { Type } from '../data/place.ts'
import { numberText } from '../parts/chart.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import { AllFields } from './all-fields.tsx'
import { CustomerStory } from './customer.tsx'
import { Facts, idLast } from './facts.tsx'
import { Custom } from './fields.tsx'
import { Messages } from './messages.tsx'
import { isFields } from './object-fields.ts'
import { OrderStory } from './order.tsx'
import { Parcel } from './parcel.tsx'
import { ProductStory } from './product.tsx'
import style from './style.module.css'

interface DetailProps {
  type: Type
  detail: DataDetail
  onChange: (detail: DataDetail) => void
}

const stories: Record<Type, (props: Omit<DetailProps, 'type'>) => JSX.Element> = {
  orders: OrderStory,
  customers: CustomerStory,
  products: ProductStory,
  shipments: ParcelStory,
  tickets: TicketStory,
  articles: ArticleStory,
}

/** A parcel by itself. */
function ParcelStory({ detail: { story, references } }: { detail: DataDetail }) {
  return (
    <>
      {story.sections.map((section) => (
        <Parcel key={section.name} section={section} references={references} />
      ))}
    </>
  )
}

/** A ticket: what it is about, and what was written. */
function TicketStory({ detail: { object, story, references } }: { detail: DataDetail }) {
  const messages = Array.isArray(object.messages) ? object.messages.filter(isFields) : []
  return (
    <div class="columns">
      <Messages messages={messages} />
      {story.sections.map(({ name, title, rows }) => (
        <section key={name} class="card">
          <h2>{title}</h2>
          <Facts rows={idLast(rows)} references={references} />
        </section>
      ))}
    </div>
  )
}

/** An article: its fields, and its text as customers see it. */
function ArticleStory({ detail }: { detail: DataDetail }) {
  const { body } = detail.object
  return (
    <div class="columns">
      <section class="card">
        <h2>{t.preview}</h2>
        <Markdown text={typeof body === 'string' ? body : ''} />
      </section>
      <section class="card">
        <h2>{t.fields}</h2>
        <AllFields detail={detail} />
      </section>
    </div>
  )
}

/** An object in the shape of people's questions, with all of its fields folded below. */
export function Detail({ type, detail, onChange }: DetailProps) {
  const Story = stories[type]
  const [isOpen, setOpen] = useState(false)
  const { object, visibleCustom } = detail
  return (
    <div class="stack">
      <Story detail={detail} onChange={onChange} />
      {'custom' in object && <Custom fields={object.custom} visible={visibleCustom} />}
      {type !== 'articles' && (
        <details class="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t.allFields}</summary>
          {isOpen && <AllFields detail={detail} />}
        </details>
      )}
      <Raw object={object} />
    </div>
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
