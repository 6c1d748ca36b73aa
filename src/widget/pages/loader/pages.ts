/*
 * What a shop has set for some of its pages: where the launcher is hidden, and where a bubble greets. A file of its own, which only pages with
 * such settings load. The texts are those of the script's own options.
 */
import { keptIn } from './kept.ts'
import type { Greeting, Options, PageOptions } from './options.ts'
import type { Shared } from './shared.ts'

const STYLE = `.greets{position:fixed;z-index:1;width:auto;max-width:min(300px,100vw - 40px);display:flex;color:CanvasText}
.greets button{border:0;background:none;color:inherit;font:inherit;text-align:start;min-height:44px;cursor:pointer}
.greets .say{flex:1;padding:12px 4px 12px 16px;overflow-wrap:anywhere}
.greets .no{padding:0 14px;align-self:start}`

/** @param begin shows what an earlier page has left, once a page shows the launcher */
export default function followPages({ options, view, signal, open, close }: Shared, begin: () => void): void {
  const { root, layer, launcher } = view
  const { hide = [], greet: greetings = [] } = pagesOf(options.pages)
  const closed = keptIn('sessionStorage', `${options.key}:greeted`)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  let hasBegun = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let bubble: HTMLElement | undefined

  function leave(): void {
    clearTimeout(timer)
    bubble?.remove()
  }
  function end(): void {
    leave()
    closed.set('1')
  }
  function greet({ text }: Greeting): void {
    if (layer.classList.contains('open') || closed.get()) return
    bubble = document.createElement('div')
    bubble.className = 'box greets'
    bubble.role = 'status'
    const make = (name: string, words: string, act: () => void) => {
      const button = document.createElement('button')
      button.className = name
      button.textContent = words
      button.onclick = act
      bubble?.append(button)
      return button
    }
    make('say', text, () => {
      end()
      open()
    })
    make('no', '×', () => {
      end()
      launcher.focus()
    }).ariaLabel = 'OK'
    layer.prepend(bubble)
  }
  function follow(): void {
    const { pathname } = location
    const isHidden = hide.some((path) => pathname.startsWith(path))
    launcher.hidden = isHidden
    layer.classList.toggle('away', isHidden)
    leave()
    if (isHidden) {
      close()
      return
    }
    if (!hasBegun) begin()
    hasBegun = true
    const greeting = greetings.find(({ path }) => pathname.startsWith(path))
    if (greeting) timer = setTimeout(greet, greeting.after * 1_000, greeting)
  }

  launcher.addEventListener('click', end, { signal })
  signal.addEventListener('abort', leave)
  const pages = (window as { navigation?: EventTarget }).navigation
  pages?.addEventListener('currententrychange', follow, { signal })
  if (!pages) addEventListener('popstate', follow, { signal })
  follow()
}

/** What is no JSON changes nothing. */
function pagesOf(given: Options['pages'] = {}): PageOptions {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    console.error('storewire: data-pages is not valid JSON.')
    return {}
  }
}
