import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { type Browser, type ConsoleMessage, chromium, type Download, type Page, type Request } from 'playwright-core'

const CHROMIUM = '/usr/bin/chromium'

/** Why browser tests cannot run here, or false. */
export const noBrowser = existsSync(CHROMIUM)
  ? false
  : `there is no ${CHROMIUM}: install Debian's chromium to run the browser tests`

/** Time limit for the start of a browser and for each step of a page, long enough for a busy machine. */
const timeout = 100_000

/** Parts of a window that no test sees. Chromium makes two pages for suggestions in the address bar, in a process each, for every window. */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']
/** What Playwright switches off: of several lists Chromium obeys the last. */
const OFF_IN_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...UNSEEN, ...OFF_IN_PLAYWRIGHT].join(',')}`,
]

export interface Visit {
  page: Page
  /** Addresses outside `origin` that the page requested. Hosts other than this machine could not be reached. */
  strangers: string[]
  /** Errors on the console of the page, including violations of the content security policy. */
  complaints: string[]
}

/** A host name that leads to this machine in the tests' browsers: to them it is as foreign as any host that is reached by http. */
export const HTTP_HOST = 'shop.test'

/** How the tests' browsers are started. No name leads to another machine. */
export const LAUNCH = {
  executablePath: CHROMIUM,
  headless: true,
  args: [...QUIET, `--host-resolver-rules=MAP ${HTTP_HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`],
  timeout,
}

/** The variable with the address of the browser that all test files of a run share (`one-browser.ts`). */
export const SHARED_BROWSER = 'STOREWIRE_TEST_BROWSER'

/** A real browser. Its pages and cookies end with the test. */
export async function launchBrowser(t: TestContext): Promise<Browser> {
  const shared = process.env[SHARED_BROWSER]
  const browser = await (shared === undefined ? chromium.launch(LAUNCH) : chromium.connect(shared, { timeout }))
  t.after(() => browser.close())
  return browser
}

/** An empty page in a real browser; closes with the test. */
export async function openPage(t: TestContext): Promise<Page> {
  const page = await (await launchBrowser(t)).newPage({ viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(timeout)
  return page
}

/** The text of a download. It is streamed, since a shared browser keeps its files in a process of its own. */
export async function textOf(download: Download): Promise<string> {
  return text(await download.createReadStream())
}

/** Opens a page in a real browser, and notes what it asks of others; closes with the test. */
export async function visit(t: TestContext, url: string): Promise<Visit> {
  const page = await openPage(t)
  const seen = watched(page, new URL(url).origin)
  await page.goto(url)
  return { page, ...seen }
}

/** Notes what a page asks of others than `origin`, and complains about, until `ignore` is called. */
export function watched(page: Page, origin: string): Omit<Visit, 'page'> & { ignore(): void } {
  page.setDefaultTimeout(timeout)
  const strangers: string[] = []
  const complaints: string[] = []
  // Not by intercepting requests, which would switch off the browser's cache.
  const noteRequest = (request: Request) => {
    const address = request.url()
    if (/^(http|ws)s?:/.test(address) && !address.startsWith(`${origin}/`)) strangers.push(address)
  }
  const noteMessage = (message: ConsoleMessage) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    // "Failed to load resource" alone does not say which.
    const isUnnamed = message.text().startsWith('Failed to load resource')
    complaints.push(isUnnamed ? `${message.text()} ${message.location().url}` : message.text())
  }
  const noteError = (error: Error) => complaints.push(error.message)
  page.on('request', noteRequest).on('console', noteMessage).on('pageerror', noteError)
  const ignore = () => page.off('request', noteRequest).off('console', noteMessage).off('pageerror', noteError)
  return { strangers, complaints, ignore }
}
