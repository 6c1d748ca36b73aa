import type { Article } from '../../client/objects.ts'
import type { Stored } from '../../client/reads.ts'
import { requireObject } from '../../lookup/stories.ts'
import { articles } from '../../objects/types/article.ts'
import { linesOf, print, strong } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'
import { joined, printFacts, view, when } from './view.ts'

type StoredArticle = Stored<Article>

export const articleView = view<StoredArticle>({
  resource: articles,
  columns: [
    ['ID', ({ id }) => id],
    [cut('TITLE'), ({ title }) => title ?? ''],
    ['TOPIC', ({ topic }) => topic ?? ''],
    ['STATUS', ({ status }) => status ?? ''],
    [spare('LANGUAGE'), ({ language }) => language ?? ''],
  ],
  summary: ({ title, topic, status }) => joined(title, topic, status),
  show: async (reader, workspaceId, id) => {
    const article = (await requireObject(reader, articles, workspaceId, id)) as StoredArticle
    return { json: { article }, print: async () => printArticle(article) }
  },
})

function printArticle({ id, title, status, topic, language, url, body, updatedAt }: StoredArticle): void {
  print([strong(`Article ${joined(title ?? id, status)}`)])
  printFacts({ id, topic, language, url, updated: when(updatedAt) })
  if (body !== undefined) print('', ...linesOf(body, '  '))
}
