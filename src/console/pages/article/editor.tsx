import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import { objectAddress } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { Choices } from '../parts/choices.tsx'
import { Check, ChoiceField, Field, TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { article as t } from '../texts/en/article.ts'
import { data as texts } from '../texts/en/data.ts'
import { Markdown } from './markdown.tsx'
import style from './style.module.css'

type Topic = 'returns' | 'shipping' | 'payment' | 'warranty' | 'contact' | 'other'
type Stored = Record<string, unknown> | undefined
const statuses = ['published', 'draft'] as const

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** What the fields contain of an article. */
const fieldsOf = (stored: Stored, title = '') => ({
  title: stored ? textIn(stored.title) : title,
  body: textIn(stored?.body),
  language: textIn(stored?.language),
  topic: textIn(stored?.topic),
  url: textIn(stored?.url),
  callPerson: stored?.callPerson === true,
  status: (stored?.status === 'draft' ? 'draft' : 'published') as (typeof statuses)[number],
})

/** @returns the id of the article */
async function save(
  stored: Stored,
  { title, body, language, topic, url, callPerson, status }: ReturnType<typeof fieldsOf>,
) {
  const { id } = await read(
    api.POST('/articles', {
      body: {
        id: stored ? textIn(stored.id) : null,
        seen: stored ? textIn(stored.updatedAt) : null,
        title: title.trim(),
        body,
        language: language.trim() || null,
        topic: (topic || null) as Topic | null,
        url: url.trim() || null,
        callPerson,
        status,
      },
    }),
  )
  return id
}

/** The fields of an article, with its text as customers see it beside them. */
export function Editor({ stored, title: begun }: { stored: Stored; title: string }) {
  const { route } = useLocation()
  const [fields, setFields] = useState(() => fieldsOf(stored, begun))
  const set = (change: Partial<typeof fields>) => setFields((before) => ({ ...before, ...change }))
  const { title, body, language, topic, url, callPerson, status } = fields
  const work = useAction(async () => {
    const id = await save(stored, fields)
    toast(t.saved(title.trim()))
    route(objectAddress('articles', id))
  })
  const { error } = work
  return (
    <div class={style.columns}>
      <Form class="form card" onSubmit={work.run}>
        <TextField
          label={t.title}
          value={title}
          onInput={(title) => set({ title })}
          error={error?.issue('title')}
          maxLength={2_000}
          required
        />
        <Field label={t.body} hint={t.bodyHint} error={error?.issue('body')}>
          {(ids) => (
            <textarea
              {...ids}
              class={style.body}
              value={body}
              required
              onInput={(event) => set({ body: event.currentTarget.value })}
            />
          )}
        </Field>
        <div class="fields">
          <ChoiceField
            label={t.topic}
            value={topic}
            options={texts.topics}
            none={t.noTopic}
            onChange={(topic) => set({ topic })}
          />
          <TextField
            label={t.language}
            hint={t.languageHint}
            value={language}
            onInput={(language) => set({ language })}
            error={error?.issue('language')}
            maxLength={64}
          />
        </div>
        <TextField
          label={t.url}
          hint={t.urlHint}
          type="url"
          value={url}
          onInput={(url) => set({ url })}
          error={error?.issue('url')}
          maxLength={2_000}
        />
        <Check label={t.callPerson} isOn={callPerson} onChange={(callPerson) => set({ callPerson })} />
        <Choices
          legend={t.status}
          value={status}
          values={statuses}
          titles={texts.statuses}
          help={t.statusHelp}
          onChange={(status) => set({ status })}
        />
        <Problem error={error} />
        <Button type="submit" kind="primary" isBusy={work.isBusy}>
          {t.save}
        </Button>
      </Form>
      <Preview title={title} body={body} />
    </div>
  )
}

/** The article as customers see it. */
function Preview({ title, body }: { title: string; body: string }) {
  return (
    <section class="card">
      <h2>{t.preview}</h2>
      {title && <p class={style.title}>{title}</p>}
      {body.trim() ? <Markdown text={body} /> : <p class="quiet">{t.noText}</p>}
    </section>
  )
}
