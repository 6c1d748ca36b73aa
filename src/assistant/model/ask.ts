import type { Complete, CompletionBody } from './client.ts'
import { answerFormats, type CalledModel, type Learnt, lengthLimits } from './model-settings.ts'
import { ModelProblem } from './problem.ts'

/** What a model is asked. */
export interface Question {
  system: string
  user: string
  /** The JSON Schema of the reply; null: the reply is text. */
  schema: { name: string; schema: object } | null
  maxTokens: number
}

/** What an answer cost, and what was learnt about the endpoint. */
export interface Asked {
  text: string
  learnt: Learnt
}

export interface AskOptions {
  complete: Complete
  /** Counts a call before it is made. @throws ModelProblem if no more calls are allowed */
  onCall(): void
  leftMs(): number
  wait(ms: number): Promise<void>
}

const RETRY_MS = 500
/** A retry needs this much time beside its wait. */
const FITS_MS = 2_000

/**
 * Asks the strictest way that the endpoint accepts: JSON by schema, any JSON, then plain text. What is accepted is tried out by what the
 * endpoint rejects, since no endpoint says what it can do. A fault that may pass is tried once more if that fits into the time.
 *
 * @throws ModelProblem
 */
export async function ask(
  model: Pick<CalledModel, 'model' | 'extraBody' | 'learnt'>,
  question: Question,
  { complete, onCall, leftMs, wait }: AskOptions,
): Promise<Asked> {
  let learnt = model.learnt ?? firstTry(model.extraBody)
  let isRetried = false
  for (;;) {
    onCall()
    try {
      const { text } = await complete(bodyOf(model, question, learnt))
      return { text, learnt }
    } catch (error) {
      if (!(error instanceof ModelProblem)) throw error
      const next = looser(learnt, error, question)
      if (next) {
        learnt = next
        continue
      }
      const pause = error.retryAfterMs ?? RETRY_MS
      if (isRetried || !mayPass(error) || pause + FITS_MS > leftMs()) throw error
      isRetried = true
      await wait(pause)
    }
  }
}

function firstTry(extraBody: Record<string, unknown>): Learnt {
  const isLimited = lengthLimits.some((name) => name in extraBody)
  return { format: 'json_schema', limit: isLimited ? 'none' : 'max_tokens' }
}

function bodyOf(
  { model, extraBody }: Pick<CalledModel, 'model' | 'extraBody'>,
  { system, user, schema, maxTokens }: Question,
  { format, limit }: Learnt,
): CompletionBody {
  const responseFormat =
    schema === null || format === 'text'
      ? undefined
      : format === 'json_object'
        ? { type: format }
        : { type: format, json_schema: { ...schema, strict: true } }
  return {
    ...(limit === 'none' ? {} : { [limit]: maxTokens }),
    ...extraBody,
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    ...(responseFormat ? { response_format: responseFormat } : {}),
  }
}

/** What to try after a rejected request; undefined if nothing in it is optional any more. */
function looser(
  { format, limit }: Learnt,
  { status, message }: ModelProblem,
  { schema }: Question,
): Learnt | undefined {
  if (status !== 400 && status !== 422) return undefined
  const nextFormat = schema === null ? undefined : answerFormats[answerFormats.indexOf(format) + 1]
  const nextLimit = lengthLimits[lengthLimits.indexOf(limit) + 1]
  const isAboutLength = /max_(completion_)?tokens/.test(message)
  if (nextLimit && (isAboutLength || !nextFormat)) return { format, limit: nextLimit }
  return nextFormat ? { format: nextFormat, limit } : undefined
}

function mayPass({ kind, status }: ModelProblem): boolean {
  return kind === 'no_answer' || status === 429 || (status !== null && status >= 500)
}
