import type { PanelMessage } from '../channel.ts'
import { colorOf, type Options } from './options.ts'
import { openChannel } from './panel-channel.ts'
import { holdStream, keptIn } from './tabs.ts'
import { createView } from './view.ts'

/** Returns a fresh identity token of the signed-in customer, which the shop's server signs. */
export type Identify = () => string | Promise<string>

export interface Chat {
  open(): void
  close(): void
  /** The customer is signed in to the shop. */
  identify(identify: Identify): void
  /** The customer has signed out of the shop: the session ends on the server, and nothing stays in the browser. */
  logout(): void
  on(type: string, listener: (detail: unknown) => void): void
  /** Removes everything from the page. The session stays. */
  destroy(): void
}

/** Shows the launcher. Nothing is requested, stored or framed before the visitor acts, or has acted on an earlier page. */
export function startChat(options: Options, base: string): Chat {
  const { key, full, openOn } = options
  const isPage = full !== undefined
  const name = `storewire:${key}`
  const [state, wasOpen] = [keptIn('localStorage', name), keptIn('sessionStorage', name)]
  const removal = new AbortController()
  const { signal } = removal
  const { launcher, frame, ...view } = createView(options, signal)
  const listeners: [type: string, listener: (detail: unknown) => void][] = []
  let isOpen = false
  let identify: Identify | undefined
  /** The state of a session that has to end, since the page called `logout` before the panel was there. */
  let ending: string | null = null
  /** To this browser's other tabs. */
  let tabs: BroadcastChannel | undefined
  let isHeld = false

  const locale = options.locale || document.documentElement.lang || navigator.language
  const channel = openChannel(
    frame,
    `${base}widget/frame?${new URLSearchParams({ key, locale })}`,
    onReady,
    onMessage,
    signal,
  )
  const { say, isReady } = channel
  const pageNow = () => `${location}`.replace(/#.*/, '').slice(0, 2_048)

  function onReady() {
    say({
      type: 'hello',
      state: ending ?? state.get(),
      identifies: !!identify,
      isOpen,
      isPage,
      color: colorOf(options),
      page: pageNow(),
    })
    if (ending) say({ type: 'logout' })
    // Of the next customer, whom the page has named since.
    if (ending && identify) say({ type: 'identified' })
    ending = null
    say({ type: 'lock', isHeld })
    if (isOpen) frame.focus()
    if (tabs) return
    tabs = new BroadcastChannel(name)
    tabs.onmessage = ({ data }) => say({ type: 'shared', data })
    holdStream(
      name,
      (held) => {
        isHeld = held
        say({ type: 'lock', isHeld })
      },
      signal,
    )
  }

  function tell(type: string, detail?: unknown) {
    for (const [wanted, listener] of listeners) if (wanted === type) listener(detail)
  }

  async function onMessage(message: PanelMessage) {
    const { type } = message
    if (type === 'keep') state.set(message.state)
    else if (type === 'unread') {
      view.unread(message.count, message.label)
      tell(type, message.count)
    } else if (type === 'close') close()
    else if (type === 'reload') channel.load()
    else if (type === 'share') tabs?.postMessage(message.data)
    else if (type === 'emit') tell(message.event)
    else {
      const token = await new Promise<string | undefined>((resolve) => resolve(identify?.())).catch(() => '')
      say({ type: 'identity', token: token || null, failed: !!identify && !token })
    }
  }

  /** Loads the panel, to be ready for a click. */
  function load() {
    if (frame.parentNode) return
    channel.load()
    view.addFrame()
  }
  function show(shown: boolean) {
    if (shown === isOpen) return
    isOpen = shown
    wasOpen.set(shown ? '1' : null)
    view.show(shown)
    say(shown ? { type: 'opened', page: pageNow() } : { type: 'closed' })
    tell(shown ? 'open' : 'close')
  }
  function open() {
    load()
    show(true)
    // Not before the panel is there: a document of another process gives the focus back to this page as it arrives.
    if (isReady()) frame.focus()
  }
  function close() {
    if (isPage) return
    show(false)
    launcher.focus()
  }
  function listen(target: EventTarget, type: string, handle: (event: Event) => void) {
    target.addEventListener(type, handle, { signal })
  }

  listen(launcher, 'click', () => (isOpen ? close() : open()))
  listen(launcher, 'pointerenter', load)
  listen(launcher, 'focus', load)
  listen(launcher, 'keydown', (event) => (event as KeyboardEvent).key === 'Escape' && close())
  if (openOn) listen(document, 'click', ({ target }) => (target as Element).closest?.(openOn) && open())
  // Another tab has signed out.
  addEventListener('storage', (event) => event.key === name && !event.newValue && say({ type: 'logout' }), { signal })
  if (isPage || wasOpen.get()) open()
  // The visitor has chatted on an earlier page: replies may have arrived.
  else if (state.get()) setTimeout(load, 1_000)

  return {
    open,
    close,
    identify(given) {
      identify = given
      say({ type: 'identified' })
    },
    logout() {
      identify = undefined
      if (isReady()) say({ type: 'logout' })
      else if (state.get()) {
        ending = state.get()
        load()
      }
      state.set(null)
      if (!isPage) show(false)
    },
    on: (type, listener) => listeners.push([type, listener]),
    destroy() {
      removal.abort()
      tabs?.close()
    },
  }
}
