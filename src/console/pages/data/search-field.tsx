import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { data as t } from '../texts/en/data.ts'
import { addressOf, type Place } from './place.ts'
import style from './style.module.css'

/** A search among the objects of a type. `/` leads to it. */
export function SearchField({ place: { type, q = '' } }: { place: Place }) {
  const { route } = useLocation()
  const [text, setText] = useState(q)
  return (
    <search>
      <Form class={style.search} onSubmit={() => route(addressOf({ type, q: text.trim(), filters: {} }))}>
        <TextField label={t.searchFor[type]} value={text} onInput={setText} maxLength={200} />
        <Button type="submit">{t.search}</Button>
      </Form>
    </search>
  )
}
