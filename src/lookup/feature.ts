import type { Feature } from '../http/feature.ts'
import { search } from './routes.ts'

/** What people ask about: finding objects by anything that they know of them. */
export const lookupFeature: Feature = {
  routes: [search],
  tags: {
    Search:
      'One search over all pushed objects: by ids, numbers, e-mail addresses, tracking numbers and SKUs, and by words.',
  },
}
