import type { Answer, Probe } from './probe.ts'

/** How a check went; a skipped one could not tell, or was not allowed to. */
export type Outcome = { status: 'pass' } | { status: 'fail' | 'skip'; reason: string }

/** One thing that a refund endpoint has to do. */
export interface Check {
  name: string
  /** One sentence: what goes wrong in production without it. */
  why: string
  /** What a developer does about it. */
  mend: string
  /** Where it fails nothing else can be told, and all that follow are skipped. */
  gate?: true
  /** It orders refunds, which a shop makes for real. */
  refunds?: true
  run(probe: Probe): Promise<Outcome>
}

export const pass: Outcome = { status: 'pass' }
export const fail = (reason: string): Outcome => ({ status: 'fail', reason })
export const skip = (reason: string): Outcome => ({ status: 'skip', reason })

/** The first outcome that is no pass; what comes after it is not sent. */
export async function all(...steps: (() => Promise<Outcome>)[]): Promise<Outcome> {
  for (const step of steps) {
    const outcome = await step()
    if (outcome.status !== 'pass') return outcome
  }
  return pass
}

/** An answer in a few words, to stand within a sentence, with its text quoted so that no terminal takes part of it for a command. */
export function shown({ httpStatus, text, problem }: Answer): string {
  if (problem) return `nothing usable (${problem.explanation.replace(/\.$/, '')})`
  return text === '' ? `HTTP ${httpStatus} without a body` : `HTTP ${httpStatus} ${JSON.stringify(text.slice(0, 200))}`
}
