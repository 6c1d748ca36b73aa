import type { Command, CommandName } from '../commands/command.ts'
import { courtesies, kindOfCommand } from '../commands/list.ts'
import { answeredLanguages, languages } from '../languages/list.ts'
import { choiceIn, kindOf } from './entities.ts'
import { detectLanguage, type Hints, type Language } from './language.ts'
import type { Annotated, CompiledLexicon } from './lexicon.ts'
import { hasOrderNumber } from './numbers.ts'
import { type Scored, score } from './score.ts'
import { clausesOf, withoutAddresses } from './words.ts'

/** What a message asks for, and how sure that is. */
export interface Understood {
  /** The language to answer in. */
  language: Language
  commands: Command[]
  /** From 0 to 1. */
  confidence: number
  /** The commands to choose from if it is not clear which one is meant; else empty. */
  choices: CommandName[]
  /** The rules that decided, one for each command. */
  why: string[]
}

export interface UnderstandOptions extends Hints {
  /** Words of the titles of the workspace's products, folded. */
  products?: ReadonlySet<string>
  /** Words of the message that name what the customer has bought, folded. */
  bought?: ReadonlySet<string>
  /** Whether the message names one of the customer's own orders. */
  namesOrder?: boolean
}

/** A command below this weight is not clear enough to be answered. */
const CLEAR = 5
/** A clause of a message counts on its own from this weight on. */
const OWN = 8
/** Two commands whose scores differ by less than this are both possible. */
const MARGIN = 0.05
/** The highest weight of a rule. */
const CERTAIN = 10

/** Finds the language and the commands of a message. Pure: the same message always gives the same result. */
export function understand(
  text: string,
  { products, bought, namesOrder, ...hints }: UnderstandOptions = {},
): Understood {
  const language = detectLanguage(text, hints, products)
  const lexicon = languages[language]?.()
  if (!lexicon) return { language, commands: [command('human', text)], confidence: 1, choices: [], why: ['language'] }
  const { whole, asked, readIn } = readWith(language, lexicon, text, { products, bought, namesOrder })
  const [first] = asked
  if (!first)
    return { language, commands: [command('unclear', text)], confidence: 0, choices: [], why: ['no rule matches'] }
  return {
    language,
    commands: asked.map(({ best, text, annotated }) => ({
      ...command(best.name, text),
      kind: best.name === 'refund_request' ? kindOf(whole.annotated) : null,
      choice: best.name === 'choose' ? choiceIn(annotated.words, answeredLanguages[readIn]?.ordinals ?? []) : null,
      ...(best.name === 'policy' && hasConcept(annotated, 'visit') ? { topic: 'contact' as const } : {}),
    })),
    confidence: Math.min(...asked.map(({ best }) => best.score / CERTAIN)),
    choices: choicesOf(first),
    why: asked.map(({ best }) => `${best.name}: ${best.rule}`),
  }
}

/** A message of more words is not borrowed from another language. */
const MOST_BORROWED = 3

interface Requested {
  whole: Read
  asked: Request[]
  /** The language whose words were found. */
  readIn: Language
}

/** Reads a message by the words of its language. If a short one means nothing in it, its words may be borrowed: `merci`. */
function readWith(
  language: Language,
  lexicon: CompiledLexicon,
  text: string,
  { namesOrder, ...known }: Omit<Reading, 'lexicon'> & { namesOrder: boolean | undefined },
): Requested {
  const readIn = (language: Language, lexicon: CompiledLexicon): Requested => {
    const reading = { lexicon, ...known }
    const clauses = clausesOf(text, lexicon.joints)
    const whole = read(text, reading, { namesOrder, isAsked: clauses.length <= 1 && isQuestion(text) })
    const parts = clauses.map((clause) => read(clause, reading, { isAsked: isQuestion(clause) }))
    return { whole, asked: requestsOf(whole, parts), readIn: language }
  }
  const own = readIn(language, lexicon)
  if (own.asked.length > 0 || own.whole.annotated.words.length > MOST_BORROWED) return own
  for (const [other, lexiconOf] of Object.entries(languages)) {
    const borrowed = other === language ? own : readIn(other, lexiconOf())
    if (borrowed.asked.length > 0) return borrowed
  }
  return own
}

function command(name: CommandName, text: string): Command {
  return { name, text: text.trim(), kind: null, choice: null }
}

function hasConcept({ hits }: Annotated, name: string): boolean {
  return hits.some(({ concept }) => concept === name)
}

interface Read {
  text: string
  annotated: Annotated
  scored: Scored[]
}

interface Request extends Read {
  best: Scored
}

/** What words mean. */
interface Reading {
  lexicon: CompiledLexicon
  products: ReadonlySet<string> | undefined
  bought: ReadonlySet<string> | undefined
}

function isQuestion(text: string): boolean {
  return text.trimEnd().endsWith('?')
}

function read(
  text: string,
  { lexicon, products, bought }: Reading,
  { namesOrder = false, isAsked = false }: { namesOrder?: boolean | undefined; isAsked?: boolean } = {},
): Read {
  const annotated = lexicon.annotate(withoutAddresses(text), products, bought)
  if (isAsked) annotated.hits.push({ concept: 'asked', at: annotated.words.length })
  if (namesOrder || hasOrderNumber(text, products))
    annotated.hits.push({ concept: 'ordernumber', at: annotated.words.length })
  return { text, annotated, scored: score(annotated) }
}

/**
 * The requests of a message: one for each clause that is clear on its own, or the one of the whole message. Courtesies only count if there
 * is nothing else, and clauses that say the same in other words are one request.
 */
function requestsOf(whole: Read, parts: Read[]): Request[] {
  const clear = parts.flatMap((part) => {
    const [best] = part.scored
    return best && best.score >= OWN ? [{ ...part, best }] : []
  })
  const distinct = merged(clear)
  const [best] = whole.scored
  if (distinct.length > 1) return distinct
  const isElsewhere = best && clear.length > 1 && !clear.some((part) => part.best.name === best.name)
  if (isElsewhere && distinct[0]) return distinct
  // `This takes too long, I want my money back` asks for money.
  const isWish = best && distinct[0]?.best.name === 'refund_request' && includedIn('refund_request').includes(best.name)
  if (distinct[0] && (!best || isWish || distinct[0].best.score > best.score || courtesies.has(best.name)))
    return distinct
  if (!best || best.score < CLEAR) {
    const weak = parts.flatMap((part) => (part.scored[0] ? [{ ...part, best: part.scored[0] }] : []))
    return merged(weak.filter(({ best }) => best.score >= CLEAR)).slice(0, 1)
  }
  return [{ ...whole, best }]
}

/** Commands that a more exact one beside them includes. */
const includedIn = (name: CommandName): CommandName[] => kindOfCommand(name).includes ?? []

function merged(requests: Request[]): Request[] {
  const names = new Set(requests.map(({ best }) => best.name))
  const included = new Set([...names].flatMap((name) => includedIn(name)))
  const seen = new Set<CommandName>()
  return requests.filter(({ best: { name } }) => {
    const isRepeated = seen.has(name)
    seen.add(name)
    const isPolite = courtesies.has(name) || name === 'unclear' || name === 'out_of_scope'
    return !isRepeated && !included.has(name) && !(isPolite && names.size > 1)
  })
}

/** The commands between which the customer should choose. */
function choicesOf({ best, scored }: Request): CommandName[] {
  const near = scored.filter(({ score, name }) => best.score - score < MARGIN && !includedIn(best.name).includes(name))
  return near.length > 1 && best.score < OWN ? near.map(({ name }) => name) : []
}
