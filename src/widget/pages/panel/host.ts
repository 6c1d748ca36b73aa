import type { LoaderMessage, PanelMessage } from '../channel.ts'
import { connect, say } from './connect.ts'

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
