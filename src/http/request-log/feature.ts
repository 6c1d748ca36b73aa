import type { Feature } from '../feature.ts'
import { bodiesJobHandler, eraseBodies } from './erase-bodies.ts'

/** The log of calls, which may keep their bodies. */
export const requestLogFeature: Feature = {
  jobs: (services) => [bodiesJobHandler(services)],
  onErased: async (tx, { workspaceId, isPersonal }, now) => {
    if (isPersonal) await eraseBodies(tx, workspaceId, now)
    return false
  },
}
