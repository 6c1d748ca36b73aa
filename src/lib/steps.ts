import { nextTurn } from './gate.ts'

/** Work that may pause between its steps, and its result. */
export type Steps<T> = Generator<undefined, T>

/** Runs all steps now. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs one step in each turn of the event loop, so that nothing else waits for more than one of them. */
export async function stepByStep<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}
