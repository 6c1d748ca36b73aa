import type { articleTopics } from '../../objects/types/article.ts'
import { findArticles, isReadable } from '../../tools/find-articles.ts'
import { getOrder } from '../../tools/orders.ts'
import { returnPeriod } from '../../tools/refunds.ts'
import { useTool } from '../../tools/tool.ts'
import type { Command, CommandName } from '../commands.ts'
import { addFact, type Draft, handOver, say } from '../draft.ts'
import { hasOrderNumber } from '../understand/numbers.ts'
import { sentenceOf, wordsOf } from './hand-over-words.ts'
import { whichOrder } from './which-order.ts'

const TOPICS: Partial<Record<CommandName, (typeof articleTopics)[number][]>> = {
  return_how: ['returns'],
  policy: ['warranty', 'returns', 'other'],
  shipping_info: ['shipping'],
  payment_info: ['payment'],
}
/** The number of characters shown of an article. Its link leads to the rest. */
const MOST_TOLD = 500

/** The shop's own help pages, and the return period of its settings. Without either, people answer. */
export async function answerPolicy(draft: Draft, command: Command): Promise<void> {
  const { says, language } = draft.speech
  const topics = command.topic ? [command.topic] : (TOPICS[command.name] ?? [])
  for (const topic of topics) {
    const [article] = await useTool(findArticles, draft.tools, { topic, language })
    if (!article) continue
    const { id, title, url, body, updatedAt } = article
    addFact(draft, `articles/${id}`, { title, url }, updatedAt)
    if (isReadable(article, language)) say(draft, shortened(body), url ? says.readMore(title, url) : '')
    else if (url) say(draft, says.inOtherLanguage(title, url))
    break
  }
  if (command.name === 'return_how') await sayReturnPeriod(draft, command)
  if (draft.facts.length > 0) return
  say(draft, says.noPolicy)
  handOver(draft, {
    reason: 'no_article',
    priority: 'normal',
    summary: sentenceOf('Asks what no help page answers', wordsOf(draft, command)),
  })
}

async function sayReturnPeriod(draft: Draft, command: Command): Promise<void> {
  const { says, date } = draft.speech
  const isNamed = draft.tools.asker.customerId !== null && hasOrderNumber(command.text)
  const { orderId } = draft.state
  const known = () => (orderId === null ? null : useTool(getOrder, draft.tools, { id: orderId }))
  const order = isNamed ? await whichOrder(draft, command) : await known()
  if (draft.state.pending) return
  if (order?.returnableUntil) {
    addFact(
      draft,
      `orders/${order.id}`,
      { number: order.number, returnableUntil: order.returnableUntil },
      order.updatedAt,
    )
    say(draft, says.returnUntil(order.number, date(order.returnableUntil)))
    return
  }
  const { days, isOn } = await useTool(returnPeriod, draft.tools, {})
  // The default of a workspace that refunds nothing is no promise of its shop.
  if (!isOn) return
  addFact(draft, 'settings/refunds', { returnPeriodDays: days })
  say(draft, days === null ? says.returnAnyTime : says.returnDays(days))
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
