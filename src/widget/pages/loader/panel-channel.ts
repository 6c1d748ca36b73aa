import { checked, isOpening, type LoaderMessage, type PanelMessage, panelSays } from '../channel.ts'

/** The channel to the panel. Messages to a panel that is not ready are dropped: what it needs is in `hello`. */
export interface PanelChannel {
  say(message: LoaderMessage): void
  /** Loads the panel, or loads it again. */
  load(): void
  /** Whether the panel is there to hear. */
  isReady(): boolean
}

/**
 * @param address of the frame's document
 * @param onReady says hello
 * @param signal closes the channel
 */
export function openChannel(
  frame: HTMLIFrameElement,
  address: string,
  onReady: () => void,
  onMessage: (message: PanelMessage) => void,
  signal: AbortSignal,
): PanelChannel {
  let port: MessagePort | undefined
  let token = ''

  // Beside the page's own handlers. They see the token, too, but it opens one channel.
  addEventListener(
    'message',
    ({ data, source }) => {
      if (port || !source || source !== frame.contentWindow || !isOpening(data, token)) return
      const { port1, port2 } = new MessageChannel()
      port = port1
      port.onmessage = (event) => {
        const message = checked(panelSays, event.data)
        if (message) onMessage(message)
      }
      // The frame has no origin to name. It is the one that knows the token.
      source.postMessage({ storewire: token }, { targetOrigin: '*', transfer: [port2] })
      onReady()
    },
    { signal },
  )
  signal.addEventListener('abort', () => port?.close())

  return {
    isReady: () => !!port,
    say: (message) => port?.postMessage(message),
    load() {
      port?.close()
      port = undefined
      token = crypto.getRandomValues(new Uint32Array(4)).join()
      frame.src = `${address}#${token}`
    },
  }
}
