import type { EndpointAnswer, Probe } from './probe.ts'

/** The result of a check. A check is skipped if it could not decide, or was not allowed to run. */
export type Outcome = { status: 'pass' } | { status: 'fail' | 'skip'; reason: string }

/** One requirement for a refund endpoint. */
export interface Check {
  name: string
  /** What goes wrong in production without it. */
  why: string
  /** How to fix the endpoint. */
  fix: string
  /** If the check fails, all later checks are skipped. */
  gate?: true
  run(probe: Probe): Promise<Outcome>
}

/** Checks of one subject, which are skipped together. */
export interface CheckGroup {
  name: string
  checks: Check[]
  /** A check that has to pass first: an endpoint that fails it could pass these by accident. `what` is its name for people. */
  needs?: { check: string; what: string }
  /** The checks order refunds, which the shop makes for real. */
  refunds?: true
}

export const pass: Outcome = { status: 'pass' }
export const fail = (reason: string): Outcome => ({ status: 'fail', reason })
export const skip = (reason: string): Outcome => ({ status: 'skip', reason })

/** Runs steps until one does not pass, and returns its outcome. */
export async function all(...steps: (() => Promise<Outcome>)[]): Promise<Outcome> {
  for (const step of steps) {
    const outcome = await step()
    if (outcome.status !== 'pass') return outcome
  }
  return pass
}

/** A short form of a response for use in a sentence. Its text is quoted, so that a terminal cannot interpret it. */
export function shown({ httpStatus, text, problem }: EndpointAnswer): string {
  if (problem) return `no usable response (${problem.explanation.replace(/\.$/, '')})`
  return text === '' ? `HTTP ${httpStatus} without a body` : `HTTP ${httpStatus} ${JSON.stringify(text.slice(0, 200))}`
}
