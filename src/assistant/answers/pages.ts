import type { Synonyms } from '../../search/objects-by-term.ts'
import {
  type FoundArticle,
  getArticle,
  isReadable,
  searchArticles,
  type ViewedArticle,
} from '../../tools/find-articles.ts'
import { useTool } from '../../tools/tool.ts'
import type { Command } from '../commands/command.ts'
import { addFact, ask, type Draft, handOver, say } from '../draft.ts'
import { daysIn } from '../understand/days.ts'
import { fold } from '../understand/words.ts'
import { sentenceOf, wordsOf } from './hand-over-words.ts'

/** The customer's own word counts more than another one that means the same. */
const OWN_WORD = 0.5
/** A word in the title counts as much as three in the text. */
const IN_TITLE = 3
/** The share of what a question names that a page must have; with a word of it in its title, less is enough. */
const ENOUGH = 0.6
const ENOUGH_NAMED = 0.4
/** What no page has: something that customers ask shops for is missing, an unknown word may be a name. */
const MISSING = 2.5
const UNKNOWN = 0.6
/** In a message that may be about anything, it is rather another subject: the size of Jupiter. */
const UNKNOWN_IF_SURE = 1.5
/** Two pages are close if the second has at least this share of the first one's score. */
const CLOSE = 0.8
/** The topic of a page only breaks ties. */
const OF_TOPIC = 1.05
/** The number of characters of a paragraph that are shown. Its link leads to the rest. */
const MOST_SHOWN = 500

interface Ranked {
  page: FoundArticle
  score: number
}

/**
 * Answers with the best paragraph of the help page that a question is about; two pages that are close are asked for by their titles.
 *
 * @param options `topics` of pages that come first between equals; `isSure`: only a page that surely is about it
 * @returns the page; null if no page fits, or if the customer was asked which of two is meant
 */
export async function answerFromPage(
  draft: Draft,
  command: Command,
  { topics = [], isSure = false }: { topics?: readonly string[]; isSure?: boolean } = {},
): Promise<ViewedArticle | 'asked' | null> {
  const { speech, tools } = draft
  const { language } = speech
  const text = command.earlier ?? command.text
  const terms = speech.terms(text)
  if (command.pageId !== undefined) {
    const chosen = await useTool(getArticle, tools, { id: command.pageId, language })
    if (chosen) sayPage(draft, command, chosen, terms)
    return chosen
  }
  if (terms.length === 0) return null
  const [best, second] = await ranked(draft, terms, topics, isSure)
  if (!best) return null
  const isRead = isReadable(best.page, language)
  if (isRead && second && second.score >= best.score * CLOSE && second.page.title !== best.page.title) {
    const pages = [best.page, second.page]
    const choices = pages.map(({ title }) => ({ label: title, text: title }))
    ask(draft, 'page', command, speech.says.whichPage, choices)
    if (draft.state.pending) draft.state.pending.pageIds = pages.map(({ id }) => id)
    return 'asked'
  }
  sayPage(draft, command, best.page, terms)
  return best.page
}

/** The pages that are about the question, the best one first; those that the customer cannot read only if there are no others. */
async function ranked(
  { tools, speech }: Draft,
  terms: Synonyms[],
  topics: readonly string[],
  isSure: boolean,
): Promise<Ranked[]> {
  const { language } = speech
  const { found, counts, all } = await useTool(searchArticles, tools, { terms, language })
  const weights = counts.map((count, at) => {
    if (count > 0) return Math.log(1 + (all - count + 0.5) / (count + 0.5))
    if ((terms[at]?.words.length ?? 0) > 1) return MISSING
    return isSure ? UNKNOWN_IF_SURE : UNKNOWN
  })
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const pages = found.flatMap((page): Ranked[] => {
    const named = new Set(page.hits.flatMap(({ at, isNamed }) => (isNamed ? [at] : [])))
    const had = new Set(page.hits.map(({ at }) => at))
    const covered = sumOf(had, weights) / whole
    // A page about another subject has to have most of the question.
    const isElsewhere = topics.length > 0 && page.topic !== null && !topics.includes(page.topic)
    const isLenient = named.size > 0 && !isSure && !isElsewhere
    const isAbout = covered >= (isLenient ? ENOUGH_NAMED : ENOUGH) && (named.size > 0 || had.size > 1)
    const own = new Set(ownWordsIn(page, terms))
    const score = sumOf(had, weights) + (IN_TITLE - 1) * sumOf(named, weights) + OWN_WORD * sumOf(own, weights)
    return isAbout ? [{ page, score: score * (topics.includes(page.topic ?? '') ? OF_TOPIC : 1) }] : []
  })
  const bestOf = (which: string) =>
    pages.filter(({ page }) => isReadable(page, which)).sort((one, other) => other.score - one.score)
  const [readable, ofShop] = [bestOf(language), bestOf(tools.settings.defaultLanguage)]
  if (readable.length > 0) return readable
  return ofShop.length > 0 ? ofShop : pages.sort((one, other) => other.score - one.score)
}

/** The places of the terms that the page has in the customer's own words. */
function ownWordsIn({ title, body }: ViewedArticle, terms: Synonyms[]): number[] {
  const words = new Set(fold(`${title} ${body}`).split(/[^\p{L}\p{N}]+/u))
  return terms.flatMap((term, at) => (words.has(term.words[0] ?? '') ? [at] : []))
}

function sumOf(places: Set<number>, weights: number[]): number {
  return [...places].reduce((sum, at) => sum + (weights[at] ?? 0), 0)
}

/** Says the paragraph of a page that fits best, with the link to the page. */
export function sayPage(draft: Draft, command: Command, page: ViewedArticle, terms: Synonyms[]): void {
  const { says, language } = draft.speech
  const { id, title, url, body, updatedAt } = page
  const { text, at } = paragraphFor(body, terms, shapeOf(draft, command))
  const isHere = isReadable(page, language)
  addFact(draft, `articles/${id}`, { title, url, ...(isHere ? { paragraph: at } : {}) }, updatedAt)
  const isSilent = isHere && lacksDetail(draft, command, body)
  if (isSilent) say(draft, says.pageSilent(title, url))
  else if (isHere) say(draft, shortened(text), url ? says.readMore(title, url) : '')
  else if (url) say(draft, says.inOtherLanguage(title, url))
  if (isSilent || page.callPerson)
    handOver(draft, {
      reason: 'no_article',
      priority: 'normal',
      summary: sentenceOf(
        isSilent ? `Asks what the help page “${title}” does not say` : `Was shown the help page “${title}”`,
        wordsOf(draft, command),
      ),
    })
}

/** Whether the question names a country, a size or a day that the page does not have. */
function lacksDetail({ speech }: Draft, { text, earlier }: Command, body: string): boolean {
  const said = earlier ?? text
  const folded = fold(body)
  const { words, hits } = speech.lexicon?.annotate(said) ?? { words: [], hits: [] }
  const countries = hits.flatMap(({ concept, at }) => (concept === 'country' ? [words[at] ?? ''] : []))
  const isGeneral = (word: string) => hits.some(({ concept, at }) => concept === 'abroad' && words[at] === word)
  const places = countries.filter((word) => !isGeneral(word) && !GENERAL.test(word))
  const sizes = [...said.matchAll(SIZE)].map(([, size = '']) => fold(size))
  const known = new Set(folded.split(/[^\p{L}\p{N}]+/u))
  const days = daysIn(said, speech.months)
  const knownDays = daysIn(body, speech.months)
  return (
    places.some((word) => !folded.includes(word)) ||
    sizes.some((size) => !known.has(size)) ||
    days.some(({ day, month }) => !knownDays.some((one) => one.day === day && one.month === month))
  )
}

/** Words for any country. */
const GENERAL = /^(?:countr|land|lander|pays|paises?$)/
const SIZE =
  /(?<!\p{L})(?:sizes?|gr[oö](?:ß|ss)en?|tailles?|pointures?|tallas?)\s+(\d{1,3}|x{0,3}[sml]|xxl)(?![\p{L}\p{N}])/giu

interface Paragraph {
  text: string
  /** Its place in the page, from 1. */
  at: number
}

const DURATION =
  /\d\D{0,20}(?:days?|weeks?|hours?|tagen?|wochen?|stunden?|jours?|semaines?|heures?|d[ií]as?|semanas?|horas?)/iu
const PRICE = /[€$£]|\d\s?(?:EUR|USD|GBP|CHF)/u
/** A paragraph with a duration or a price, where one is asked for, counts as much as this part of a term. */
const OF_SHAPE = 0.9

/** What the answer looks like, if the question says it. */
function shapeOf({ speech }: Draft, { text, earlier }: Command): RegExp | null {
  const asked = new Set(speech.lexicon?.annotate(earlier ?? text).hits.map(({ concept }) => concept))
  if (asked.has('howmuch') || asked.has('cost') || asked.has('shipping_cost')) return PRICE
  return asked.has('howlong') || asked.has('when') || asked.has('how_fast') ? DURATION : null
}

/** The paragraph with the most of what a question names; the first of equals. */
function paragraphFor(body: string, terms: Synonyms[], shape: RegExp | null): Paragraph {
  const paragraphs = plain(body)
    .split(/\n\s*\n/)
    .map((text, index) => ({ text: text.trim(), at: index + 1 }))
    .filter(({ text }) => text !== '')
  const scored = paragraphs.map((paragraph) => ({
    paragraph,
    count: countIn(paragraph.text, terms) + (shape?.test(paragraph.text) ? OF_SHAPE : 0),
  }))
  const most = Math.max(0, ...scored.map(({ count }) => count))
  return scored.find(({ count }) => count === most)?.paragraph ?? { text: '', at: 1 }
}

function countIn(text: string, terms: Synonyms[]): number {
  const words = fold(text).split(/[^\p{L}\p{N}]+/u)
  const known = new Set(words)
  return terms.filter(
    (term) =>
      term.words.some((word) => known.has(word)) ||
      term.beginnings.some((beginning) => words.some((word) => word.startsWith(beginning))),
  ).length
}

/** Markdown as plain text. */
function plain(body: string): string {
  return body
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`#>]+/g, '')
    .trim()
}

/** The beginning of a paragraph, cut at a sentence if there is one. */
function shortened(text: string): string {
  if (text.length <= MOST_SHOWN) return text
  const cut = text.slice(0, MOST_SHOWN)
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('\n'))
  return end > MOST_SHOWN / 3 ? cut.slice(0, end + 1).trim() : `${cut.toWellFormed().trim()}…`
}
