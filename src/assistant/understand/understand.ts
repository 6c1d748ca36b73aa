import type { Command, CommandName } from '../commands/command.ts'
import { courtesies, kindOfCommand } from '../commands/list.ts'
import { answeredLanguages, languages } from '../languages/list.ts'
import { OTHER } from '../vote/classes.ts'
import { decide } from '../vote/decide.ts'
import type { ReadMessage } from '../vote/traits.ts'
import { voteOn } from '../vote/vote.ts'
import { choiceIn, emailIn, kindOf, surePostcodeIn } from './entities.ts'
import { detectLanguage, type Hints, type Language } from './language.ts'
import type { Annotated, CompiledLexicon, ConceptAt } from './lexicon.ts'
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
  /** Whether rules and vote agree. If not, a model is asked, if there is one. */
  isAgreed: boolean
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
  /** Whether it may be the answer to a question. Then only the rules read it: few words of an answer say what they are about. */
  isAnswer?: boolean
}

/** A command below this weight is not clear enough to be answered. */
const CLEAR = 5
/** A clause of a message counts on its own from this weight on. */
const OWN = 8
/** The highest weight of a rule. */
const CERTAIN = 10

/** Finds the language and the commands of a message. Pure: the same message always gives the same result. */
export function understand(
  text: string,
  { products, bought, namesOrder, isAnswer = false, ...hints }: UnderstandOptions = {},
): Understood {
  const language = detectLanguage(text, hints, products)
  const lexicon = languages[language]?.()
  if (!lexicon)
    return { language, commands: [command('human', text)], confidence: 1, isAgreed: true, why: ['language'] }
  const requested = readWith(language, lexicon, text, { products, bought, namesOrder })
  const byRules = understoodByRules(language, text, requested)
  const isOwn = namesOrder === true || bought !== undefined
  return isAnswer || isOwn || requested.readIn !== language ? byRules : withVote(byRules, text, requested)
}

function understoodByRules(language: Language, text: string, { whole, asked, readIn }: Requested): Understood {
  if (asked.length === 0)
    return { language, commands: [command('unclear', text)], confidence: 0, isAgreed: true, why: ['no rule matches'] }
  return {
    language,
    commands: asked.map(({ best, text, annotated, scored }) => ({
      ...command(best.name, text),
      ...runnerUp(best, scored),
      kind: best.name === 'refund_request' ? kindOf(whole.annotated) : null,
      choice: best.name === 'choose' ? choiceIn(annotated.words, answeredLanguages[readIn]?.ordinals ?? []) : null,
      ...(best.name === 'policy' && hasConcept(annotated, 'visit') ? { topic: 'contact' as const } : {}),
    })),
    confidence: Math.min(...asked.map(({ best }) => best.score / CERTAIN)),
    isAgreed: true,
    why: asked.map(({ best }) => `${best.name}: ${best.rule}`),
  }
}

/** A rule with one idea counts alone in a message of this many words. */
const MOST_THIN = 4

/** Weighs the rules' reading against the second vote. */
function withVote(byRules: Understood, text: string, { whole, asked }: Requested): Understood {
  const { language, commands } = byRules
  const { words, hits } = whole.annotated
  const isWritten = words.filter((word) => /\p{L}/u.test(word)).length > 1
  // Numbers and addresses answer a question, or name an order: rules know them.
  if (!isWritten || emailIn(text) !== null || surePostcodeIn(text) !== null || hits.some(isNumber)) return byRules
  const isThin = words.length > MOST_THIN && asked.length === 1 && asked[0]?.best.isThin === true
  const reading = {
    names: commands.map(({ name }) => name),
    isThin,
    namesProduct: hits.some(isProduct),
    isShort: words.length <= MOST_THIN,
  }
  const votes = voteOn(text, language, whole)
  const decision = decide(reading, votes)
  const why = (what: string) => [...byRules.why, `vote: ${what} (${votes[0]?.name} ${votes[0]?.share.toFixed(2)})`]
  switch (decision.kind) {
    case 'rules':
      return { ...byRules, isAgreed: decision.agreed }
    case 'without': {
      const left = commands.filter(({ name }) => decision.names.includes(name))
      return { ...byRules, commands: left.length > 0 ? left : [command(OTHER, text)], why: why('in part elsewhere') }
    }
    case 'other':
      return {
        ...byRules,
        commands: [command(OTHER, text)],
        confidence: GUESSED,
        isAgreed: false,
        why: why('elsewhere'),
      }
    case 'vote':
      return {
        ...byRules,
        commands: [command(decision.name, text)],
        confidence: VOTED,
        isAgreed: true,
        why: why('alone'),
      }
    case 'ask': {
      const among = { ...command('unclear', text), among: decision.names }
      return { ...byRules, commands: [among], confidence: 0, isAgreed: false, why: why('a question') }
    }
  }
}

/** The confidence in what the vote alone says, and in that a message is about something else. */
const VOTED = 0.75
const GUESSED = 0.5

const isProduct = ({ concept }: ConceptAt) => concept === 'title' || concept === 'product'
const isNumber = ({ concept }: ConceptAt) => concept === 'ordernumber'

/** The command that comes next, as people see why an answer was made. */
function runnerUp({ name }: Scored, scored: Scored[]): Pick<Command, 'runnerUp'> {
  const next = scored.find((other) => other.name !== name && !includedIn(name).includes(other.name))
  return next && next.score >= CLEAR ? { runnerUp: next.name } : {}
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
    // A word that only resembles one of another language does not count for that language.
    if (borrowed.asked.length > 0 && borrowed.whole.annotated.known > 0) return borrowed
  }
  return own
}

function command(name: CommandName, text: string): Command {
  return { name, text: text.trim(), kind: null, choice: null }
}

function hasConcept({ hits }: Annotated, name: string): boolean {
  return hits.some(({ concept }) => concept === name)
}

/** A message as both the rules and the vote read it. */
export function readWhole(text: string, lexicon: CompiledLexicon): ReadMessage {
  const isAsked = clausesOf(text, lexicon.joints).length <= 1 && isQuestion(text)
  return read(text, { lexicon, products: undefined, bought: undefined }, { isAsked })
}

interface Read extends ReadMessage {
  text: string
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
