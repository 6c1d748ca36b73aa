import { type BrowserServer, chromium } from 'playwright-core'
import { LAUNCH, noBrowser, SHARED_BROWSER } from './browser.ts'

// Called once by `npm test` and `npm run soak:pages`: one browser for all test files, since each start of one takes a second. A file that
// is run alone starts its own.

let server: BrowserServer | undefined

export async function globalSetup(): Promise<void> {
  if (noBrowser) return
  server = await chromium.launchServer(LAUNCH)
  process.env[SHARED_BROWSER] = server.wsEndpoint()
}

export async function globalTeardown(): Promise<void> {
  await server?.close()
}
