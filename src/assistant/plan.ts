import type { ToolContext } from '../tools/tool.ts'
import { type Answer, type ConversationState, fixedAnswer, type Pending } from './answer.ts'
import { sentenceOf } from './answers/hand-over-words.ts'
import { askPerson } from './answers/offers.ts'
import { sayHandOver } from './answers/people.ts'
import { notePicture } from './answers/pictured.ts'
import { mentionRefunds, withRefunds } from './answers/refunded.ts'
import type { Command } from './commands/command.ts'
import { courtesies, kindOfCommand } from './commands/list.ts'
import { continuation, keptOpen } from './continuation.ts'
import type { Draft, Pictured } from './draft.ts'
import { languages } from './languages/list.ts'
import { handedOverIn } from './languages/recognized.ts'
import { speechOf } from './languages/speech.ts'
import type { Helper } from './model/helper.ts'
import type { Spoken } from './model/understand.ts'
import { withPatience } from './patience.ts'
import { isProof, proofAlone } from './proof-alone.ts'
import { refineStock, rereadWithOrders } from './reread.ts'
import { type Understood, understand } from './understand/understand.ts'
import { answerWaiting, areSimple, isWorthSaying, type WaitingCustomer } from './waiting.ts'

/** Requests of one message that are answered. */
const MOST_COMMANDS = 3

/** What a customer has written since the last answer. */
export interface Said {
  text: string
  /** What the button says that the customer has pressed; null if none. */
  pressed?: string | null
  /** The language of the page. */
  locale?: string | null
  /** The language of the signed-in customer, as the shop has pushed it. */
  customerLocale?: string | null
  /** If the customer waits for people. */
  waiting?: WaitingCustomer | null
  /** Whether the customer has sent a picture in the conversation. */
  picture?: Pictured
}

/** What may name products: the message, and the question that it may answer. */
export function aboutOf({ text, pressed }: Said, { pending }: ConversationState): string {
  return [text, pressed ?? '', pending?.command.text ?? ''].join('\n')
}

/** A model beside the rules, and the conversation that it reads. */
export interface Help {
  helper: Helper
  /** The conversation so far with the message, the oldest first. */
  spoken: Spoken[]
}

/** Below this confidence of the rules a model is asked, if there is one. */
const SURE = 0.7

/**
 * The answer to what a customer has written, from the data of the workspace. Nothing is changed, except for a refund that is offered. A
 * model may read the message and word the answer; facts and actions are the same without it.
 */
export async function answer(tools: ToolContext, given: ConversationState, said: Said, help?: Help): Promise<Answer> {
  const made = await makeAnswer(tools, given, said, help)
  return { ...made, handOver: await withRefunds(tools, made.handOver, made.state.orderId) }
}

async function makeAnswer(
  tools: ToolContext,
  given: ConversationState,
  { text, pressed = null, locale = null, customerLocale = null, waiting = null, picture = null }: Said,
  help?: Help,
): Promise<Answer> {
  const before = structuredClone(given)
  const message = [pressed ?? '', text].filter(Boolean).join('\n')
  const { defaultLanguage, languages: spoken } = tools.settings
  const isSpokenHere = (language: string) => language in languages && (spoken as string[]).includes(language)
  const isAnswered = (language: string) =>
    isSpokenHere(language) || (!(language in languages) && help?.helper.words(language) === true)
  const hints = { last: before.language, locale, customerLocale, shop: defaultLanguage, isAnswered }
  const isAnswer = pressed !== null || mayBeAnswer(before, text)
  const reading = { products: tools.catalog.written, isAnswer, ...hints }
  const alone = understand(text, reading)
  await tools.pause()
  const found = await rereadWithOrders(tools, alone, text, reading)
  // A button is in the language of the question, whatever its words look like.
  const read = pressed !== null && before.language !== null ? { ...found, language: before.language } : found
  const isSpoken = isSpokenHere(read.language)
  const isWorded = !(read.language in languages) && help?.helper.words(read.language) === true
  const whileWaiting = (commands: Command[]) => {
    const speech = speechOf(before.language ?? read.language)
    return waiting && answerWaiting(tools, { speech, before, commands, why: read.why }, waiting)
  }
  if (!isSpoken && !isWorded) return whileWaiting(read.commands) ?? otherLanguage(read, before, message)
  const speech = speechOf(isSpoken ? read.language : defaultLanguage)
  const isElsewhere = before.pending !== null && before.pending.about !== 'proof' && isProof(tools, text)
  const open = isElsewhere ? { ...before, pending: null } : before
  const continued =
    (await continuation(open, read, pressed ?? text, speech.says, tools)) ??
    (await refineStock(tools, before, read, text))
  const proof = continued ? null : proofAlone(tools, read, text)
  const isClear = continued !== null || proof !== null || (isSpoken && read.confidence >= SURE && read.isAgreed)
  const helped = isClear ? null : await help?.helper.understand({ tools, before, message, spoken: help.spoken, read })
  if (!isSpoken && !isClear && !helped) return otherLanguage(read, before, message)
  const understood = proof ?? helped ?? read
  const beside = pressed !== null && text !== '' ? understood.commands.filter(({ name }) => name !== 'unclear') : []
  const commands = withoutRest(continued ? [...continued, ...beside] : understood.commands)
  const noted = isClear && areSimple(commands) ? null : whileWaiting(commands)
  if (noted) return noted
  const asked = proof === null ? askedBy(before.pending, continued !== null) : 'proof'
  const draft = await carriedOut(commands, {
    ...{ tools, before, message, asked, picture, speech, language: understood.language },
    isAnswered: continued !== null || proof !== null,
  })
  const unsaid = isWorthSaying(draft) ? null : whileWaiting(commands)
  if (unsaid) return unsaid
  // People are always one button away.
  const person = draft.state.pending?.about === 'person' ? speech.says.passItOn : speech.says.topics.human
  const answered: Answer = {
    language: understood.language,
    text: draft.lines.join('\n'),
    sentences: draft.lines.map((line, index) => ({ text: line, facts: draft.sources[index] ?? [] })),
    citations: null,
    engine: helped ? 'model' : 'rules',
    commands,
    confidence: continued ? 1 : understood.confidence,
    facts: draft.facts,
    choices: draft.handOver ? [] : waiting ? draft.choices : [...draft.choices, { label: person, text: person }],
    cards: draft.cards,
    handOver: draft.handOver,
    offer: draft.offer,
    tried: draft.tried,
    why: continued
      ? [`answers the question about the ${before.pending?.about ?? (before.listed === null ? 'topic' : 'product')}`]
      : understood.why,
    state: draft.state,
  }
  const wording = { answer: answered, spoken: speech.language, message, products: tools.catalog.written }
  const worded = await help?.helper.compose(tools, before, wording)
  if (worded) return { ...answered, ...worded, engine: 'model' }
  // What could not be said in the customer's language is left to people, unless an offer is open already.
  return isSpoken || answered.offer?.isOffered ? answered : otherLanguage(read, before, message)
}

/** A message of so many words may be about the order of which the chat is speaking, without naming it. */
const FEW_WORDS = 5

/** Whether a few words may answer an open question, or continue what was said. */
function mayBeAnswer({ pending, listed, orderId, productId }: ConversationState, text: string): boolean {
  const isSpoken = (orderId ?? productId) !== null && text.trim().split(/\s+/).length <= FEW_WORDS
  if (pending === null) return listed !== null || isSpoken
  return pending.about !== 'person' && pending.about !== 'meaning' && !pending.age
}

/** Who wants a person gets one, whatever else the message asks for. */
function withoutRest(commands: Command[]): Command[] {
  const human = commands.find(({ name }) => name === 'human')
  return human ? [human] : commands
}

/** What a message was asked for. An older question counts only if the message answers it. */
function askedBy(pending: Pending | null, isAnswered: boolean): Pending['about'] | null {
  return pending && (isAnswered || !pending.age) ? pending.about : null
}

/** What the commands come to: the draft of their answers. */
async function carriedOut(
  commands: Command[],
  {
    tools,
    before,
    message,
    asked,
    picture,
    speech,
    language,
    isAnswered,
  }: Pick<Draft, 'tools' | 'message' | 'asked' | 'picture' | 'speech'> & {
    before: ConversationState
    language: string
    isAnswered: boolean
  },
): Promise<Draft> {
  const state: ConversationState = { ...before, language, pending: null, listed: null }
  const draft: Draft = {
    speech,
    tools: { ...tools },
    state,
    message,
    asked,
    open: before.pending,
    picture,
    lines: [],
    sources: [],
    facts: [],
    choices: [],
    cards: [],
    handOver: null,
    cannot: null,
    offer: null,
    orders: new Set(),
    tried: null,
    late: null,
    questions: new Set(),
    isNoHelp: false,
  }
  for (const command of commands.slice(0, MOST_COMMANDS)) {
    await kindOfCommand(command.name).answer(draft, command)
    // One question at a time.
    if (draft.state.pending) break
  }
  if (commands.every(({ name }) => courtesies.has(name))) notePicture(draft)
  if (draft.late && !state.pending && !draft.handOver && !draft.offer)
    askPerson(draft, { ...draft.late.command, name: 'human' }, draft.late.order)
  await mentionRefunds(draft)
  if (draft.offer) draft.state.offered = draft.offer.isOffered
  if (!isAnswered) state.pending ??= keptOpen(before.pending)
  withPatience(draft, before)
  if (draft.handOver) askNothing(draft)
  await sayHandOver(draft)
  return draft
}

/** People answer now: what was asked is theirs to ask. */
function askNothing(draft: Draft): void {
  const isKept = draft.lines.map((line) => !draft.questions.has(line))
  draft.lines = draft.lines.filter((_, at) => isKept[at])
  draft.sources = draft.sources.filter((_, at) => isKept[at])
  draft.state.pending = null
  draft.state.isWaitNoted = false
}

/** The name of a language in English; its code if it has none. */
function languageName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
}

function otherLanguage({ language, why }: Understood, state: ConversationState, message: string): Answer {
  const text = handedOverIn(language) ?? speechOf(language).says.handOver
  const summary = sentenceOf(`Writes in another language (${languageName(language)})`, message)
  return fixedAnswer(text, {
    language,
    commands: [{ name: 'human', text: message, kind: null, choice: null }],
    handOver: { reason: 'other_language', priority: 'normal', summary },
    why,
    state: { ...state, language, pending: null },
  })
}
