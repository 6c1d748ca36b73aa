import type { Feature } from '../http/feature.ts'
import { batchJobHandler, purgeBatches } from './bulk/batch-job.ts'
import { importRoutes } from './bulk/routes.ts'
import { fillJobHandler } from './fill-job.ts'
import { resources } from './resources.ts'
import { objectRoutes, tagOf } from './routes.ts'
import { objectTables } from './tables.ts'

/** Objects that shops push, one by one or in bulk. */
export const objectsFeature: Feature = {
  routes: [...resources.flatMap(objectRoutes), ...importRoutes],
  tags: {
    ...Object.fromEntries(resources.map((resource) => [tagOf(resource), resource.about])),
    Imports:
      'Progress of background processing. A batch is one bulk upsert. A history import (backfill) groups batches under one progress number.',
  },
  jobs: (services) => [batchJobHandler(services), fillJobHandler(services.store)],
  tables: objectTables,
  tasks: ({ store, clock }) => [
    { name: 'purge old batches', cron: '29 3 * * *', run: () => purgeBatches(store, clock.now()) },
  ],
}
