import * as v from 'valibot'
import { listUpTo } from '../lookup/list.ts'
import { articles, articleTopics } from '../objects/types/article.ts'
import type { Tool } from './tool.ts'

/** A help page of the shop. */
export interface ViewedArticle {
  id: string
  title: string
  body: string
  url: string | null
  language: string | null
  updatedAt: string
}

const Topic = v.object({ topic: v.picklist(articleTopics), language: v.pipe(v.string(), v.maxLength(35)) })
/** Articles of one topic that are looked at, the newest change first. */
const MOST = 20

/** The published help pages about a topic: those in the language first, then those without one, then those in others that can be linked. */
export const findArticles: Tool<v.InferOutput<typeof Topic>, ViewedArticle[]> = {
  name: 'find_articles',
  description: "Finds the shop's own help pages about a topic.",
  input: Topic,
  allowed: 'anyone',
  run: async ({ read, asker: { workspaceId } }, { topic, language }) => {
    const page = await listUpTo(read, articles, workspaceId, { filters: { topic }, limit: MOST })
    const text = (value: unknown) => (typeof value === 'string' ? value : null)
    return page.data
      .filter(({ status }) => status !== 'draft')
      .map((article) => ({
        id: article.id,
        title: text(article.title) ?? article.id,
        body: text(article.body) ?? '',
        url: text(article.url),
        language: text(article.language)?.split('-')[0]?.toLowerCase() ?? null,
        updatedAt: article.updatedAt,
      }))
      .filter((article) => isReadable(article, language) || article.url !== null)
      .sort((one, other) => rank(one, language) - rank(other, language))
  },
  objects: (found) => found.map(({ id }) => `articles/${id}`),
}

/** Whether customers may read it in their language. */
export function isReadable(article: ViewedArticle, language: string): boolean {
  return article.language === null || article.language === language
}

function rank(article: ViewedArticle, language: string): number {
  if (article.language === language) return 0
  return article.language === null ? 1 : 2
}
