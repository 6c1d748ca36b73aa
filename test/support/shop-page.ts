import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Frame, Page } from 'playwright-core'

/** Web pages of a shop, on an origin of their own. */
export interface ShopSite {
  origin: string
  /** Serves a page at a path from now on, with headers such as a content security policy. */
  page(path: string, html: string, headers?: Record<string, string>): string
}

export async function startShopSite(t: TestContext): Promise<ShopSite> {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>()
  const server = createServer((req, res) => {
    const found = pages.get(new URL(req.url ?? '', 'http://shop').pathname)
    res.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...found?.headers })
    res.end(found?.html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    page: (path, html, headers = {}) => {
      pages.set(path, { html, headers })
      return origin + path
    },
  }
}

/** The one line that shops put on their pages. @param more attributes, such as `data-side="left"` */
export function scriptTag(host: string, key: string, more = ''): string {
  return `<script async src="${host}/widget.js" data-key="${key}" ${more}></script>`
}

/** Clicks the launcher, which no selector reaches: it is in a closed shadow root, 20 pixels from the corner. */
export async function clickLauncher(page: Page, side: 'left' | 'right' = 'right'): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.mouse.click(side === 'right' ? width - 48 : 48, height - 48)
}

/** Waits until the chat is closed and the launcher has the focus: a key that closes it goes through the panel first. */
export async function closed(page: Page): Promise<void> {
  await page.waitForFunction('sessionStorage.length === 0')
}

/** The frame of the chat window, once its panel is there. */
export async function panelOf(page: Page): Promise<Frame> {
  const isPanel = (frame: Frame) => frame.url().includes('/widget/frame')
  const frame = page.frames().find(isPanel) ?? (await page.waitForEvent('framenavigated', isPanel))
  await frame.waitForLoadState()
  return frame
}
