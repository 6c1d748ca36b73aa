import type { OnDeletingWorkspace } from '../access/delete-workspace.ts'
import type { Sql, Store, Tx } from '../store/store.ts'

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
  /** Returns undefined if there is nothing to wait for: every push runs it. */
  onUpserted(tx: Tx, upserted: Upserted, now: number): Promise<void> | undefined
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
