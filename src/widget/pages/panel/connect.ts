import type { FrameConfig } from '../../frame-config.ts'
import { checked, isOpening, type LoaderMessage, loaderSays, type PanelMessage } from '../channel.ts'

/** What the document says, see frame-config.ts. */
export const config: FrameConfig = JSON.parse(document.querySelector('#config')?.textContent ?? '')

let port: MessagePort | undefined

/** Tells the loader something. Before `hello` there is nobody to tell. */
export function say(message: PanelMessage): void {
  port?.postMessage(message)
}

/** Opens the channel to the loader, as channel.ts describes. @param onMessage gets `hello` first */
export function connect(onMessage: (message: LoaderMessage) => void): void {
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
