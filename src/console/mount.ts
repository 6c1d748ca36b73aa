import { H3 } from 'h3'
import { mountRoutes } from '../http/mount-routes.ts'
import { documentInSteps } from '../http/openapi/document.ts'
import { mountDocument } from '../http/openapi/serve-document.ts'
import type { Services } from '../http/services.ts'
import { consoleRoutes } from './routes.ts'
import { CONSOLE_PATH, mountPages } from './serve-pages.ts'
import { mountShopPage } from './shop-page/serve.ts'

/** Under which the page of the console calls. */
const CONSOLE_API = `${CONSOLE_PATH}/api`

const CONSOLE_DESCRIPTION =
  'What the page of the console calls. It changes with the page: programs use the API, with a secret key.'

/** What is below `/console`: the pages, and the routes that they call. */
export function createConsole(services: Services): H3 {
  const app = new H3({ silent: true })
  const title = `${services.settings.title} console`
  mountDocument(app, `${CONSOLE_API}/spec.json`, services, (baseUrl) =>
    documentInSteps(consoleRoutes, { title, baseUrl, tags: {}, description: CONSOLE_DESCRIPTION }),
  )
  mountRoutes(app, services, CONSOLE_API, consoleRoutes)
  mountShopPage(app, services)
  mountPages(app, services)
  return app
}
