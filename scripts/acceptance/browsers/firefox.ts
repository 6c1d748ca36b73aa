import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BidiConnection, connectBidi } from './bidi.ts'
import { type DrivenBrowser, SIZE, type Window } from './browser.ts'

/** Debian's firefox-esr, by WebDriver BiDi, which it speaks itself. playwright-core drives only a Firefox of its own. */
export async function startFirefox(): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'storewire-firefox-'))
  const firefox = spawn(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const address = await new Promise<string>((resolve, reject) => {
    let printed = ''
    firefox.stderr.on('data', (bytes: Buffer) => {
      printed += bytes
      const [found] = /ws:\/\/[^\s]+/.exec(printed) ?? []
      if (found) resolve(found)
    })
    firefox.once('error', reject)
    firefox.once('exit', () => reject(new Error(`Firefox ended: ${printed}`)))
  })
  const bidi = await connectBidi(`${address}/session`)
  const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  })
  return {
    name: 'Firefox ESR',
    version: capabilities.browserVersion,
    open: (url) => openWindow(bidi, url, profile),
    close: async () => {
      await bidi.send('browser.close', {})
      bidi.close()
      await new Promise((resolve) => firefox.once('close', resolve))
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

interface Tree {
  contexts: { context: string; url: string; children: Tree['contexts'] }[]
}

type Evaluated = { result: { value?: string } } & (
  | { type: 'success' }
  | { type: 'exception'; exceptionDetails: { text: string } }
)

/** @param folder for files that are chosen */
async function openWindow(bidi: BidiConnection, url: string, folder: string): Promise<Window> {
  const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext', {})
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'window', userContext })
  await bidi.send('browsingContext.setViewport', { context, viewport: SIZE })
  const goTo = async (url: string) => {
    await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
  }
  const frames = async () => {
    const { contexts } = await bidi.send<Tree>('browsingContext.getTree', { root: context })
    return contexts[0]?.children ?? []
  }
  // As JSON: the protocol has a form of its own for values.
  const evaluate = async <T>(target: string, expression: string): Promise<T> => {
    const evaluated = await bidi.send<Evaluated>('script.evaluate', {
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? 'null')`,
      target: { context: target },
      awaitPromise: true,
    })
    if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text)
    return JSON.parse(evaluated.result.value ?? 'null') as T
  }
  const panel = async (): Promise<string> => {
    const found = (await frames()).find(({ url }) => url.includes('/widget/frame'))
    if (!found) throw new Error('the chat window has no frame')
    return found.context
  }
  const inPanel = async <T>(expression: string): Promise<T> => evaluate(await panel(), expression)
  const focus = (selector: string) => inPanel<void>(`document.querySelector('${selector}').focus()`)
  const act = (actions: object) => bidi.send('input.performActions', { context, actions: [actions] })
  const type = async (text: string) => {
    const keys = [...text].map((character) => (character === '\n' ? '\uE007' : character))
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await act({ type: 'key', id: 'keyboard', actions })
  }
  await goTo(url)
  return {
    goTo,
    reload: async () => void (await bidi.send('browsingContext.reload', { context, wait: 'complete' })),
    inPage: (expression) => evaluate(context, expression),
    inPanel,
    frames: async () => (await frames()).map(({ url }) => url),
    click: async (x, y) => {
      const steps = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await act({ type: 'pointer', id: 'mouse', actions: steps })
    },
    focus,
    press: async (selector) => {
      await focus(selector)
      await type('\n')
    },
    choose: async (selector, name, bytes) => {
      const file = join(folder, name)
      writeFileSync(file, bytes)
      const context = await panel()
      const locator = { type: 'css', value: selector }
      const { nodes } = await bidi.send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator,
      })
      await bidi.send('input.setFiles', { context, element: { sharedId: nodes[0]?.sharedId }, files: [file] })
    },
    type,
    close: async () => void (await bidi.send('browser.removeUserContext', { userContext })),
  }
}
