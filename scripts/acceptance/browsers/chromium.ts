import { chromium, type Page } from 'playwright-core'
import { type DrivenBrowser, SIZE, type Window } from './browser.ts'

/** Debian's Chromium, by its own protocol. */
export async function startChromium(): Promise<DrivenBrowser> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  return {
    name: 'Chromium',
    version: browser.version(),
    open: async (url) => {
      const page = await (await browser.newContext({ viewport: SIZE })).newPage()
      await page.goto(url)
      return windowOf(page)
    },
    close: () => browser.close(),
  }
}

function windowOf(page: Page): Window {
  const panel = () => {
    const frame = page.frames().find((frame) => frame.url().includes('/widget/frame'))
    if (!frame) throw new Error('the chat window has no frame')
    return frame
  }
  return {
    goTo: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    inPage: (expression) => page.evaluate(expression),
    inPanel: async (expression) => panel().evaluate(expression),
    frames: async () =>
      page
        .frames()
        .slice(1)
        .map((frame) => frame.url()),
    click: (x, y) => page.mouse.click(x, y),
    focus: async (selector) => panel().focus(selector),
    press: async (selector) => panel().press(selector, 'Enter'),
    choose: async (selector, name, buffer) => panel().setInputFiles(selector, { name, mimeType: 'image/png', buffer }),
    type: async (text) => {
      for (const part of text.split(/(\n)/))
        await (part === '\n' ? page.keyboard.press('Enter') : page.keyboard.type(part))
    },
    close: () => page.context().close(),
  }
}
