import { checked, isOpening, type LoaderMessage, MOST_REASON, type PanelMessage, panelSays } from '../channel.ts'
import type { PanelBox } from './panel-box.ts'

/** The channel to the panel. Messages to a panel that is not ready are dropped: what it needs is in `hello`. */
export interface PanelChannel {
  say(message: LoaderMessage): void
  /** Loads the panel, or loads it again. @param address of another document from now on */
  load(address?: string): void
  /** Whether the panel is there to hear. */
  isReady(): boolean
}

interface Events {
  /** Says hello. */
  onReady(): void
  onMessage(message: PanelMessage): void
  /** The server refuses a chat on this page, with the reason, or no panel came. It may still come, if the network is slow. */
  onFailed(reason?: string): void
  /** Closes the channel. */
  signal: AbortSignal
}

/** How long the whole panel may take, and how long its script after its document. Browsers tell nobody that a frame has an error page. */
const LONGEST_MS = 15_000
const SCRIPT_MS = 2_000

/** @param address of the frame's document */
export function openChannel(
  { frame, show }: Pick<PanelBox, 'frame' | 'show'>,
  address: string,
  { onReady, onMessage, onFailed, signal }: Events,
): PanelChannel {
  let port: MessagePort | undefined
  let token = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const failIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(onFailed, ms)
  }

  // Beside the page's own handlers. They see the token, too, but it opens one channel.
  addEventListener(
    'message',
    ({ data, source }) => {
      if (port || !source || source !== frame.contentWindow || !isOpening(data, token)) return
      clearTimeout(timer)
      if (data.refused) return onFailed(`${data.refused}`.slice(0, MOST_REASON))
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
  frame.addEventListener('load', () => port || failIn(SCRIPT_MS), { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    port?.close()
  })

  return {
    isReady: () => !!port,
    say: (message) => port?.postMessage(message),
    load(other = address) {
      address = other
      port?.close()
      port = undefined
      token = crypto.getRandomValues(new Uint32Array(4)).join()
      failIn(LONGEST_MS)
      show(`${address}#${token}`)
    },
  }
}
