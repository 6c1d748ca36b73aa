import type { Metrics } from '../../lib/metrics.ts'
import type { Completion } from './client.ts'
import type { Counted, Limits } from './limits.ts'
import type { CalledModel, Learnt } from './model-settings.ts'
import { ModelProblem } from './problem.ts'
import type { ModelCall, ModelUsed, Step } from './turn-model.ts'
import { addUsage, NOTHING_USED, type Usage } from './usage.ts'

/** What a turn has used of its model so far. */
export interface TurnUsage {
  /** Counts a call before it is made. @throws ModelProblem if no more calls are allowed */
  onCall(): void
  addTokens(completion: Completion): void
  /** Records the outcome of a question. @param begun by `performance.now()` */
  note(step: Step, outcome: string, begun: number): void
  /** Records a question that failed. A cap is not a failure of the endpoint. */
  failed(step: Step, problem: ModelProblem, begun: number): void
  /** @param learnt what is known of the endpoint now @returns null if the model was not asked */
  used(learnt: Learnt | null): ModelUsed | null
}

export interface TurnUsageOptions {
  metrics: Pick<Metrics, 'assistantModel'>
  limits: Limits
  /** What the database has of today. */
  stored: Usage
}

export function createTurnUsage(
  model: Pick<CalledModel, 'model' | 'learnt'>,
  counted: Counted,
  { metrics, limits, stored }: TurnUsageOptions,
): TurnUsage {
  const used: Usage = { ...NOTHING_USED }
  const calls: ModelCall[] = []
  const note = (step: Step, outcome: string, begun: number) => {
    const ms = Math.round(performance.now() - begun)
    calls.push({ step, outcome, ms })
    if (outcome.startsWith('rejected_')) used.rejected++
    metrics.assistantModel(step, outcome, ms / 1_000)
  }
  return {
    onCall: () => {
      // Calls of this turn are among those that are not written yet.
      const tokensIn = stored.tokensIn + used.tokensIn
      const refusal = limits.refusal(counted, { ...stored, tokensIn, tokensOut: stored.tokensOut + used.tokensOut })
      if (refusal) throw new ModelProblem('capped', `No more calls: ${refusal}.`)
      limits.began(counted)
      used.calls++
    },
    addTokens: ({ tokensIn, tokensOut }) => {
      used.tokensIn += tokensIn
      used.tokensOut += tokensOut
    },
    note,
    failed: (step, { kind }, begun) => {
      note(step, kind, begun)
      if (kind !== 'capped') limits.failed(counted)
    },
    used: (learnt) => {
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
