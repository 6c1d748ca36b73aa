import type { Feature } from '../http/feature.ts'
import { factsJobHandler } from './facts-job.ts'
import { noteErased, noteUpserted } from './keep-facts.ts'
import { memberTest } from './members.ts'
import { SEGMENTS_TAG, segmentRoutes } from './routes.ts'
import { segmentTables } from './tables.ts'

/** Rules that select customers. */
export const segmentsFeature: Feature = {
  routes: segmentRoutes,
  tags: {
    [SEGMENTS_TAG]:
      'A segment is a named rule that selects customers, such as all who spent 500 € and bought within 90 days. Its customers are those that fit the rule now.',
  },
  jobs: ({ store }) => [factsJobHandler(store)],
  tables: segmentTables,
  filterTests: { segment: memberTest },
  onUpserted: noteUpserted,
  onErased: async (tx, erased, now) => {
    await noteErased(tx, erased, now)
    return false
  },
}
