import type { Tx } from '../../store/store.ts'
import type { Question } from './ask.ts'
import type { CalledModel } from './model-settings.ts'

/** What a model is asked for. */
export type Step = 'understand' | 'compose'

/** What one question to a model came to, for people who look into a turn. */
export interface ModelCall {
  step: Step
  /** `ok`, the kind of the problem, or why the words were not used. */
  outcome: string
  ms: number
}

/** What a model had to do with a turn. */
export interface ModelUsed {
  model: string
  calls: ModelCall[]
  /** Requests: a question may take several, until it is known what the endpoint accepts. */
  requests: number
  tokensIn: number
  tokensOut: number
  /** Counts the usage, and keeps what was learnt about the endpoint. In the transaction of the turn, since each commit costs time. */
  keep(tx: Tx, now: number): Promise<void>
  /** The usage is in the database. */
  written(): void
}

/** The model for one turn: it keeps to the time, the caps and the counts of all turns. */
export interface TurnModel {
  settings: Pick<CalledModel, 'model' | 'use' | 'shareTickets'>
  /**
   * @param read reads the reply; a problem that it throws counts as one of the endpoint
   * @throws ModelProblem if there is no reply in time, it cannot be read, or no more calls are allowed
   */
  ask<T>(step: Step, question: Question, read: (text: string) => { value: T; outcome: string }): Promise<T>
  /** What was used; null if the model was not asked. */
  used(): ModelUsed | null
}
