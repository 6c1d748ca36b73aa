import { Markdown } from '../article/markdown.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'

/** The text of an article as customers see it. */
export function ArticleText({ body }: { body: unknown }) {
  if (typeof body !== 'string') return null
  return (
    <section class="card">
      <h2>{t.preview}</h2>
      <Markdown text={body} />
    </section>
  )
}
