import { type Route, route } from '../../http/route.ts'
import { choice, id, locale, someText, text, textOfBytes, url } from '../../lib/fields.ts'
import { object, optional } from '../../lib/schema.ts'
import { articleStatuses, articleTopics, MAX_ARTICLE_BYTES } from '../../objects/types/article.ts'
import { type WrittenArticle, writeArticle } from '../../objects/write-article.ts'
import { member } from '../credentials.ts'

const write = route({
  tag: 'Data',
  credential: member,
  limits: ['calls'],
  method: 'POST',
  path: '/articles',
  operationId: 'writeArticle',
  summary: 'Write an article, or change one',
  description:
    'For shops that push no articles. A later push of an article with the same id replaces it. If the article has changed meanwhile, the response is 409 `article_changed`.',
  body: {
    schema: object('WrittenArticle', {
      id: optional(id('Of the article to change; null for a new one.')),
      seen: optional(text('The `updatedAt` of the article to change; null for a new one.')),
      title: someText('What it is about.', 2_000),
      body: textOfBytes('Plain text or Markdown, at most 64 KiB in UTF-8.', MAX_ARTICLE_BYTES),
      language: optional(locale('Language as a BCP 47 tag, such as `de-AT`.')),
      topic: optional(choice(articleTopics)),
      url: optional(url()),
      status: choice(articleStatuses),
    }),
    size: 'small',
    example: { title: 'Returns', body: 'You can return anything within **30 days**.', status: 'published' },
  },
  status: 200,
  response: { schema: object('ArticleWritten', { id: id() }), example: { id: 'written_0VbaaJfV00007x0000Rb2' } },
  errors: ['CONFLICT'],
  handler: async ({ body, workspace, actor, hooks, store, clock, wake }) => {
    const { id = null, seen = null, language = null, topic = null, url = null, title, body: text, status } = body
    const article: WrittenArticle = { title, body: text, language, topic, url, status }
    const writing = { workspaceId: workspace.id, id, seen, article }
    const written = await store.write((tx) => writeArticle(tx, { actor, hooks }, writing, clock.now()))
    wake()
    return { id: written.id }
  },
})

export const articleRoutes: Route[] = [write]
