import type { FrameConfig } from '../../frame-config.ts'
import { checked, isOpening, type LoaderMessage, loaderSays, type PanelMessage } from '../channel.ts'

/** What the document says, see frame-config.ts. */
export const config: FrameConfig = JSON.parse(document.querySelector('#config')?.textContent ?? '')

let port: MessagePort | undefined

/** Sends a message to the loader. Before `hello` nobody receives it. */
function say(message: PanelMessage): void {
  port?.postMessage(message)
}

/** Opens the channel to the loader, as channel.ts describes. @param onMessage gets `hello` first */
function connect(onMessage: (message: LoaderMessage) => void): void {
  const token = location.hash.slice(1)
  // `location` is that of the server, though the document has no origin.
  const allowed = [...config.origins, new URL(location.href).origin]
  const onOpening = ({ data, source, origin, ports }: MessageEvent) => {
    if (source !== parent || !isOpening(data, token) || !ports[0]) return
    if (config.origins.length > 0 && !allowed.includes(origin)) return
    removeEventListener('message', onOpening)
    port = ports[0]
    port.onmessage = (event) => {
      const message = checked(loaderSays, event.data)
      if (message) onMessage(message)
    }
  }
  addEventListener('message', onOpening)
  // The loader loads the document again, with another token: to the browser that is another place in the same document.
  addEventListener('hashchange', () => location.reload())
  // To any page: whether this one may open the channel shows in its answer.
  parent.postMessage({ storewire: token }, '*')
}

type Say<T extends LoaderMessage['type']> = Extract<LoaderMessage, { type: T }>

/** The loader in the shop's page, at the other end of the channel. */
export interface Host {
  tell(message: PanelMessage): void
  /** Calls `hear` for each message of a type. */
  on<T extends LoaderMessage['type']>(type: T, hear: (message: Say<T>) => void): void
  /** Asks for a token of the signed-in customer. `failed`: the page should have one, but has not. */
  identify(): Promise<{ token: string | null; failed: boolean }>
}

/** How long the shop may take to sign a token. */
const LONGEST_MS = 30_000

export function createHost(): Host {
  const stream = new EventTarget()
  connect((message) => stream.dispatchEvent(new CustomEvent(message.type, { detail: message })))
  return {
    tell: say,
    on: (type, hear) => stream.addEventListener(type, (event) => hear((event as CustomEvent).detail)),
    identify: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve({ token: null, failed: true }), LONGEST_MS)
        const hear = (event: Event) => {
          clearTimeout(timer)
          const { token, failed } = (event as CustomEvent<Say<'identity'>>).detail
          resolve({ token, failed })
        }
        stream.addEventListener('identity', hear, { once: true })
        say({ type: 'identify' })
      }),
  }
}
