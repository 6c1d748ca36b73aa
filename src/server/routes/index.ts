import { resources } from '../../ingest/resources.ts'
import type { Route } from '../route.ts'
import { reportRefund } from './actions.ts'
import { importRoutes } from './imports.ts'
import { objectRoutes } from './objects.ts'
import { ping } from './ping.ts'
import { widgetRoutes } from './widget.ts'

/** Every route of the API below the base address, in the order of the reference. */
export const routes: Route[] = [
  ping,
  ...resources.flatMap(objectRoutes),
  ...importRoutes,
  reportRefund,
  ...widgetRoutes,
]
