/*
 * What runs beside the launcher once the visitor has acted: the frame with the panel, and the messages to it. A file of its own, so that the
 * pages of the shop load only the launcher.
 */
import type { PanelMessage } from '../channel.ts'
import { holdStream } from './hold-stream.ts'
import { nameOf } from './kept.ts'
import { colorOf } from './options.ts'
import { createPanelBox } from './panel-box.ts'
import { openChannel } from './panel-channel.ts'
import type { Framed, Identify, Shared } from './shared.ts'

/** @param shared of the launcher */
export default function createFramed(shared: Shared): Framed {
  const { options, base, state, signal, tell } = shared
  const { key, locale = '', full } = options
  const name = nameOf(key)
  /** To this browser's other tabs. */
  let tabs: BroadcastChannel | undefined
  let isHeld = false
  const addressIn = (locale: string) =>
    `${base}widget/frame?${new URLSearchParams({ key, locale, origin: location.origin })}`
  const box = createPanelBox(shared, () => load())
  const { say, load, isReady } = openChannel(box, addressIn(locale), {
    onReady,
    onMessage,
    onFailed: shared.fail,
    signal,
  })

  function onReady() {
    const { ending, identify, isOpen } = shared
    box.succeed()
    say({
      type: 'hello',
      state: ending ?? state.get(),
      identifies: !!identify,
      isOpen,
      isPage: full !== undefined,
      color: colorOf(options),
      page: pageNow(),
    })
    if (ending) say({ type: 'logout' })
    // Of the next customer, whom the page has named since.
    if (ending && identify) say({ type: 'identified' })
    shared.ending = null
    say({ type: 'lock', isHeld })
    // On the next page of the shop the chat opens by itself, and somebody may already write there.
    if (isOpen && !document.activeElement?.matches(':read-write,iframe')) box.frame.focus()
    if (tabs) return
    tabs = new BroadcastChannel(name)
    tabs.onmessage = ({ data }) => say({ type: 'shared', data })
    holdStream(name, onHeld, signal)
  }
  function onHeld(held: boolean) {
    isHeld = held
    say({ type: 'lock', isHeld })
  }
  // Another tab has signed out.
  const onStorage = ({ key, newValue }: StorageEvent) => key === name && !newValue && say({ type: 'logout' })
  addEventListener('storage', onStorage, { signal })
  signal.addEventListener('abort', () => tabs?.close())

  async function onMessage(message: PanelMessage) {
    const { type } = message
    if (type === 'keep') state.set(message.state)
    else if (type === 'unread') {
      box.unread(message.count, message.label)
      tell(type, message.count)
    } else if (type === 'close' || type === 'open') shared[type]()
    else if (type === 'peek') box.peek(message.height)
    else if (type === 'speak') locale === pageLanguage() && load(addressIn(message.language))
    else if (type === 'reload') load()
    else if (type === 'share') tabs?.postMessage(message.data)
    else if (type === 'emit') tell(message.event)
    else say({ type: 'identity', ...(await tokenOf(shared.identify)) })
  }

  return {
    load,
    onShown() {
      box.fit()
      say(shared.isOpen ? { type: 'opened', page: pageNow() } : { type: 'closed' })
      // Not before the panel is there: a document of another process gives the focus back to this page as it arrives.
      if (shared.isOpen && isReady()) box.frame.focus()
    },
    identified: () => say({ type: 'identified' }),
    logout() {
      say({ type: 'logout' })
      return isReady()
    },
  }
}

const pageNow = () => `${location}`.replace(/#.*/, '').slice(0, 2_048)

/** A chat in another language is one that the page has set: it stays. */
const pageLanguage = () => document.documentElement.lang || navigator.language

/** What the page's function returns. It fails if it throws, or returns nothing. */
async function tokenOf(identify: Identify | undefined): Promise<{ token: string | null; failed: boolean }> {
  const token = await new Promise<string | undefined>((resolve) => resolve(identify?.())).catch(() => undefined)
  return { token: token || null, failed: !!identify && !token }
}
