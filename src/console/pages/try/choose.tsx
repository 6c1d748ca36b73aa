import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { useData } from '../parts/use-data.ts'
import { Foreign, foreign } from '../parts/values.tsx'
import { trying as t } from '../texts/en/try.ts'
import style from './style.module.css'

/** Whom the assistant takes the person for: a customer, or a guest (null). */
export type Role = { id: string; name: string } | null

const MOST = 8

/** The customers who changed last, or those that fit a search. */
export function Choose({ onChoose, isBusy }: { onChoose: (role: Role) => void; isBusy: boolean }) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const query = { limit: MOST, ...(asked && { q: asked }) }
  const { data, error, reload } = useData(
    () => read(api.GET('/data/{type}', { params: { path: { type: 'customers' }, query } })),
    `try ${asked}`,
  )
  return (
    <div class={style.roles}>
      <section class="card">
        <h2>{t.guest}</h2>
        <p>{t.guestWhy}</p>
        <Button kind="primary" isBusy={isBusy} onClick={() => onChoose(null)}>
          {t.startGuest}
        </Button>
      </section>
      <section class="card">
        <h2>{t.customer}</h2>
        <p>{t.customerWhy}</p>
        <Form class={style.search} onSubmit={() => setAsked(text.trim())}>
          <TextField label={t.find} value={text} onInput={setText} maxLength={200} />
          <Button type="submit">{t.search}</Button>
        </Form>
        <Problem error={error} onRetry={reload} />
        {data?.data.length === 0 && (
          <p role="status">
            {asked ? (
              t.noneFound
            ) : (
              <>
                {t.noCustomers} <a href={at('/data')}>{t.push}</a>
              </>
            )}
          </p>
        )}
        <ul class="rows">
          {data?.data.map(({ id, title, about }) => (
            <li key={id} class={style.customer}>
              <span>
                <strong>
                  <Foreign>{title ?? id}</Foreign>
                </strong>{' '}
                <span class="quiet">
                  <Foreign>{about ?? id}</Foreign>
                </span>
              </span>
              <button
                type="button"
                class="button"
                disabled={isBusy}
                aria-label={t.start(foreign(title ?? id))}
                onClick={() => onChoose({ id, name: title ?? id })}
              >
                {t.startShort}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
