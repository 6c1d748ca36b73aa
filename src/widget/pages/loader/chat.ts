import { complain } from './complain.ts'
import { keptIn } from './kept.ts'
import type { Options } from './options.ts'
import type { Framed, Identify, LoadedLater, Pages, Shared } from './shared.ts'
import { createView } from './view.ts'

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
export function startChat(given: Options, base: string): Chat {
  const { key, full, openOn } = given
  const isPage = full !== undefined
  const locale = given.locale || document.documentElement.lang || navigator.language
  const options = { ...given, locale }
  const [state, wasOpen] = [keptIn('localStorage', key), keptIn('sessionStorage', key)]
  const removal = new AbortController()
  const { signal } = removal
  const view = createView(options, signal)
  const { layer, launcher, dismiss } = view
  const listeners: [type: string, listener: (detail: unknown) => void][] = []
  let framed: Framed | undefined
  /** Whether the panel is there or on its way. */
  let isLoading = false
  /** What the browser's console says already. */
  let said: string | undefined
  const tell = (type: string, detail?: unknown) => {
    for (const [wanted, listener] of listeners) if (wanted === type) listener(detail)
  }
  const shared: Shared = {
    options,
    base,
    state,
    view,
    signal,
    isOpen: false,
    identify: undefined,
    ending: null,
    tell,
    open,
    close,
    fail(reason = `no chat came from ${base}: is it up, and in your CSP?`) {
      isLoading = false
      layer.classList.add('failed')
      dismiss.focus()
      if (reason !== said) complain(reason)
      said = reason
    },
  }

  /** Loads the panel, to be ready for a click; again, if that failed. */
  async function load() {
    if (isLoading) return
    isLoading = true
    try {
      framed ??= ((await import(`${base}widget/frame.mjs`)) as LoadedLater).default(shared)
      if (!signal.aborted) framed.load()
    } catch {
      shared.fail()
    }
  }
  function show(shown: boolean) {
    if (shown === shared.isOpen) return
    shared.isOpen = shown
    wasOpen.set(shown ? '1' : null)
    layer.classList.toggle('open', shown)
    launcher.ariaExpanded = `${shown}`
    framed?.onShown()
    tell(shown ? 'open' : 'close')
  }
  function open() {
    load()
    show(true)
    // Which does nothing unless the notice is shown.
    dismiss.focus()
  }
  function close() {
    if (isPage) return
    show(false)
    launcher.focus()
  }
  function listen(target: EventTarget, type: string, handle: (event: Event) => void) {
    target.addEventListener(type, handle, { signal })
  }

  listen(launcher, 'click', () => (shared.isOpen ? close() : open()))
  // Once it has failed, only a click asks again.
  for (const type of ['pointerenter', 'focus']) listen(launcher, type, () => said || load())
  listen(dismiss, 'click', close)
  listen(layer, 'keydown', (event) => {
    if ((event as KeyboardEvent).key !== 'Escape' || !shared.isOpen) return
    // Of the page: the dialog that the chat is in stays open.
    event.preventDefault()
    close()
  })
  if (openOn) listen(document, 'click', ({ target }) => (target as Element).closest?.(openOn) && open())
  if (isPage) dismiss.remove()
  function begin() {
    if (isPage || wasOpen.get()) open()
    // The visitor has chatted on an earlier page: replies may have arrived.
    else if (state.get()) setTimeout(load, 1_000)
  }
  if (given.pages) {
    launcher.hidden = true
    import(`${base}widget/pages.mjs`).then((pages: Pages) => pages.default(shared, begin))
  } else begin()

  return {
    open,
    close,
    identify(given) {
      shared.identify = given
      framed?.identified()
    },
    logout() {
      shared.identify = undefined
      if (!framed?.logout() && state.get()) {
        shared.ending = state.get()
        load()
      }
      state.set(null)
      if (!isPage) show(false)
    },
    on: (type, listener) => listeners.push([type, listener]),
    destroy: () => removal.abort(),
  }
}
