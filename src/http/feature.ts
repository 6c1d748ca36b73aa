import type { H3 } from 'h3'
import type { SecretTable } from '../access/secrets.ts'
import type { WorkspaceTable } from '../access/workspace-data.ts'
import type { ChangeReader } from '../changes/readers.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { RecurringTask } from '../jobs/recurring.ts'
import type { Sql } from '../store/store.ts'
import type { FilterTest, Hooks } from './hooks.ts'
import type { MailKind } from './mail-kind.ts'
import type { Webhook } from './openapi/webhook.ts'
import type { ServedRequest } from './request-note.ts'
import type { Route } from './route.ts'
import type { Part, Services } from './services.ts'

/**
 * What one room of the house adds to the server. serve/features.ts lists all features; whatever else the server is made of comes from
 * this list, so a feature that is not in it leaves nothing behind. All members are optional.
 */
export interface Feature<Needed extends object = object> {
  /** Routes of the API, in the order of its reference. */
  routes?: Route[]
  /** What it sends to servers of others, for the reference. */
  webhooks?(): Webhook[]
  /** What the routes of each tag are about, by the name of the tag, for the reference. */
  tags?: Record<string, string>
  /** Serves what is outside of the API, such as pages and their scripts. Called once, before the server listens. */
  mount?(app: H3, services: Services): void
  /** What lives in memory as long as the server, such as open streams. Handlers reach it by `context.part`. */
  parts?: Part<unknown, Needed>[]
  /** Handlers of the kinds of job that the room enqueues. Also used by the commands that retry or discard a job. */
  jobs?(services: JobServices & Needed): JobHandler[]
  /** Kinds of mail: what each says when it is sent. */
  mails?(services: ComposerServices): MailKind[]
  /** Background work at set times, such as purges. */
  tasks?(services: Pick<Services, 'store' | 'clock' | 'settings'>): RecurringTask[]
  /** Readers of what has changed, stored or live. A kind of change that no reader names is not written. */
  reads?: ChangeReader[]
  /** All tables with rows of workspaces: how these are exported, deleted and restored. A table comes before those that its rows refer to. */
  tables?: WorkspaceTable[]
  /** Tables that keep secrets, which are sealed with the encryption key and sealed again with a new one. */
  secrets?: SecretTable[]
  /** Filters of lists that this room decides and not `objects`, by the name of the filter: conditions in SQL. */
  filterTests?: Record<string, FilterTest>
  /**
   * Work in the transaction that pushes objects, which every push pays for: only what money depends on. A waiting refund of an order is
   * cancelled with the push that changes the order, so that nobody confirms an amount that is no longer right. All else reads changes.
   */
  onUpserted?: Hooks['onUpserted']
  /** Erases what the room keeps because of an object, in the transaction that erases it: nobody may read it after the response. */
  onErased?: Hooks['onErased']
  /** Work in the transaction that stores a customer's message: a message that is stored will be answered, whatever happens then. */
  onCustomerMessage?: Hooks['onCustomerMessage']
  /** Work in the transaction that deletes a workspace, which it may refuse. Its rows are deleted afterwards, by `tables`. */
  onDeletingWorkspace?: Hooks['onDeletingWorkspace']
  /** Hears of each request when it has finished. Must be quick, and not throw. */
  onServed?(request: ServedRequest, services: Pick<Services, 'part'>): void
}

/** Services for handlers of jobs, also in commands that retry or discard a job. */
export type JobServices = Pick<Services, 'store' | 'clock' | 'metrics' | 'sealer' | 'settings' | 'hooks'> & {
  /** The tables of all features. */
  tables: WorkspaceTable[]
  /** The kinds of mail of all features. */
  mails: MailKind[]
}

/** Services for the composers of mails. */
export type ComposerServices = Omit<JobServices, 'hooks' | 'tables' | 'mails'>

/** All features as one: each list is in the order of the features. */
export interface JoinedFeatures<Needed extends object> {
  routes: Route[]
  webhooks(): Webhook[]
  tags: Record<string, string>
  parts: Part<unknown, Needed>[]
  reads: ChangeReader[]
  tables: WorkspaceTable[]
  secrets: SecretTable[]
  hooks: Hooks
  mount(app: H3, services: Services): void
  jobs(services: ComposerServices & Needed): JobHandler[]
  tasks(services: Pick<Services, 'store' | 'clock' | 'settings'>): RecurringTask[]
  onServed(request: ServedRequest, services: Pick<Services, 'part'>): void
}

export function joinFeatures<Needed extends object>(features: Feature<Needed>[]): JoinedFeatures<Needed> {
  const tables = features.flatMap((feature) => feature.tables ?? [])
  const hooks = hooksOf(features)
  // Every request runs these, and few features have one.
  const hearing = features.flatMap(({ onServed }) => onServed ?? [])
  return {
    routes: features.flatMap((feature) => feature.routes ?? []),
    webhooks: () => features.flatMap((feature) => feature.webhooks?.() ?? []),
    tags: Object.assign({}, ...features.map((feature) => feature.tags)),
    parts: features.flatMap((feature) => feature.parts ?? []),
    reads: features.flatMap((feature) => feature.reads ?? []),
    tables,
    secrets: features.flatMap((feature) => feature.secrets ?? []),
    hooks,
    mount: (app, services) => {
      for (const feature of features) feature.mount?.(app, services)
    },
    jobs: (services) => {
      const mails = features.flatMap((feature) => feature.mails?.(services) ?? [])
      return features.flatMap((feature) => feature.jobs?.({ ...services, hooks, tables, mails }) ?? [])
    },
    tasks: (services) => features.flatMap((feature) => feature.tasks?.(services) ?? []),
    onServed: (request, services) => {
      for (const hear of hearing) hear(request, services)
    },
  }
}

/** Runs the hooks of all features, in their order. */
function hooksOf(features: Feature<never>[]): Hooks {
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
