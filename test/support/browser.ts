import { existsSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'

const CHROMIUM = '/usr/bin/chromium'

/** Why browser tests can't run here, or false. */
export const noBrowser = existsSync(CHROMIUM)
  ? false
  : `there is no ${CHROMIUM}: install Debian's chromium to run the browser tests`

/** For a browser to start and for each step of a page: on a busy machine a page takes its time. */
const timeout = 100_000

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Visit {
  page: Page
  /** Addresses outside `origin` that the page asked for; none of them was let through. */
  strangers: string[]
  /** What the page complained about on its console, refusals of its content security policy included. */
  complaints: string[]
}

/** An empty page in a real browser; closes with the test. */
export async function openPage(t: TestContext): Promise<Page> {
  const browser: Browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: QUIET, timeout })
  t.after(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(timeout)
  return page
}

/** Opens a page in a real browser that reaches `origin` and nothing else; closes with the test. */
export async function visit(t: TestContext, url: string): Promise<Visit> {
  const page = await openPage(t)
  const { origin } = new URL(url)
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
  await page.goto(url)
  return { page, strangers, complaints }
}
