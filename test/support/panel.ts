import type { TestContext } from 'node:test'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { launchBrowser } from './browser.ts'
import { owner, type ServerOptions, testClock } from './server.ts'
import { AUTOMATIC, type Shop, startShop } from './shop.ts'
import { clickLauncher, panelOf, type ShopSite, scriptTag, startShopSite } from './shop-page.ts'
import { startWidget, type Widget } from './widget.ts'

/** A shop with a website, whose customers chat in a browser. */
export interface ChattingShop extends Shop {
  widget: Widget
  site: ShopSite
  browser: Browser
  /** The address of the server. */
  host: string
  /** Opens a page of the shop, and the chat on it. */
  visit(visit?: Visit): Promise<Visited>
}

export interface Visit {
  /** The customer who is signed in to the shop; a guest without one. */
  customerId?: string
  /** The publishable key. */
  key?: string
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  /** The language of the shop's page. */
  lang?: string
  /** Further attributes of the script. */
  attributes?: string
  /** Opens the chat by the keyboard alone. */
  byKeyboard?: boolean
  /** What the shop's server answers when its page asks for a token. Default: a good one. */
  signToken?: () => Promise<string>
  /** The browser of an earlier visit. */
  context?: BrowserContext
}

export interface Visited {
  page: Page
  context: BrowserContext
  panel: Frame
  /** What the browser complained about. */
  complaints: string[]
  /** The texts of the messages, the oldest first. */
  texts(): Promise<string[]>
  say(text: string): Promise<void>
}

/** The clock of the server is right, so that the browser's agrees; it stands still. */
export async function startChattingShop(t: TestContext, options: ServerOptions = {}): Promise<ChattingShop> {
  const shop = await startShop(t, { clock: testClock(Date.now()), ...options })
  await shop.set(AUTOMATIC)
  const { workspaceId, store, clock } = shop.api
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  const widget = await startWidget(shop.api)
  const site = await startShopSite(t)
  const browser = await launchBrowser(t)
  const host = new URL(shop.api.baseUrl).origin
  return { ...shop, widget, site, browser, host, visit: (visit) => open(visit) }

  async function open({ customerId, key = widget.key, theme = 'light', lang = 'en', ...visit }: Visit = {}) {
    const { width = 1280, height = 800, attributes = '' } = visit
    const context =
      visit.context ??
      (await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'UTC',
      }))
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    await page.exposeFunction('signToken', visit.signToken ?? (() => widget.sign({ sub: customerId ?? '' })))
    const identify = `<script>window.storewire = (...call) => storewire.q.push(call); storewire.q = [['identify', () => signToken()]]</script>`
    const tag = `${customerId === undefined ? '' : identify}${scriptTag(host, key, attributes)}`
    const html = `<!doctype html><html lang="${lang}"><link rel="icon" href="data:,"><title>Mugs</title><main><h1>Mugs</h1></main>${tag}`
    await page.goto(site.page(`/${customerId ?? 'guest'}-${lang}`, html))
    await page.waitForFunction('window.storewire?.isReady')
    if (visit.byKeyboard) {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    } else if (!page.frames().some((frame) => frame.url().includes('/widget/frame'))) await clickLauncher(page)
    const panel = await panelOf(page)
    await panel.waitForSelector('textarea, .notice')
    return {
      page,
      context,
      panel,
      complaints,
      texts: () => panel.locator('.message .text').allInnerTexts(),
      say: async (text: string) => {
        await panel.fill('textarea', text)
        await panel.press('textarea', 'Enter')
        await panel.locator('.customer:not(.unsent) .text', { hasText: text }).waitFor()
      },
    }
  }
}
