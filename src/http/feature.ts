import type { SecretTable } from '../access/secrets.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { RecurringTask } from '../jobs/recurring.ts'
import type { Tx } from '../store/store.ts'
import type { Route } from './route.ts'
import type { Services } from './services.ts'

/** Objects that were pushed, and what became of each. */
export interface Upserted {
  resource: string
  workspaceId: string
  results: { id: string; status: 'created' | 'updated' | 'stale' }[]
}

/** A pushed object that its shop, or an operator, erases. */
export interface Erased {
  resource: string
  workspaceId: string
  id: string
  /** Whether objects of its type may name a person. */
  isPersonal: boolean
}

/** What features do in the transaction in which objects are pushed or erased. */
export interface Hooks {
  onUpserted(tx: Tx, upserted: Upserted, now: number): Promise<void>
  /** Erases what is kept because of the object. Resolves with whether there was anything. */
  onErased(tx: Tx, erased: Erased, now: number): Promise<boolean>
}

/** Something that a feature starts with the server, and its handlers reach by `context.part`. */
export interface Part<T> {
  start(services: Omit<Services, 'part'>): T & { stop(): void }
}

/** What a room of the house brings along. All of them are listed in serve/features.ts. */
export interface Feature<Needed extends object = object> extends Partial<Hooks> {
  /** In the order of the API reference. */
  routes?: Route[]
  parts?: Part<unknown>[]
  /** Handlers of the kinds of job that it enqueues. */
  jobs?(services: JobServices & Needed): JobHandler[]
  /** What it does at set times. */
  tasks?(services: Pick<Services, 'store' | 'clock' | 'settings'>): RecurringTask[]
  /** Tables in which it keeps secrets of workspaces. */
  secrets?: SecretTable[]
}

/** What handlers of jobs work with: also those of commands that retry or discard a job. */
export type JobServices = Pick<Services, 'store' | 'clock' | 'metrics' | 'sealer' | 'hooks'>

/** The hooks of all features as one, in their order. */
export function hooksOf(features: Feature<never>[]): Hooks {
  return {
    onUpserted: async (tx, upserted, now) => {
      for (const { onUpserted } of features) await onUpserted?.(tx, upserted, now)
    },
    onErased: async (tx, erased, now) => {
      let hasErased = false
      for (const { onErased } of features) if (await onErased?.(tx, erased, now)) hasErased = true
      return hasErased
    },
  }
}
