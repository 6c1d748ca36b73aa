import { choosing, namesOther } from '../tools/find-products.ts'
import type { ToolContext } from '../tools/tool.ts'
import type { Answer, ConversationState } from './answer.ts'
import { sentenceOf } from './answers/hand-over-words.ts'
import { sayHandOver } from './answers/people.ts'
import { mentionRefunds, withRefunds } from './answers/refunded.ts'
import { topicOf } from './answers/talk.ts'
import type { Command } from './commands/command.ts'
import { kindOfCommand } from './commands/list.ts'
import type { Draft } from './draft.ts'
import { languages } from './languages/list.ts'
import { handedOverIn } from './languages/recognized.ts'
import { speechOf } from './languages/speech.ts'
import type { Helper } from './model/helper.ts'
import type { Spoken } from './model/understand.ts'
import { isProof, proofAlone } from './proof-alone.ts'
import { refineStock, rereadWithOrders } from './reread.ts'
import { createSameText, orderNumbersIn, spacedNumbersIn } from './understand/numbers.ts'
import { type Understood, understand } from './understand/understand.ts'
import { asRead } from './understand/words.ts'

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

/** Up to this confidence a message may be the answer to a question: `the red one`, `my last order`. */
const VAGUE = 0.7
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
  { text, pressed = null, locale = null, customerLocale = null }: Said,
  help?: Help,
): Promise<Answer> {
  const before = structuredClone(given)
  const message = [pressed ?? '', text].filter(Boolean).join('\n')
  const { defaultLanguage, languages: spoken } = tools.settings
  const isSpokenHere = (language: string) => language in languages && (spoken as string[]).includes(language)
  const isAnswered = (language: string) =>
    isSpokenHere(language) || (!(language in languages) && help?.helper.words(language) === true)
  const hints = { last: before.language, locale, customerLocale, shop: defaultLanguage, isAnswered }
  const reading = { products: tools.catalog.written, ...hints }
  const alone = understand(text, reading)
  await tools.pause()
  const found = await rereadWithOrders(tools, alone, text, reading)
  // A button is in the language of the question, whatever its words look like.
  const read = pressed !== null && before.language !== null ? { ...found, language: before.language } : found
  const isSpoken = isSpokenHere(read.language)
  const isWorded = !(read.language in languages) && help?.helper.words(read.language) === true
  if (!isSpoken && !isWorded) return otherLanguage(read, before, message)
  const speech = speechOf(isSpoken ? read.language : defaultLanguage)
  const isElsewhere = before.pending !== null && before.pending.about !== 'proof' && isProof(tools, text)
  const open = isElsewhere ? { ...before, pending: null } : before
  const continued =
    (await continuation(open, read, pressed ?? text, speech.says, tools)) ??
    (await refineStock(tools, before, read, text))
  const proof = continued ? null : proofAlone(tools, read, text)
  const isClear = continued !== null || proof !== null || (isSpoken && read.confidence >= SURE)
  const helped = isClear ? null : await help?.helper.understand({ tools, before, message, spoken: help.spoken, read })
  if (!isSpoken && !isClear && !helped) return otherLanguage(read, before, message)
  const understood = proof ?? helped ?? read
  const beside = pressed !== null && text !== '' ? understood.commands.filter(({ name }) => name !== 'unclear') : []
  const commands = continued ? [...continued, ...beside] : understood.commands
  const asked = proof === null ? (before.pending?.about ?? null) : 'proof'
  const draft = await carriedOut(commands, { tools, before, message, asked, speech, language: understood.language })
  // People are always one button away.
  const { human } = speech.says.topics
  const answered: Answer = {
    language: understood.language,
    text: draft.lines.join('\n'),
    sentences: draft.lines.map((line, index) => ({ text: line, facts: draft.sources[index] ?? [] })),
    citations: null,
    engine: helped ? 'model' : 'rules',
    commands,
    confidence: continued ? 1 : understood.confidence,
    facts: draft.facts,
    choices: draft.handOver ? [] : [...draft.choices, { label: human, text: human }],
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

/** What the commands come to: the draft of their answers. */
async function carriedOut(
  commands: Command[],
  {
    tools,
    before,
    message,
    asked,
    speech,
    language,
  }: Pick<Draft, 'tools' | 'message' | 'asked' | 'speech'> & { before: ConversationState; language: string },
): Promise<Draft> {
  const state: ConversationState = { ...before, language, pending: null, listed: null }
  if (commands.some(({ name }) => name !== 'unclear')) state.unclear = 0
  const draft: Draft = {
    speech,
    tools: { ...tools },
    state,
    message,
    asked,
    lines: [],
    sources: [],
    facts: [],
    choices: [],
    cards: [],
    handOver: null,
    offer: null,
    orders: new Set(),
    tried: null,
  }
  for (const command of commands.slice(0, MOST_COMMANDS)) {
    await kindOfCommand(command.name).answer(draft, command)
    // One question at a time.
    if (draft.state.pending) break
  }
  await mentionRefunds(draft)
  if (draft.offer) draft.state.offered = draft.offer.isOffered
  await sayHandOver(draft)
  return draft
}

/** The name of a language in English; its code if it has none. */
function languageName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
}

function otherLanguage({ language, why }: Understood, state: ConversationState, message: string): Answer {
  const text = handedOverIn(language) ?? speechOf(language).says.handOver
  const summary = sentenceOf(`Writes in another language (${languageName(language)})`, message)
  return {
    language,
    text,
    sentences: [{ text, facts: [] }],
    citations: null,
    engine: 'rules',
    commands: [{ name: 'human', text: message, kind: null, choice: null }],
    confidence: 1,
    facts: [],
    choices: [],
    cards: [],
    handOver: { reason: 'other_language', priority: 'normal', summary },
    offer: null,
    tried: null,
    why,
    state: { ...state, language, pending: null },
  }
}

/** The command that the message continues, if it answers the open question or is a button. */
async function continuation(
  { pending }: ConversationState,
  { commands, confidence }: Understood,
  message: string,
  says: ReturnType<typeof speechOf>['says'],
  { catalog, pause }: ToolContext,
): Promise<Command[] | null> {
  const topic = topicOf(says, message)
  const [only] = commands
  const isPassedOn = topic === 'human' || only?.name === 'yes' || only?.name === 'human'
  if (pending?.about === 'person' && commands.length === 1 && isPassedOn) return [pending.command]
  if (topic) return [{ name: topic, text: '', kind: null, choice: null }]
  if (!pending) return null
  const { about, command, choices, orderIds } = pending
  const [first] = commands
  const picked = pickedText(choices, first, message)
  const joined = (answer: string) =>
    about === 'product' ? choosing(catalog, command.text, answer) : `${command.text}\n${answer}`
  const answering = (text: string): Command[] => [
    { ...command, text: asRead(text), earlier: command.earlier ?? command.text },
  ]
  if (picked !== undefined) {
    const orderId = orderIds?.[choices.indexOf(picked)]
    const chosen = answering(about === 'order' ? picked : joined(picked))
    return orderId === undefined ? chosen : chosen.map((command) => ({ ...command, orderId }))
  }
  // A clear question is a new one, not the answer.
  const isVague = confidence <= VAGUE && (first?.name === 'order_status' || first?.name === 'stock')
  const isAnswer =
    first?.name === 'unclear' || first?.name === 'choose' || isVague || (about === 'product' && first?.name === 'stock')
  if (about === 'proof' && /[@\d]/.test(message)) return [command]
  const isNumbered = orderNumbersIn(message).length > 0 || spacedNumbersIn(message).length > 0
  if (about === 'order' && isNumbered && isAnswer) return answering(message)
  if (about === 'proof' || about === 'person') return null
  const whole = joined(message)
  await pause()
  if (about === 'product' && namesOther(catalog, whole, message))
    return first?.name === 'unclear' ? [{ ...command, text: message }] : null
  // Any of them may be named by an item.
  return isAnswer ? answering(whole) : null
}

function pickedText(choices: string[], first: Command | undefined, message: string): string | undefined {
  const same = choices.find(createSameText(message))
  if (same !== undefined) return same
  if (first?.name !== 'choose' || first.choice === null) return undefined
  return first.choice === -1 ? choices.at(-1) : choices[first.choice - 1]
}
