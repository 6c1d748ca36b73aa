import { setTimeout as sleep } from 'node:timers/promises'
import type { Metrics } from '../../lib/metrics.ts'
import type { EndpointPolicy } from '../../refunds/endpoint/endpoint-address.ts'
import { exchange } from '../../refunds/endpoint/exchange.ts'
import type { Outbound } from '../../refunds/endpoint/outbound.ts'
import type { RefundServices } from '../../refunds/offer.ts'
import { ask } from './ask.ts'
import { modelPolicy } from './check-settings.ts'
import { createClient } from './client.ts'
import type { Counted, Limits } from './limits.ts'
import type { CalledModel, Learnt } from './model-settings.ts'
import { ModelProblem } from './problem.ts'
import type { ModelCall, Step, TurnModel } from './turn-model.ts'
import { addUsage, NOTHING_USED, type Usage } from './usage.ts'

/** Replies of thinking models contain their thoughts. */
const MAX_BYTES = 512 * 1024
const NO_BODY = new Set([204, 205, 304])

export interface TransportOptions extends Pick<Outbound, 'ca' | 'resolve'> {
  policy: EndpointPolicy
  apiKey: string | null
  extraHeaders: Record<string, string>
  /** The milliseconds that are left. */
  leftMs(): number
}

/**
 * A `fetch` that checks the address at each connection, like calls of refund endpoints. It sends these headers and no others: the client
 * library would also name the operating system and read headers from environment variables.
 */
function checkedFetch({ policy, ca, resolve, apiKey, extraHeaders, leftMs }: TransportOptions): typeof fetch {
  const headers = {
    ...extraHeaders,
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'storewire-assistant/1',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  }
  return async (input, init) => {
    const limitMs = leftMs()
    if (limitMs <= 0) throw new ModelProblem('timeout', 'The time of the turn is over.')
    const options = { policy, ca, resolve, limitMs, maxBytes: MAX_BYTES }
    const found = await exchange(String(input), { headers, body: String(init?.body ?? '') }, options)
    const { httpStatus, problem, bytes, retryAfter, contentType } = found
    if (problem) {
      const { reason, explanation } = problem
      const isKnown = reason === 'timeout' || reason === 'address_refused'
      throw new ModelProblem(isKnown ? reason : 'no_answer', explanation)
    }
    return new Response(NO_BODY.has(httpStatus) ? null : new Uint8Array(bytes), {
      status: httpStatus,
      headers: {
        'content-type': contentType ?? 'application/json',
        ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
      },
    })
  }
}

export interface TurnModelOptions extends Pick<RefundServices, 'outbound'> {
  metrics: Pick<Metrics, 'assistantModel'>
  limits: Limits
  /** What the database has of today. */
  stored: Usage
  /** Whether the workspace is for tests. */
  isTest: boolean
  limitMs: number
  wait: ((ms: number) => Promise<void>) | undefined
}

/** The model for one turn. Its time begins with the first call. */
export async function createTurnModel(
  model: CalledModel,
  counted: Counted,
  { outbound, metrics, limits, stored, isTest, limitMs, wait = sleep }: TurnModelOptions,
): Promise<TurnModel> {
  const used: Usage = { ...NOTHING_USED }
  const calls: ModelCall[] = []
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
      policy: modelPolicy(policy, isTest),
      apiKey: model.apiKey,
      extraHeaders: model.extraHeaders,
      leftMs,
    }),
  )

  const onCall = () => {
    // Calls of this turn are among those that are not written yet.
    const tokensIn = stored.tokensIn + used.tokensIn
    const refusal = limits.refusal(counted, { ...stored, tokensIn, tokensOut: stored.tokensOut + used.tokensOut })
    if (refusal) throw new ModelProblem('capped', `No more calls: ${refusal}.`)
    limits.began(counted)
    used.calls++
  }

  const note = (step: Step, outcome: string, begun: number) => {
    const ms = Math.round(performance.now() - begun)
    calls.push({ step, outcome, ms })
    if (outcome.startsWith('rejected_')) used.rejected++
    metrics.assistantModel(step, outcome, ms / 1_000)
  }

  return {
    settings: model,
    ask: async (step, question, read) => {
      const begun = performance.now()
      leftMs()
      try {
        const found = await ask({ ...model, learnt }, question, {
          complete: async (body) => {
            const completion = await complete(body)
            used.tokensIn += completion.tokensIn
            used.tokensOut += completion.tokensOut
            return completion
          },
          onCall,
          leftMs,
          wait,
        })
        learnt = found.learnt
        const { value, outcome } = read(found.text)
        note(step, outcome, begun)
        return value
      } catch (error) {
        if (!(error instanceof ModelProblem)) throw error
        note(step, error.kind, begun)
        if (error.kind !== 'capped') limits.failed(counted)
        throw error
      }
    },
    used: () => {
      if (used.calls === 0) return null
      const hasLearnt = JSON.stringify(learnt) !== JSON.stringify(model.learnt)
      return {
        model: model.model,
        calls,
        requests: used.calls,
        tokensIn: used.tokensIn,
        tokensOut: used.tokensOut,
        keep: async (tx, now) => {
          await addUsage(tx, counted.workspaceId, used, now)
          if (hasLearnt)
            await tx.run(
              'UPDATE assistant_models SET learnt = ? WHERE workspace_id = ? AND updated_at = ?',
              JSON.stringify(learnt),
              counted.workspaceId,
              counted.updatedAt,
            )
        },
        written: () => limits.written(counted.workspaceId, used.calls),
      }
    },
  }
}
