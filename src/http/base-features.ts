import { workspaceJobHandler } from '../access/delete-workspace.ts'
import { accessTables, changeTables } from '../access/workspace-data.ts'
import type { Feature } from './feature.ts'
import { purgeIdempotencyRecords } from './idempotency.ts'
import { ping } from './ping.ts'

/** The parts that all calls share: the check of a key, and idempotency records. */
export const callFeature: Feature = {
  routes: [ping],
  tags: {
    Keys: 'A secret key authenticates every call and selects the workspace. Check your key before the first push.',
  },
  // Changes first: readers write what they find in them.
  tables: [...changeTables, { table: 'idempotency_records', key: ['scope', 'key'], long: 'body' }],
  tasks: ({ store, clock }) => [
    { name: 'purge idempotency records', cron: '17 * * * *', run: () => purgeIdempotencyRecords(store, clock.now()) },
  ],
}

/** Workspaces, their keys and their audit log. */
export const workspaceFeature: Feature = {
  jobs: (services) => [workspaceJobHandler(services)],
  tables: accessTables,
}
