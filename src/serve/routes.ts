import { ping } from '../access/routes.ts'
import type { Route } from '../http/route.ts'
import { importRoutes } from '../objects/bulk/routes.ts'
import { resources } from '../objects/resources.ts'
import { objectRoutes } from '../objects/routes.ts'
import { reportRefund } from '../refunds/routes.ts'
import { widgetRoutes } from '../widget/routes.ts'

/** Every route of the API below the base address, in the order of the reference. */
export const routes: Route[] = [
  ping,
  ...resources.flatMap(objectRoutes),
  ...importRoutes,
  reportRefund,
  ...widgetRoutes,
]
