import * as v from 'valibot'
import { listUpTo } from '../lookup/list.ts'
import { getObjects, type ShownObject } from '../objects/find/read.ts'
import { articles, articleTopics } from '../objects/types/article.ts'
import { searchedResources } from '../search/indexed-types.ts'
import { objectsByTerm, type TermHit } from '../search/objects-by-term.ts'
import type { Tool } from './tool.ts'

/** A help page of the shop. */
export interface ViewedArticle {
  id: string
  title: string
  body: string
  url: string | null
  language: string | null
  topic: string | null
  /** Whether people should take over after the page. */
  callPerson: boolean
  updatedAt: string
}

const Language = v.pipe(v.string(), v.maxLength(35))
const Topic = v.object({ topic: v.picklist(articleTopics), language: Language })
/** Articles of one topic that are looked at, the newest change first. */
const MOST = 20

/** The published help pages about a topic: those in the language first, then those without one, then those in others that can be linked. */
export const findArticles: Tool<v.InferOutput<typeof Topic>, ViewedArticle[]> = {
  name: 'find_articles',
  description: "Finds the shop's own help pages about a topic.",
  input: Topic,
  allowed: 'anyone',
  run: async ({ read, asker: { workspaceId }, settings }, { topic, language }) => {
    const page = await listUpTo(read, articles, workspaceId, { filters: { topic }, limit: MOST })
    return shown(page.data, language, settings.defaultLanguage)
  },
  objects: (found) => found.map(({ id }) => `articles/${id}`),
}

const Words = v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(200))
const Searched = v.object({
  /** What the question names, each in all words for it. */
  terms: v.pipe(v.array(v.object({ words: Words, beginnings: Words })), v.maxLength(12)),
  language: Language,
})

/** A help page with the terms that it has. */
export interface FoundArticle extends ViewedArticle {
  hits: TermHit[]
}

export interface FoundArticles {
  /** In no order. */
  found: FoundArticle[]
  /** For each term the number of pages that have it. */
  counts: number[]
  /** The number of pages. */
  all: number
}

/** Pages that are read for one question: those with the most terms. */
const MOST_READ = 12

/** The published help pages that have words of a question. */
export const searchArticles: Tool<v.InferOutput<typeof Searched>, FoundArticles> = {
  name: 'search_articles',
  description: "Searches the shop's own help pages by words.",
  input: Searched,
  allowed: 'anyone',
  run: async ({ read, asker: { workspaceId }, settings }, { terms, language }) => {
    const resource = searchedResources.find(({ name }) => name === articles.name)
    const hits = resource ? await objectsByTerm(read, workspaceId, resource, terms) : []
    const byId = Map.groupBy(hits, ({ id }) => id)
    const most = [...byId].sort(([, one], [, other]) => other.length - one.length).slice(0, MOST_READ)
    const ids = most.map(([id]) => id)
    const pages = shown((await getObjects(read, articles, workspaceId, ids)).data, language, settings.defaultLanguage)
    const { all = 0 } =
      (await read.get<{ all: number }>('SELECT count(*) AS "all" FROM articles WHERE workspace_id = ?', workspaceId)) ??
      {}
    const counts = terms.map((_, at) => new Set(hits.flatMap((hit) => (hit.at === at ? [hit.id] : []))).size)
    return { found: pages.map((page) => ({ ...page, hits: byId.get(page.id) ?? [] })), counts, all }
  },
  // Words of a message are in the message.
  logged: () => ({}),
  objects: ({ found }) => found.map(({ id }) => `articles/${id}`),
}

const One = v.object({ id: v.pipe(v.string(), v.maxLength(255)), language: Language })

/** A published help page; null if customers cannot see it. */
export const getArticle: Tool<v.InferOutput<typeof One>, ViewedArticle | null> = {
  name: 'get_article',
  description: 'Reads one help page.',
  input: One,
  allowed: 'anyone',
  run: async ({ read, asker: { workspaceId }, settings }, { id, language }) =>
    shown((await getObjects(read, articles, workspaceId, [id])).data, language, settings.defaultLanguage)[0] ?? null,
  objects: (found) => (found ? [`articles/${found.id}`] : []),
}

/** What customers may see, in the order in which they should. */
function shown(found: ShownObject[], language: string, shopLanguage: string): ViewedArticle[] {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return found
    .filter(({ status }) => status !== 'draft')
    .map((article) => ({
      id: article.id,
      title: text(article.title) ?? article.id,
      body: text(article.body) ?? '',
      url: text(article.url),
      language: text(article.language)?.split('-')[0]?.toLowerCase() ?? null,
      topic: text(article.topic),
      callPerson: article.callPerson === true,
      updatedAt: article.updatedAt,
    }))
    .filter((article) => isReadable(article, language) || article.url !== null)
    .sort((one, other) => rank(one, language, shopLanguage) - rank(other, language, shopLanguage))
}

/** Whether customers may read it in their language. */
export function isReadable(article: ViewedArticle, language: string): boolean {
  return article.language === null || article.language === language
}

function rank(article: ViewedArticle, language: string, shopLanguage: string): number {
  if (article.language === language) return 0
  if (article.language === null) return 1
  return article.language === shopLanguage ? 2 : 3
}
