import { type Chat, startChat } from './chat.ts'
import { complain } from './complain.ts'
import type { Options } from './options.ts'

export type Call = [command: 'start' | keyof Chat, ...values: unknown[]]

/** `storewire('open')`, `storewire('on', 'unread', listener)`, and so on. */
export type Storewire = (...call: Call) => void

/** What a page without a key has to do. */
export const NO_KEY = `no key: call storewire('start', { key }), or add data-key.`

/** Most calls that wait for a start. */
const MOST = 100

/**
 * The function that pages call. Calls before the start are kept, and follow it in their order. A second start changes nothing.
 *
 * @param base the address of this server, up to its last `/`
 * @returns the function, and whether the chat has been started
 */
export function createApi(base: string): [Storewire, isStarted: () => boolean] {
  let chat: Chat | undefined
  let early: Call[] = []
  const api: Storewire = (command, ...values) => {
    if (command === 'start') {
      const options = values[0] as Options | undefined
      if (!options?.key) return complain(NO_KEY)
      if (chat) return
      chat = startChat(options, base)
      for (const call of early.splice(0)) api(...call)
    } else if (command === 'destroy') {
      chat?.destroy()
      chat = undefined
      early = []
    } else if (chat) {
      const act = chat[command] as ((...values: unknown[]) => void) | undefined
      if (act) act(...values)
      else complain(`no call '${command}'.`)
    } else if (early.length < MOST) early.push([command, ...values])
    else complain(`'${command}' is left out, ${NO_KEY}`)
  }
  return [api, () => !!chat]
}
