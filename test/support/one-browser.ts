import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserServer, chromium } from 'playwright-core'
import { buildPages } from '../../src/console/build-pages.ts'
import { LAUNCH, noBrowser, SHARED_BROWSER } from './browser.ts'
import { SHARED_PAGES } from './built-pages.ts'

// Loaded once by `npm test`: one browser and one build of the console for all test files, since each start of a browser takes a second, and
// each build half a second. A file that is run alone has its own.

let server: BrowserServer | undefined
let folder: string | undefined

export async function globalSetup(): Promise<void> {
  if (noBrowser) return
  folder = await mkdtemp(join(tmpdir(), 'storewire-test-pages-'))
  const file = join(folder, 'pages.json')
  const [browser, pages] = await Promise.all([chromium.launchServer(LAUNCH), buildPages()])
  await writeFile(file, JSON.stringify(pages))
  server = browser
  process.env[SHARED_BROWSER] = server.wsEndpoint()
  process.env[SHARED_PAGES] = file
}

export async function globalTeardown(): Promise<void> {
  await server?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
}
