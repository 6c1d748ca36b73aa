import { createApi, type Storewire } from './api.ts'
import type { Options } from './options.ts'

/** What a page may define before this script is there, so that its calls wait in `q`. */
type Global = Storewire & { q?: Parameters<Storewire>[]; isReady?: boolean }

declare global {
  interface Window {
    storewire?: Global
  }
}

const { src, dataset } = document.currentScript as HTMLScriptElement
let api = window.storewire
// A page may have the script twice, such as in its template and by a tag manager.
if (!api?.isReady) {
  const calls = api?.q ?? []
  api = window.storewire = createApi(new URL('.', src).href)
  api.isReady = true
  if (dataset.key) api('start', { ...dataset } as unknown as Options)
  for (const call of calls) api(...call)
}
