import { choice, flag, locale, text, textOfBytes, url } from '../../lib/fields.ts'
import { object, optional } from '../../lib/schema.ts'
import { choiceFilter } from '../find/filter.ts'
import { MAX_OBJECT_BYTES, type Resource } from '../resource.ts'
import { identity } from './shared-fields.ts'

export const articleTopics = ['returns', 'shipping', 'payment', 'warranty', 'contact', 'other'] as const
export const articleStatuses = ['published', 'draft'] as const

/** Most bytes of a body in UTF-8. A longer text answers several questions: it belongs into several articles. */
export const MAX_ARTICLE_BYTES = 64 * 1024

export const Article = object('Article', {
  ...identity,
  title: optional(text()),
  body: optional(textOfBytes('Plain text or Markdown, at most 64 KiB in UTF-8.', MAX_ARTICLE_BYTES)),
  language: optional(locale('Language as a BCP 47 tag, such as `de-AT`.')),
  topic: optional(choice(articleTopics)),
  url: optional(url('The page of the article in your shop.')),
  callPerson: optional(
    flag('Whether the assistant also hands over to people after it has shown the page. Left out: it does not.'),
  ),
  status: optional(
    choice(articleStatuses, 'Customers never see a `draft`. An article without a status counts as `published`.'),
  ),
})

export const articles: Resource = {
  name: 'articles',
  noun: 'article',
  about:
    "The shop's own help pages and policies, such as shipping, returns and payment. The assistant answers questions about the shop from them.",
  schema: Article,
  filters: [
    choiceFilter(
      {
        name: 'topic',
        description: 'The topic of the article.',
        example: 'returns',
        storage: { column: 'topic', index: 'updates' },
      },
      articleTopics,
    ),
    choiceFilter(
      {
        name: 'status',
        description: 'The status of the article.',
        example: 'published',
        storage: { column: 'status', index: 'updates' },
      },
      articleStatuses,
    ),
  ],
  listed: ['title', 'topic', 'status', 'language'],
  searched: {
    names: ['title'],
    marks: [],
    body: ['body'],
    favor: ({ status }) => (status === 'draft' ? 0.5 : 1),
  },
  maxPerCall: 25,
  maxPerBatch: 1_000,
  maxBytes: MAX_OBJECT_BYTES,
  callSize: 'small',
  isPersonal: false,
  example: {
    id: 'a_returns',
    updatedAt: '2026-03-01T09:30:00.000Z',
    title: 'Returns',
    body: 'You can return anything within **30 days**. Wear it at home, not outside.',
    language: 'en',
    topic: 'returns',
    url: 'https://shop.example.com/help/returns',
    status: 'published',
  },
}
