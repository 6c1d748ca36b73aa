import * as v from 'valibot'
import { ModelProblem } from './problem.ts'

/** The body of a request: only what every endpoint has, and what the endpoint was found to accept. */
export type CompletionBody = Record<string, unknown> & { model: string; messages: { role: string; content: string }[] }

/** A reply with the tokens as the endpoint counts them; estimated where it does not. */
export interface Completion {
  text: string
  tokensIn: number
  tokensOut: number
}

/** @throws ModelProblem */
export type Complete = (body: CompletionBody) => Promise<Completion>

const CHARACTERS_PER_TOKEN = 4

const Response = v.object({
  choices: v.pipe(v.array(v.object({ message: v.object({ content: v.nullish(v.string()) }) })), v.minLength(1)),
  usage: v.nullish(v.object({ prompt_tokens: v.nullish(v.number()), completion_tokens: v.nullish(v.number()) })),
})

/**
 * Asks an OpenAI-compatible endpoint, once: retries have to fit into the time of a turn. The library is loaded here and not with this file:
 * of a bundle, everything that is imported at the top is loaded at each start.
 */
export async function createClient(
  { baseUrl }: { baseUrl: string },
  fetch: typeof globalThis.fetch,
): Promise<Complete> {
  const { OpenAI, APIError } = await import('openai')
  const client = new OpenAI({
    baseURL: baseUrl,
    // The transport sends the key. Nothing is read from environment variables.
    apiKey: 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    fetch,
  })
  return async (body) => {
    const raw = await client.post<unknown>('/chat/completions', { body, headers: {} }).then(
      (found) => found,
      (error) => Promise.reject(problemOf(error, APIError)),
    )
    const { success, output } = v.safeParse(Response, typeof raw === 'string' ? parsed(raw) : raw)
    if (!success) throw new ModelProblem('not_a_completion', 'The response is not a chat completion.')
    const [choice] = output.choices
    const text = withoutThoughts(choice?.message.content ?? '')
    if (text === '')
      throw new ModelProblem(
        'empty',
        'The reply has no text. A thinking model may need more time or fewer thoughts: set reasoning_effort in the extra members.',
      )
    const { prompt_tokens, completion_tokens } = output.usage ?? {}
    const asked = body.messages.reduce((sum, { content }) => sum + content.length, 0)
    return {
      text,
      tokensIn: prompt_tokens ?? Math.ceil(asked / CHARACTERS_PER_TOKEN),
      tokensOut: completion_tokens ?? Math.ceil(text.length / CHARACTERS_PER_TOKEN),
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Some endpoints leave the thoughts of a model in its text. */
function withoutThoughts(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?(<\/think>|$)/, '').trim()
}

function problemOf(error: unknown, APIError: typeof import('openai').APIError): ModelProblem {
  for (let cause = error; cause instanceof Error; cause = cause.cause as unknown)
    if (cause instanceof ModelProblem) return cause
  if (error instanceof APIError && typeof error.status === 'number') {
    const retryAfter = Number(error.headers?.get('retry-after') ?? Number.NaN)
    const retryAfterMs = Number.isFinite(retryAfter) ? Math.max(0, retryAfter * 1_000) : null
    return new ModelProblem('http_status', error.message.slice(0, 300), { status: error.status, retryAfterMs })
  }
  return new ModelProblem('not_a_completion', `The response cannot be read: ${(error as Error).message}`.slice(0, 300))
}
