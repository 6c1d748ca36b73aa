import { getWorkspace } from '../../access/workspaces.ts'
import { DomainError } from '../../lib/errors.ts'
import type { RefundServices } from '../../refunds/offer.ts'
import { hasModel } from './change-settings.ts'
import type { Helper } from './helper.ts'
import { type Counted, createLimits } from './limits.ts'
import { getModel } from './model-settings.ts'
import { usageToday } from './usage.ts'

/** The models of all workspaces. */
export interface Models {
  /** The model's part in one turn; null if the rules answer alone. */
  helperFor(turn: { workspaceId: string; conversationId: string }): Promise<Helper | null>
}

/** Time of a turn for all calls of a model. */
const LIMIT_MS = 10_000

export interface ModelOptions {
  limitMs?: number
  wait?: (ms: number) => Promise<void>
}

/** Nothing of the client library is loaded before a workspace has a model. */
export function createModels(services: RefundServices, { limitMs = LIMIT_MS, wait }: ModelOptions = {}): Models {
  const { store, clock, sealer, outbound, metrics } = services
  const limits = createLimits(clock.now)
  return {
    helperFor: async ({ workspaceId, conversationId }) => {
      if (!(await hasModel(store.read, workspaceId))) return null
      const model = await getModel(store.read, workspaceId, sealer).catch((error) => {
        if (!(error instanceof DomainError)) throw error
        metrics.assistantModel('none', 'key_unreadable', 0)
        return null
      })
      if (!model) return null
      const counted: Counted = { ...model, workspaceId, conversationId }
      const stored = await usageToday(store.read, workspaceId, clock.now())
      const refusal = limits.refusal(counted, stored)
      if (refusal) {
        metrics.assistantModel('none', refusal, 0)
        return null
      }
      const [{ createTurnModel }, { createHelper }, { test: isTest }] = await Promise.all([
        import('./create-turn-model.ts'),
        import('./helper.ts'),
        getWorkspace(store.read, workspaceId),
      ])
      const turn = await createTurnModel(model, counted, {
        outbound,
        metrics,
        limits,
        stored,
        isTest,
        limitMs,
        wait,
      })
      return createHelper(turn)
    },
  }
}
