import { useState } from 'preact/hooks'
import { Foreign, Moment } from '../parts/values.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import { type Fields, isFields } from './object-fields.ts'
import style from './style.module.css'

const FIRST = 25

/** The messages of a ticket, as they were written. */
export function Messages({ messages }: { messages: Fields[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? messages : messages.slice(0, FIRST)
  return (
    <section class="card">
      <h2>{`${t.messages} (${messages.length})`}</h2>
      <ol class={style.messages}>
        {shown.map(({ id, author, body, createdAt, internal }) => (
          <li key={String(id)} class={internal === true ? style.internal : undefined}>
            <p class="quiet">
              <Foreign>{authorOf(author)}</Foreign> {typeof createdAt === 'string' && <Moment at={createdAt} />}{' '}
              {internal === true && t.internal}
            </p>
            <p class={style.text}>
              <Foreign>{String(body ?? '')}</Foreign>
            </p>
          </li>
        ))}
      </ol>
      {shown.length < messages.length && (
        <button type="button" class="button" onClick={() => setWhole(true)}>
          {t.showAll(messages.length)}
        </button>
      )}
    </section>
  )
}

function authorOf(author: unknown): string {
  if (!isFields(author)) return ''
  const { name, type } = author
  const kind = t.authors[String(type)] ?? String(type)
  return typeof name === 'string' && name ? `${name} (${kind})` : kind
}
