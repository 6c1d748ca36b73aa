import type { Api } from '../../../test/support/server.ts'
import type { Shop } from '../../../test/support/shop.ts'
import { type ShopSite, scriptTag } from '../../../test/support/shop-page.ts'
import { until } from '../../../test/support/until.ts'
import type { Widget } from '../../../test/support/widget.ts'
import { type DrivenBrowser, SIZE, type Window } from './browser.ts'

export interface Place {
  api: Api
  shop: Shop
  host: string
  widget: Widget
  site: ShopSite
}

export type Journey = (browser: DrivenBrowser, place: Place) => Promise<void>

/** A page of the shop with the chat window. @param policy the content security policy, without its sources of scripts */
export function shopPage(
  { needsOpenShadow }: DrivenBrowser,
  { host, widget, site }: Place,
  path: string,
  { before = '', policy }: { before?: string; policy?: string } = {},
): string {
  const type = { 'content-type': 'text/javascript' }
  const open =
    'const { attachShadow } = Element.prototype; Element.prototype.attachShadow = function () { return attachShadow.call(this, { mode: "open" }) }'
  const patch = needsOpenShadow ? `<script src="${site.page('/open-shadow.js', open, type)}"></script>` : ''
  const html = `<!doctype html><link rel="icon" href="data:,"><title>Shop</title>${patch}${before}${scriptTag(host, widget.key)}`
  const scripts = needsOpenShadow ? `${host} ${site.origin}` : host
  return site.page(path, html, policy ? { 'content-security-policy': `script-src ${scripts}; ${policy}` } : {})
}

export const launcher: [number, number] = [SIZE.width - 48, SIZE.height - 48]

export async function hasPanel(window: Window): Promise<void> {
  await until(async () => (await window.frames()).some((url) => url.includes('/widget/frame')))
  await shows(window, 'document.querySelector("textarea") !== null')
}

export const shows = (window: Window, expression: string) =>
  // Between two documents there is nothing to ask.
  until(() => window.inPanel<boolean>(expression).catch(() => false))

export async function say(window: Window, text: string): Promise<void> {
  await window.focus('textarea')
  await window.type(`${text}\n`)
  await shows(
    window,
    `[...document.querySelectorAll('.customer:not(.unsent)')].some((one) => one.textContent.includes('${text}'))`,
  )
}

/** Waits for a text in an element of the chat window. */
export const reads = (window: Window, selector: string, text: string) =>
  shows(window, `[...document.querySelectorAll('${selector}')].some((one) => one.textContent.includes('${text}'))`)

/** A page of the shop on which a customer is signed in, with its chat open. */
export async function visitAs(browser: DrivenBrowser, place: Place, sub: string, path: string): Promise<Window> {
  const tokens = JSON.stringify([await place.widget.sign({ sub }), await place.widget.sign({ sub })])
  const code = `window.storewire = (...call) => storewire.q.push(call); tokens = ${tokens}
    storewire.q = [['identify', () => sessionStorage.used ? tokens[1] : (sessionStorage.used = 1, tokens[0])]]`
  const window = await browser.open(shopPage(browser, place, path, { before: `<script>${code}</script>` }))
  await until(() => window.inPage<boolean>('!!window.storewire?.isReady'))
  await window.click(...launcher)
  await hasPanel(window)
  return window
}
