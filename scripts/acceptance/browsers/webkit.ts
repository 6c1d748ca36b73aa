import { execFileSync, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DrivenBrowser, SIZE, type Window } from './browser.ts'

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const DISPLAY = ':93'
const PORT = 4793
const LONGEST_MS = 15_000
/** The name of an element's or a shadow root's id in WebDriver. */
const [ELEMENT, SHADOW] = ['element-6066-11e4-a52e-4f735466cecf', 'shadow-6066-11e4-a52e-4f735466cecf']

type Reference = Record<string, string>

/** The browser of WebKitGTK, by WebDriver, on a display in memory. */
export async function startWebkit(): Promise<DrivenBrowser> {
  const screen = spawn('Xvfb', [DISPLAY, '-screen', '0', '1400x1000x24'], { stdio: 'ignore' })
  const driver = spawn('WebKitWebDriver', [`--port=${PORT}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY, WEBKIT_DISABLE_COMPOSITING_MODE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  await ready()
  const { id, version } = await newSession()
  await call('DELETE', `/session/${id}`)
  return {
    name: 'WebKitGTK',
    version,
    needsOpenShadow: true,
    open: openWindow,
    close: async () => {
      for (const child of [driver, screen]) {
        const ended = new Promise((resolve) => child.once('close', resolve))
        child.kill()
        await ended
      }
    },
  }
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`, {
    method,
    // In a document that is replaced a script may never end.
    signal: AbortSignal.timeout(LONGEST_MS),
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  })
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`)
  return value
}

async function ready(): Promise<void> {
  while (!(await call<{ ready: boolean }>('GET', '/status').catch(() => ({ ready: false }))).ready) await sleep(50)
}

async function newSession(): Promise<{ id: string; version: string }> {
  const options = { 'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] } }
  const session = await call<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', '/session', {
    capabilities: { alwaysMatch: options },
  })
  return { id: session.sessionId, version: session.capabilities.browserVersion }
}

/** A session is a browser of its own, and only one may run at a time. */
async function openWindow(url: string): Promise<Window> {
  await closeLast?.()
  const { id } = await newSession()
  const path = (rest: string) => `/session/${id}${rest}`
  const post = <T>(rest: string, body: object = {}) => call<T>('POST', path(rest), body)
  const close = async () => {
    closeLast = undefined
    await call('DELETE', path(''))
  }
  closeLast = close
  const evaluate = async <T>(expression: string): Promise<T> => {
    const script = `const done = arguments[0]; Promise.resolve().then(() => (${expression})).then((value) => done(JSON.stringify(value) ?? 'null'), (error) => done('!' + error))`
    const text = await post<string>('/execute/async', { script, args: [] })
    if (text.startsWith('!')) throw new Error(text)
    return JSON.parse(text) as T
  }
  const top = () => post('/frame', { id: null })
  const frame = async (): Promise<Reference | undefined> => {
    await top()
    const [host] = await post<Reference[]>('/elements', { using: 'css selector', value: 'html > div' })
    if (!host) return undefined
    const root = await call<Reference>('GET', path(`/element/${host[ELEMENT]}/shadow`))
    const [found] = await post<Reference[]>(`/shadow/${root[SHADOW]}/elements`, {
      using: 'css selector',
      value: 'iframe',
    })
    return found
  }
  const inFrame = async <T>(expression: string): Promise<T> => {
    const found = await frame()
    if (!found) throw new Error('the chat window has no frame')
    await post('/frame', { id: found })
    return evaluate<T>(expression)
  }
  /** A click of the display's mouse: WebKitWebDriver finds the elements of the frame stale at once. */
  const clickInFrame = async (selector: string) => {
    const target = await inFrame<Box>(boxOf(`document.querySelector('${selector}')`))
    await top()
    const outer = await evaluate<Box>(boxOf(`document.querySelector('html > div').shadowRoot.querySelector('iframe')`))
    clickAt(outer.x + target.x + target.width / 2, outer.y + target.y + target.height / 2, outer)
  }
  const goTo = (url: string) => post<void>('/url', { url })
  await post('/window/rect', { ...SIZE, x: 0, y: 0 })
  await goTo(url)
  return {
    goTo: async (url) => {
      await top()
      await goTo(url)
    },
    reload: async () => {
      await top()
      await post('/refresh')
    },
    inPage: async (expression) => {
      await top()
      return evaluate(expression)
    },
    inPanel: inFrame,
    frames: async () => {
      const found = await frame()
      return found ? [(await call<string>('GET', path(`/element/${found[ELEMENT]}/attribute/src`))) ?? ''] : []
    },
    click: async (x, y) => {
      await top()
      // The window has bars of its own: the page is smaller than asked for.
      const size = await evaluate<{ width: number; height: number }>('({ width: innerWidth, height: innerHeight })')
      const steps = [
        { type: 'pointerMove', x: x - SIZE.width + size.width, y: y - SIZE.height + size.height },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await post('/actions', { actions: [{ type: 'pointer', id: 'mouse', actions: steps }] })
    },
    focus: (selector) => clickInFrame(selector),
    press: (selector) => clickInFrame(selector),
    // Its driver cannot fill a field of the frame, and a dialog of the display is no part of the page.
    choose: (selector, name, bytes) =>
      inFrame(`(() => {
        const chosen = new DataTransfer()
        chosen.items.add(new File([new Uint8Array([${[...bytes]}])], '${name}', { type: 'image/png' }))
        const field = document.querySelector('${selector}')
        field.files = chosen.files
        field.dispatchEvent(new Event('change', { bubbles: true }))
      })()`),
    // WebKitWebDriver's own keys do not reach the frame, so these are keys of the display.
    type: async (text) => {
      for (const part of text.split(/(\n)/)) {
        if (part === '\n') press('key', 'Return')
        else if (part !== '') press('type', '--delay', '20', part)
      }
    },
    close,
  }
}

interface Box {
  x: number
  y: number
  width: number
  height: number
  /** Of the page: the window is higher, by its bars. */
  pageHeight: number
}

function boxOf(element: string): string {
  return `(() => { const { x, y, width, height } = ${element}.getBoundingClientRect(); return { x, y, width, height, pageHeight: innerHeight } })()`
}

function onDisplay(...args: string[]): string {
  return execFileSync('xdotool', args, { env: { ...process.env, DISPLAY }, encoding: 'utf8', timeout: 10_000 })
}

/** Without a window manager a window has the focus only if it is given. */
function giveFocus(): void {
  const [window = ''] = onDisplay('search', '--onlyvisible', '--name', 'Automation').trim().split('\n')
  onDisplay('windowfocus', window)
}

function clickAt(x: number, y: number, { pageHeight }: Box): void {
  giveFocus()
  const top = SIZE.height - pageHeight
  onDisplay('mousemove', String(Math.round(x)), String(Math.round(y + top)), 'click', '1')
}

function press(...keys: string[]): void {
  giveFocus()
  onDisplay(...keys)
}

let closeLast: (() => Promise<void>) | undefined
