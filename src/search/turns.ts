import type { Statement, Store } from '../store/store.ts'

/** How long one transaction should take: pushes wait for it. */
const TURN_MS = 12
export const MOST_OBJECTS = 500
const LEAST_OBJECTS = 50

/** Runs transactions, and adapts the number of objects in each to the time that they take. */
export interface IndexTurns {
  /** How many objects to index in the next turn. */
  size(): number
  run(statements: Statement[], options: { isPersonal: boolean; prepare?: Statement[] }): Promise<void>
}

export function createIndexTurns(store: Store): IndexTurns {
  let size = LEAST_OBJECTS
  return {
    size: () => size,
    run: async (statements, options) => {
      const { ms } = await store.writeApart(statements, options)
      if (ms < TURN_MS / 2) size = Math.min(MOST_OBJECTS, Math.ceil(size * 1.5))
      if (ms > TURN_MS) size = Math.max(LEAST_OBJECTS, Math.floor(size / 2))
    },
  }
}
