import type { ToolContext } from '../../tools/tool.ts'
import type { ConversationState } from '../answer.ts'
import type { Understood } from '../understand/understand.ts'
import { type Candidates, candidatesOf } from './candidates.ts'
import { composeBy, isWordable, type Worded, type Wording } from './compose.ts'
import { personalOf } from './personal.ts'
import { createPlaceholders, type Placeholders } from './placeholders.ts'
import { ModelProblem } from './problem.ts'
import type { ModelUsed, TurnModel } from './turn-model.ts'
import { type Asking, understandBy } from './understand.ts'
import { wordingLanguages } from './verify/phrases.ts'

/** A model's part in one turn. It reads and words; what is true and what is done is decided without it. */
export interface Helper {
  /** Whether it words answers in a language. */
  words(language: string): boolean
  /** What the message asks for, where the rules are unsure; null if the model does not help. */
  understand(asking: Asking): Promise<Understood | null>
  /** The answer in other words; null if the words of the template are used. */
  compose(tools: ToolContext, before: ConversationState, wording: Wording): Promise<Worded | null>
  /** What the model was asked; null if it was not. */
  used(): ModelUsed | null
}

export function createHelper(model: TurnModel): Helper {
  /** What both calls of a turn share: the same value has the same placeholder in both. */
  let prepared: Promise<{ candidates: Candidates; placeholders: Placeholders }> | undefined
  const prepare = (tools: ToolContext, before: ConversationState, message: string) => {
    prepared ??= (async () => {
      const candidates = await candidatesOf(tools, before, message)
      const orderIds = candidates.orders.map(({ id }) => id)
      const known = await personalOf(tools.read, tools.asker, orderIds)
      return { candidates, placeholders: createPlaceholders(known) }
    })()
    return prepared
  }
  const words = (language: string) =>
    model.settings.use === 'understand-and-compose' && wordingLanguages.includes(language)

  return {
    words,
    understand: (asking) =>
      orNull(async () => {
        const { candidates, placeholders } = await prepare(asking.tools, asking.before, asking.message)
        return understandBy(model, asking, candidates, placeholders)
      }),
    compose: (tools, before, wording) =>
      orNull(async () => {
        if (!words(wording.answer.language) || !isWordable(wording)) return null
        const { placeholders } = await prepare(tools, before, wording.message)
        return composeBy(model, wording, placeholders)
      }),
    used: () => model.used(),
  }
}

/** Customers never see a fault of a model: it is counted and kept with the turn, and the rules answer. */
async function orNull<T>(work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ModelProblem) return null
    throw error
  }
}
