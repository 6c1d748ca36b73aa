import type { articleTopics } from '../../objects/types/article.ts'
import { findArticles } from '../../tools/find-articles.ts'
import { useTool } from '../../tools/tool.ts'
import type { Command } from '../commands/command.ts'
import { type Draft, handOver, say } from '../draft.ts'
import { sentenceOf, wordsOf } from './hand-over-words.ts'
import { answerFromPage, sayPage } from './pages.ts'

/**
 * The shop's own help page about a question: the one that a search finds, else the only one about a topic. Without any, people answer.
 *
 * @param topics the likeliest first
 * @param more says what else is known about it
 */
export async function answerFromPages(
  draft: Draft,
  command: Command,
  topics: (typeof articleTopics)[number][],
  more?: () => Promise<void>,
): Promise<void> {
  const found = await answerFromPage(draft, command, { topics: command.topic ? [command.topic] : topics })
  if (found === 'asked') return
  if (found === null) await sayOnlyPage(draft, command, command.topic ?? topics[0])
  await more?.()
  if (draft.facts.length > 0) return
  say(draft, draft.speech.says.noPolicy)
  handOver(draft, {
    reason: 'no_article',
    priority: 'normal',
    summary: sentenceOf('Asks what no help page answers', wordsOf(draft, command)),
  })
}

async function sayOnlyPage(
  draft: Draft,
  command: Command,
  topic: (typeof articleTopics)[number] | undefined,
): Promise<void> {
  if (topic === undefined) return
  const { language } = draft.speech
  const [first, second] = await useTool(findArticles, draft.tools, { topic, language })
  // Of several, none is surely about it.
  const isOnly = second === undefined || (first !== undefined && second.language !== first.language)
  if (first && isOnly) sayPage(draft, command, first, [])
}
