import type { TestContext } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { type Api, startServer } from './server.ts'
import { type ShopSite, startShopSite } from './shop-page.ts'
import { startWidget, type Widget } from './widget.ts'

/** Pages of a shop that are written in one way or another, with a chat that a test can look into. */
export interface WidgetPages {
  api: Api
  widget: Widget
  site: ShopSite
  /** The address of the server. */
  host: string
  /** Opens a page with this markup behind its heading. */
  open(body: string, options?: OpenOptions): Promise<OpenedPage>
}

interface OpenOptions {
  /** Attributes of `<html>`. */
  html?: string
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  /** Headers of the page. */
  headers?: Record<string, string>
}

export interface OpenedPage {
  page: Page
  context: BrowserContext
  /** What storewire has written to the console of the browser. */
  lines: string[]
  /** Errors of scripts. */
  errors: string[]
}

/** The launcher is in a closed shadow root, which a test could not look into. */
const OPEN_SHADOWS = `const attach = Element.prototype.attachShadow
Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: 'open' }) }`

export async function startWidgetPages(t: TestContext): Promise<WidgetPages> {
  const api = await startServer(t)
  const [widget, site, browser] = await Promise.all([startWidget(api), startShopSite(t), launchBrowser(t)])
  let count = 0
  return { api, widget, site, host: new URL(api.baseUrl).origin, open }

  async function open(
    body: string,
    { html = 'lang="en"', width = 1280, height = 800, theme = 'light', headers }: OpenOptions = {},
  ) {
    const viewport = { width, height }
    const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce', locale: 'en-GB' })
    const page = await context.newPage()
    await page.addInitScript(OPEN_SHADOWS)
    const lines: string[] = []
    const errors: string[] = []
    page.on('console', (message) => message.text().startsWith('storewire') && lines.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(
      site.page(
        `/${count++}`,
        `<!doctype html><html ${html}><link rel="icon" href="data:,"><title>Mugs</title><body><h1>Mugs</h1>${body}</body></html>`,
        headers,
      ),
    )
    return { page, context, lines, errors }
  }
}
