import { type Call, createApi, NO_KEY, type Storewire } from './api.ts'
import { complain } from './complain.ts'
import type { Options } from './options.ts'
import { tagOf } from './tag.ts'

/** What a page may define before this script is there, so that its calls wait in `q`. */
type Global = Storewire & { q?: Iterable<Call>; isReady?: boolean }

declare global {
  interface Window {
    storewire?: Global
  }
}

const tag = (document.currentScript as HTMLScriptElement | null) ?? tagOf(/\/widget\.js\b/)
if (tag) {
  const options = { ...tag.dataset } as unknown as Options
  // A page may have the script twice, such as in its template and by a tag manager.
  if (!window.storewire?.isReady) {
    const calls = window.storewire?.q ?? []
    const [api, isStarted] = createApi(new URL('.', tag.src).href)
    window.storewire = Object.assign(api, { isReady: true })
    // Not at once: the page may start the chat when it hears that the script is loaded.
    setTimeout(() => isStarted() || complain(NO_KEY))
    if (options.key) api('start', options)
    for (const call of calls) api(...call)
  } else if (options.key) window.storewire('start', options)
} else complain('use <script src>, or import widget.mjs.')
