import type { SecretTable } from '../access/secrets.ts'
import type { WorkspaceTable } from '../access/workspace-data.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { RecurringTask } from '../jobs/recurring.ts'
import type { Sql } from '../store/store.ts'
import type { FilterTest, Hooks } from './hooks.ts'
import type { Route } from './route.ts'
import type { Part, Services } from './services.ts'

/** The routes, jobs, tables and hooks of one room of the house. All features are listed in serve/features.ts. */
export interface Feature<Needed extends object = object> extends Partial<Omit<Hooks, 'testsOf'>> {
  /** In the order of the API reference. */
  routes?: Route[]
  /** What the routes of each tag are about, for the API reference. */
  tags?: Record<string, string>
  parts?: Part<unknown, Needed>[]
  /** Handlers of the kinds of job that it enqueues. */
  jobs?(services: JobServices & Needed): JobHandler[]
  /** Tasks at set times. */
  tasks?(services: Pick<Services, 'store' | 'clock' | 'settings'>): RecurringTask[]
  /** Tables in which it keeps secrets. */
  secrets?: SecretTable[]
  /** All tables with rows of workspaces; a table comes before the tables that its rows refer to. */
  tables?: WorkspaceTable[]
  /** Tables whose rows a restore must not bring back: access that a backup contains may have been revoked since. */
  endedByRestore?: string[]
  /** By the name of the filter. */
  filterTests?: Record<string, FilterTest>
}

/** Services for handlers of jobs, also in commands that retry or discard a job. */
export type JobServices = Pick<Services, 'store' | 'clock' | 'metrics' | 'sealer' | 'hooks'> & {
  /** The tables of all features. */
  tables: WorkspaceTable[]
}

/** Runs the hooks of all features, in their order. */
export function hooksOf(features: Feature<never>[]): Hooks {
  const filterTests: [name: string, test: FilterTest][] = features.flatMap((feature) =>
    Object.entries(feature.filterTests ?? {}),
  )
  // Every push runs these, and few features have one: waiting for those with nothing to do takes longer than the work of one.
  const onUpserted = features.flatMap((feature) => feature.onUpserted ?? [])
  return {
    testsOf: async (store, workspaceId, filters, now) => {
      const tests: Record<string, Sql> = {}
      for (const [name, test] of filterTests) {
        const value = filters[name]
        if (value !== undefined) tests[name] = await test(store, workspaceId, String(value), now)
      }
      return tests
    },
    onUpserted: async (tx, upserted, now) => {
      for (const note of onUpserted) {
        const noting = note(tx, upserted, now)
        if (noting) await noting
      }
    },
    onErased: async (tx, erased, now) => {
      let hasErased = false
      for (const { onErased } of features) if (await onErased?.(tx, erased, now)) hasErased = true
      return hasErased
    },
    onCustomerMessage: async (tx, said, now) => {
      for (const { onCustomerMessage } of features) await onCustomerMessage?.(tx, said, now)
    },
    onDeletingWorkspace: async (tx, deleting) => {
      for (const { onDeletingWorkspace } of features) await onDeletingWorkspace?.(tx, deleting)
    },
  }
}
