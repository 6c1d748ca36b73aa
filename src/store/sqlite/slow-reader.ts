import { createGate } from '../../lib/gate.ts'
import type { ReadSlowly, SlowRows } from '../store.ts'
import { asUnavailable } from './failures.ts'
import type { Side } from './side.ts'

/** How long one read may take. */
const LIMIT_MS = 200
/** The maximum number of waiting reads of one workspace, and of all. */
const MAX_WAITING = 16
const MAX_IN_ALL = 64

export function createSlowReader(side: Side): ReadSlowly {
  const gate = createGate(1, { maxWaiting: MAX_WAITING, maxInAll: MAX_IN_ALL, what: 'searches' })
  return async <Row>(
    workspaceId: string,
    statements: Parameters<ReadSlowly>[1],
    { limitMs = LIMIT_MS, enough }: Parameters<ReadSlowly>[2] = {},
  ): Promise<SlowRows<Row>> => {
    const leave = await gate.enter(workspaceId)
    try {
      const { rows, isComplete, ms } = await side.ask({ statements: [statements].flat(), limitMs, enough })
      return { rows: rows.flat() as Row[], isComplete, ms }
    } catch (error) {
      throw asUnavailable(error)
    } finally {
      leave()
    }
  }
}
