import { type Chat, startChat } from './chat.ts'
import type { Options } from './options.ts'

/** `storewire('open')`, `storewire('on', 'unread', listener)`, and so on. */
export type Storewire = (command: 'start' | keyof Chat, ...values: unknown[]) => void

/**
 * The function that pages call. A second start changes nothing, and before the first one there is nothing to command.
 *
 * @param base the address of this server, up to its last `/`
 */
export function createApi(base: string): Storewire {
  let chat: Chat | undefined
  return (command, ...values) => {
    if (command === 'start') chat ??= startChat(values[0] as Options, base)
    else (chat?.[command] as ((...values: unknown[]) => void) | undefined)?.(...values)
    if (command === 'destroy') chat = undefined
  }
}
