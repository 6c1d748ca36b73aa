import type { OnDeletingWorkspace } from '../access/delete-workspace.ts'
import type { SecretTable } from '../access/secrets.ts'
import type { WorkspaceTable } from '../access/workspace-data.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { RecurringTask } from '../jobs/recurring.ts'
import type { Sql, Store, Tx } from '../store/store.ts'
import type { OnServed } from './request-note.ts'
import type { Route } from './route.ts'
import type { Services } from './services.ts'

/** Pushed objects with the result of each. */
export interface Upserted {
  resource: string
  workspaceId: string
  results: { id: string; status: 'created' | 'updated' | 'stale' }[]
  /** The created and updated objects. */
  changed: Changed[]
}

/** The values that filters find an object by, in the order of the columns of its type. */
interface ColumnValues {
  columns: (string | number | null)[]
}

/** A pushed object before and after the push; a new one has nothing before. */
export interface Changed {
  id: string
  before: ColumnValues | null
  after: ColumnValues
}

/** A pushed object that the shop or an operator erases. */
export interface Erased {
  resource: string
  workspaceId: string
  id: string
  /** Whether objects of its type may contain personal data. */
  isPersonal: boolean
  /** What was erased; null if there was no such object, but maybe data of other features. */
  before: ColumnValues | null
}

/**
 * The SQL condition of a filter of lists on an object with the alias `object`, for filters that another feature than objects decides.
 *
 * @throws errors of that feature, such as DomainError NOT_FOUND for an unknown id
 */
export type FilterTest = (store: Store, workspaceId: string, value: string, now: number) => Promise<Sql>

/** Work of features in the transaction that upserts or erases objects, adds a customer's message, or deletes a workspace. */
export interface Hooks {
  onUpserted(tx: Tx, upserted: Upserted, now: number): Promise<void>
  /** Erases data that depends on the object. Resolves with whether there was any. */
  onErased(tx: Tx, erased: Erased, now: number): Promise<boolean>
  /** Prepares an answer to a message of a customer. */
  onCustomerMessage(tx: Tx, said: { workspaceId: string; conversationId: string }, now: number): Promise<void>
  /** Ends sessions and other state that must not outlive a workspace. */
  onDeletingWorkspace: OnDeletingWorkspace
  /** The tests of those filters that a feature decides, by the name of the filter. */
  testsOf(
    store: Store,
    workspaceId: string,
    filters: Record<string, string | number | undefined>,
    now: number,
  ): Promise<Record<string, Sql>>
}

interface StartedPart {
  stop(): void
  /** Called with every finished request, so it returns at once if there is nothing to do. */
  onServed?: OnServed
}

/** Something that a feature starts with the server, and its handlers reach by `context.part`. A part may use others, but not in a circle. */
export interface Part<T, Needed extends object = object> {
  start(services: Services & Needed): T & StartedPart
}

/** The routes, jobs, tables and hooks of one room of the house. All features are listed in serve/features.ts. */
export interface Feature<Needed extends object = object> extends Partial<Omit<Hooks, 'testsOf'>> {
  /** In the order of the API reference. */
  routes?: Route[]
  /** Routes of the console's own API, which the API reference does not describe. */
  consoleRoutes?: Route[]
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
  // Every push runs these, and few features have one: waiting for those that have none takes longer than the work of one.
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
      for (const note of onUpserted) await note(tx, upserted, now)
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
