import type { Answer } from '../answer.ts'
import type { Question } from './ask.ts'
import { COMPOSE } from './instructions.ts'
import type { Placeholders } from './placeholders.ts'
import type { TurnModel } from './turn-model.ts'
import { piecesOf } from './verify/frames.ts'
import { type Material, verify } from './verify/verify.ts'

const MOST_TOKENS = 1_000
/** Characters of the customer's message that show its tone. */
const MOST_MESSAGE = 500

/** Longer answers keep the words of the template: no wording says as much, and checking takes longer with each line. */
const MOST_WORDED = 3_000

/** An answer in a model's words. */
export interface Worded {
  text: string
  citations: string[]
}

export interface Wording {
  answer: Answer
  /** The language of the answer's sentences. */
  spoken: string
  message: string
  products: ReadonlySet<string>
}

/**
 * Whether a model may word an answer. Questions, lists and offers of money keep the words of the template, and so does what is from no facts,
 * except in a language without templates.
 */
export function isWordable({ answer, spoken }: Pick<Wording, 'answer' | 'spoken'>): boolean {
  const { sentences, state, offer, facts, language } = answer
  if (sentences.length === 0 || answer.text.length > MOST_WORDED) return false
  if (offer?.isOffered || sentences.some(({ text }) => text.includes('\n– '))) return false
  if (sentences.some(({ text }) => text.startsWith('– '))) return false
  return state.pending === null && (language !== spoken || facts.length > 0)
}

/** The question for other words. @param data the sentences and the customer's message, without personal data */
export function composeQuestion(data: unknown): Question {
  return { system: COMPOSE, user: JSON.stringify(data), schema: null, maxTokens: MOST_TOKENS }
}

/**
 * Lets a model word an answer. The words are used only if they say what the answer says and nothing else.
 *
 * @returns null if they do not
 * @throws ModelProblem
 */
export async function composeBy(
  model: TurnModel,
  { answer, spoken, message, products }: Wording,
  placeholders: Placeholders,
): Promise<Worded | null> {
  const sentences = answer.sentences.flatMap(({ text, facts }) =>
    piecesOf({ text: placeholders.hide(text), facts }, spoken),
  )
  const material: Material = {
    sentences,
    subjects: Object.fromEntries(answer.facts.map((fact) => [fact.id, subjectOf(fact.source, fact.values)])),
    spoken,
    wanted: answer.language,
    tokensIn: placeholders.in,
    products,
  }
  const data = {
    language: answer.language,
    customer: placeholders.hide(message.slice(0, MOST_MESSAGE)),
    sentences: sentences.map(({ text, facts }) => ({ text, facts })),
  }
  return model.ask('compose', composeQuestion(data), (text) => {
    const verdict = verify(text, material)
    if (!verdict.isFaithful) return { value: null, outcome: `rejected_${verdict.fault}` }
    return { value: { text: placeholders.show(verdict.text), citations: verdict.citations }, outcome: 'ok' }
  })
}

/** The order that a fact is about, or its own object. */
function subjectOf(source: string, { order, number }: Record<string, unknown>): string {
  return String(order ?? number ?? source)
}
