import type { articleTopics } from '../../objects/types/article.ts'
import { findArticles, isReadable } from '../../tools/find-articles.ts'
import { useTool } from '../../tools/tool.ts'
import type { Command } from '../commands/command.ts'
import { addFact, type Draft, handOver, say } from '../draft.ts'
import { sentenceOf, wordsOf } from './hand-over-words.ts'

/** The number of characters shown of an article. Its link leads to the rest. */
const MOST_TOLD = 500

/**
 * The shop's own help pages about the first of several topics that has one. Without any, people answer.
 *
 * @param more says what else is known about it
 */
export async function answerFromPages(
  draft: Draft,
  command: Command,
  topics: (typeof articleTopics)[number][],
  more?: () => Promise<void>,
): Promise<void> {
  const { says, language } = draft.speech
  for (const topic of command.topic ? [command.topic] : topics) {
    const [article] = await useTool(findArticles, draft.tools, { topic, language })
    if (!article) continue
    const { id, title, url, body, updatedAt } = article
    addFact(draft, `articles/${id}`, { title, url }, updatedAt)
    if (isReadable(article, language)) say(draft, shortened(body), url ? says.readMore(title, url) : '')
    else if (url) say(draft, says.inOtherLanguage(title, url))
    break
  }
  await more?.()
  if (draft.facts.length > 0) return
  say(draft, says.noPolicy)
  handOver(draft, {
    reason: 'no_article',
    priority: 'normal',
    summary: sentenceOf('Asks what no help page answers', wordsOf(draft, command)),
  })
}

/** The beginning of an article as plain text, cut at a sentence if there is one. */
function shortened(body: string): string {
  const plain = body
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`#>]+/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  if (plain.length <= MOST_TOLD) return plain
  const cut = plain.slice(0, MOST_TOLD)
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('\n'))
  return end > MOST_TOLD / 3 ? cut.slice(0, end + 1).trim() : `${cut.trim()}…`
}
