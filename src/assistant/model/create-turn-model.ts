import { setTimeout as sleep } from 'node:timers/promises'
import type { RefundServices } from '../../refunds/offer.ts'
import { ask } from './ask.ts'
import { modelPolicy } from './check-settings.ts'
import { checkedFetch } from './checked-fetch.ts'
import { createClient } from './client.ts'
import type { Counted } from './limits.ts'
import type { CalledModel, Learnt } from './model-settings.ts'
import { ModelProblem } from './problem.ts'
import type { TurnModel } from './turn-model.ts'
import { createTurnUsage, type TurnUsageOptions } from './turn-usage.ts'

export interface TurnModelOptions extends TurnUsageOptions, Pick<RefundServices, 'outbound'> {
  /** Whether the workspace is for tests. */
  isTest: boolean
  limitMs: number
  wait: ((ms: number) => Promise<void>) | undefined
}

/** The model for one turn. Its time begins with the first call. */
export async function createTurnModel(
  model: CalledModel,
  counted: Counted,
  { outbound, isTest, limitMs, wait = sleep, ...usageOptions }: TurnModelOptions,
): Promise<TurnModel> {
  const usage = createTurnUsage(model, counted, usageOptions)
  let deadline: number | undefined
  let learnt: Learnt | null = model.learnt
  // Not the clock, which may be set meanwhile.
  const leftMs = () => {
    deadline ??= performance.now() + limitMs
    return Math.ceil(deadline - performance.now())
  }
  const { ca, resolve, policy } = outbound
  const complete = await createClient(
    model,
    checkedFetch({
      ca,
      resolve,
      policy: modelPolicy(policy, { url: model.baseUrl, isTest, byOperator: model.byOperator }),
      apiKey: model.apiKey,
      extraHeaders: model.extraHeaders,
      leftMs,
    }),
  )

  return {
    settings: model,
    ask: async (step, question, read) => {
      const begun = performance.now()
      leftMs()
      try {
        const found = await ask({ ...model, learnt }, question, {
          complete: async (body) => {
            const completion = await complete(body)
            usage.addTokens(completion)
            return completion
          },
          onCall: usage.onCall,
          leftMs,
          wait,
        })
        learnt = found.learnt
        const { value, outcome } = read(found.text)
        usage.note(step, outcome, begun)
        return value
      } catch (error) {
        if (!(error instanceof ModelProblem)) throw error
        usage.failed(step, error, begun)
        throw error
      }
    },
    used: () => usage.used(learnt),
  }
}
