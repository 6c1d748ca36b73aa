import { existsSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'

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
  /** Addresses outside `origin` that the page requested. All of them were blocked. */
  strangers: string[]
  /** Errors on the console of the page, including violations of the content security policy. */
  complaints: string[]
}

/** A host name that leads to this machine in the tests' browsers: to them it is as foreign as any host that is reached by http. */
export const HTTP_HOST = 'shop.test'

/** A real browser, which closes with the test. */
export async function launchBrowser(t: TestContext): Promise<Browser> {
  const args = [...QUIET, `--host-resolver-rules=MAP ${HTTP_HOST} 127.0.0.1`]
  const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args, timeout })
  t.after(() => browser.close())
  return browser
}

/** An empty page in a real browser; closes with the test. */
export async function openPage(t: TestContext): Promise<Page> {
  const page = await (await launchBrowser(t)).newPage({ viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(timeout)
  return page
}

/** Opens a page in a real browser that reaches `origin` and nothing else; closes with the test. */
export async function visit(t: TestContext, url: string): Promise<Visit> {
  const page = await openPage(t)
  const seen = await watched(page, new URL(url).origin)
  await page.goto(url)
  return { page, ...seen }
}

/** Lets a page reach `origin` and nothing else, and notes what it asks of others and complains about. */
export async function watched(page: Page, origin: string): Promise<Omit<Visit, 'page'>> {
  page.setDefaultTimeout(timeout)
  const strangers: string[] = []
  const complaints: string[] = []
  await page.route('**/*', (route) => {
    const address = route.request().url()
    if (address.startsWith(`${origin}/`)) return route.continue()
    strangers.push(address)
    return route.abort()
  })
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { strangers, complaints }
}
