import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { audit as t } from '../texts/en/audit.ts'

const MOST_CHARACTERS = 320

/** What narrows the log down. */
export function FilterForm({ filters }: { filters: Filters }) {
  const { route } = useLocation()
  const [typed, setTyped] = useState(filters)
  const text = (name: 'actor' | 'action' | 'subject', hint?: string) => (
    <TextField
      label={t[name]}
      {...(hint ? { hint } : {})}
      value={typed[name] ?? ''}
      onInput={(value) => setTyped({ ...typed, [name]: value.trim() })}
      maxLength={MOST_CHARACTERS}
    />
  )
  return (
    <Form
      class="audit-filters"
      onSubmit={() => route(addressOf(Object.fromEntries(Object.entries(typed).filter(([, value]) => value))))}
    >
      <div class="fields">
        {text('actor')}
        {text('action', t.actionHint)}
        {text('subject')}
      </div>
      <div class="page-actions">
        <Button type="submit">{t.show}</Button>
        {Object.keys(filters).length > 0 && (
          <a class="button" href={addressOf({})}>
            {t.clear}
          </a>
        )}
      </div>
    </Form>
  )
}

const filterNames = ['actor', 'action', 'subject', 'since'] as const
export type Filters = Partial<Record<(typeof filterNames)[number], string>>

/** What the address shows. */
export function filtersOf(query: Record<string, string>): Filters {
  return Object.fromEntries(filterNames.filter((name) => query[name]).map((name) => [name, query[name]]))
}

export function addressOf(filters: Filters, cursor?: string): string {
  const query = new URLSearchParams({ ...filters, ...(cursor ? { cursor } : {}) }).toString()
  return at('/audit') + (query ? `?${query}` : '')
}
