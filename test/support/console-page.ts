import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { TestContext } from 'node:test'
import type AxeBuilder from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Browser, Frame, Page } from 'playwright-core'
import { launchBrowser, watched } from './browser.ts'
import { browserOf } from './console.ts'
import type { Api } from './server.ts'

/** Widths that every page is shown in: the smallest phone, and a laptop. */
export const WIDTHS = [320, 1280] as const
export const THEMES = ['light', 'dark'] as const

/**
 * The looks in which a page is checked: each size once and each theme, since colors do not depend on the size, nor places on the theme.
 * With SCREENSHOTS, all. `npm run soak:pages` checks all looks of most pages.
 */
export function looksOf<Size>(sizes: readonly Size[]): { size: Size; theme: (typeof THEMES)[number] }[] {
  return sizes.flatMap((size, index) =>
    THEMES.filter((_, at) => process.env.SCREENSHOTS !== undefined || at === index % THEMES.length).map((theme) => ({
      size,
      theme,
    })),
  )
}

export const screenOf = (width: (typeof WIDTHS)[number]) => ({ width, height: width === 320 ? 640 : 800 })

export interface Look {
  width?: (typeof WIDTHS)[number]
  theme?: (typeof THEMES)[number]
  /** What a page needs before it is opened, such as routes and scripts of a test. */
  prepare?: (page: Page) => Promise<unknown>
}

/** Pages of the console in one browser, which closes with the test. */
export interface ConsolePages {
  /** Opens a page for a member who is signed in, or for nobody. @param path such as `/refunds` @param options `url` is the console's address */
  open(api: Api, path: string, options?: Look & { memberId?: string; url?: string }): Promise<ConsolePage>
  /** The same of a server whose members are unknown, such as `storewire dev`. */
  open(api: Pick<Api, 'baseUrl'>, path: string, options?: Look): Promise<ConsolePage>
}

export interface ConsolePage {
  page: Page
  /** What the browser complained about, violations of the content security policy among it. */
  complaints: string[]
  /** Addresses of other servers that the page asked for. */
  strangers: string[]
  /** Asserts that axe-core finds nothing that bars anybody from the page, and that nothing is wider than the page. @param rules default: all */
  checkAccess(rules?: Rules): Promise<void>
  /** The same, and the colors in each theme. */
  checkThemes(): Promise<void>
  /** Follows a link to a page, as people do. `page.goto` would load everything again. @param path such as `/refunds` */
  follow(path: string): Promise<void>
  /** Ends the use of the page, which another test may get, with a browser's storage emptied. Not for pages with scripts or a clock of a test. */
  leave(): Promise<void>
}

/** Complaints of the browser but for responses with an error, which tests cause. */
export const ownComplaints = (complaints: string[]) =>
  complaints.filter((line) => !line.startsWith('Failed to load resource'))

/** The address of the console of a server. */
export const consoleOf = ({ baseUrl }: Pick<Api, 'baseUrl'>) => baseUrl.replace('/api/v1', '/console')

export async function startPages(t: TestContext): Promise<ConsolePages> {
  const browser: Browser = await launchBrowser(t)
  /** A page that a test has left: to open a new one takes three times as long. */
  let left: Page | undefined
  const takeTab = async (): Promise<Page> => {
    const page = left ?? (await newTab(browser))
    left = undefined
    return page
  }
  return {
    open: async (
      api: Api | Pick<Api, 'baseUrl'>,
      path: string,
      {
        width = 1280,
        theme = 'light',
        memberId,
        url = consoleOf(api),
        prepare,
      }: Look & { memberId?: string; url?: string } = {},
    ) => {
      const page = await takeTab()
      await page.setViewportSize(screenOf(width))
      await page.emulateMedia({ colorScheme: theme })
      if (memberId !== undefined) {
        const [name = '', value = ''] = (await browserOf(api as Api, memberId)).cookie?.split('=') ?? []
        await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
      }
      const { ignore, ...seen } = watched(page, new URL(url).origin)
      await prepare?.(page)
      await page.goto(url + (path === '/' ? '' : path))
      return {
        page,
        ...seen,
        checkAccess: (rules) => checkAccess(page, rules),
        checkThemes: async () => {
          for (const [index, colorScheme] of THEMES.entries()) {
            await page.emulateMedia({ colorScheme })
            await checkAccess(page, index === 0 ? RULES : OF_COLORS)
          }
        },
        follow: (to) => {
          // A path, as in the links of the pages: a link with a host would load the whole page again.
          const href = new URL(url).pathname + to
          return page.evaluate(`{
            const link = Object.assign(document.createElement('a'), { href: ${JSON.stringify(href)} })
            document.body.append(link)
            link.click()
            link.remove()
          }`)
        },
        leave: async () => {
          ignore()
          if (left) return page.context().close()
          await page.unrouteAll({ behavior: 'ignoreErrors' })
          await page.evaluate('localStorage.clear(); sessionStorage.clear()')
          // Before the cookies go: what the page still asks would be answered 401, which the next test would see. To an address of the
          // same site, since browsers have a process for each.
          await page.route('**/healthz', (route) => route.fulfill({ contentType: 'text/html', body: WITHOUT_ICON }))
          await page.goto(new URL('healthz', url).href)
          await page.unrouteAll({ behavior: 'ignoreErrors' })
          await page.context().clearCookies()
          left = page
        },
      }
    },
  }
}

/** Browsers ask for the icon of a page after it is loaded: the next test would see a 404. */
const WITHOUT_ICON = '<!doctype html><link rel="icon" href="data:,">'

async function newTab(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' })
  return context.newPage()
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Which rules of axe-core are checked. */
type Rules = NonNullable<RunOptions['runOnly']>

/** What may differ between the themes of a page. */
export const OF_COLORS: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Asserts that axe-core finds nothing that bars anybody from a page or frame, and that nothing is wider than it. */
export async function checkAccess(page: Page | Frame, rules: Rules = RULES): Promise<void> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE)
  const violations = await page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: typeof AxeBuilder }
    // All else that axe finds would be described, too, which takes half of its time.
    const found = await axe.run({ runOnly: rules, resultTypes: ['violations'] })
    return found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, rules)
  assert.deepEqual(violations, [])
  const widths = await page.evaluate<[string, number, number][]>(
    `[document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .map((one) => [one.localName, one.scrollWidth, one === document.documentElement ? innerWidth : one.clientWidth])`,
  )
  // Browsers count only what sticks out on the right.
  const outside = await page.evaluate<string[]>(
    `[...document.querySelectorAll('dialog[open] .button')]
      .filter((one) => one.getBoundingClientRect().left < one.closest('dialog').getBoundingClientRect().left)
      .map((one) => one.innerText)`,
  )
  assert.deepEqual(outside, [], 'buttons that stick out of their dialog')
  for (const [name, inner, width] of widths)
    assert.ok(inner <= width, `what is in ${name} is ${inner} px wide, and there are ${width} px`)
}
