import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import { objectAddress } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { ChoiceField, Field, TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { article as t } from '../texts/en/article.ts'
import { data as texts } from '../texts/en/data.ts'
import { Markdown } from './markdown.tsx'
import style from './style.module.css'

type Topic = 'returns' | 'shipping' | 'payment' | 'warranty' | 'contact' | 'other'
const statuses = ['published', 'draft'] as const

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** The fields of an article, with its text as customers see it beside them. */
export function Editor({ stored }: { stored: Record<string, unknown> | undefined }) {
  const { route } = useLocation()
  const [title, setTitle] = useState(textIn(stored?.title))
  const [body, setBody] = useState(textIn(stored?.body))
  const [language, setLanguage] = useState(textIn(stored?.language))
  const [topic, setTopic] = useState(textIn(stored?.topic))
  const [url, setUrl] = useState(textIn(stored?.url))
  const [status, setStatus] = useState<(typeof statuses)[number]>(stored?.status === 'draft' ? 'draft' : 'published')
  const work = useAction(async () => {
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
          status,
        },
      }),
    )
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
          onInput={setTitle}
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
              onInput={(event) => setBody(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="fields">
          <ChoiceField label={t.topic} value={topic} options={texts.topics} none={t.noTopic} onChange={setTopic} />
          <TextField
            label={t.language}
            hint={t.languageHint}
            value={language}
            onInput={setLanguage}
            error={error?.issue('language')}
            maxLength={64}
          />
        </div>
        <TextField
          label={t.url}
          hint={t.urlHint}
          type="url"
          value={url}
          onInput={setUrl}
          error={error?.issue('url')}
          maxLength={2_000}
        />
        <fieldset class="choices">
          <legend>{t.status}</legend>
          {statuses.map((one) => (
            <label key={one} class="choice">
              <input type="radio" name="status" checked={status === one} onChange={() => setStatus(one)} />
              <span>
                {texts.statuses[one]}
                <span class="hint">{t.statusHelp[one]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Problem error={error} />
        <Button type="submit" kind="primary" isBusy={work.isBusy}>
          {t.save}
        </Button>
      </Form>
      <section class="card">
        <h2>{t.preview}</h2>
        {title && <p class={style.title}>{title}</p>}
        {body.trim() ? <Markdown text={body} /> : <p class="quiet">{t.noText}</p>}
      </section>
    </div>
  )
}
