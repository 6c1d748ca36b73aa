import type { Feature } from '../http/feature.ts'
import { batchJobHandler, purgeBatches } from './bulk/batch-job.ts'
import { importRoutes } from './bulk/routes.ts'
import { resources } from './resources.ts'
import { objectRoutes } from './routes.ts'

/** What shops push: objects, batches and backfills. */
export const objectsFeature: Feature = {
  routes: [...resources.flatMap(objectRoutes), ...importRoutes],
  jobs: (services) => [batchJobHandler(services)],
  tasks: ({ store, clock }) => [
    { name: 'purge old batches', cron: '29 3 * * *', run: () => purgeBatches(store, clock.now()) },
  ],
}
