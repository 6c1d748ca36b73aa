/** Asks whether to leave what is not saved, and calls `go` if the person does. */
type AskFirst = (go: () => void) => void

/** What would be lost, and the address of its page; undefined while nothing would. */
let kept: { ask: AskFirst; href: string } | undefined

/** Calls `go`, which leads to another page; after a question if something on this page is not saved. */
export function mayLeave(go: () => void): void {
  if (kept) kept.ask(go)
  else go()
}

/** Lets `ask` decide about everything that leads away from the page: links, Back, shortcuts. Closing the tab, the browser asks. @returns what ends that */
export function guardLeaving(ask: AskFirst): () => void {
  kept = { ask, href: location.href }
  return () => {
    kept = undefined
  }
}

function hold(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

const withoutFragment = (href: string) => href.split('#')[0]

addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isOther = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0
    if (!kept || !link?.href || isOther || link.target || link.download || link.origin !== location.origin) return
    if (withoutFragment(link.href) === withoutFragment(kept.href)) return
    hold(event)
    kept.ask(() => link.click())
  },
  true,
)

// Browsers call those that listen to the window in their order: this comes before the router, which listens once it is drawn.
addEventListener('popstate', (event) => {
  if (!kept) return
  hold(event)
  // The browser is at the other address already. From here, one step back leads there again, whichever direction it was.
  history.pushState(null, '', kept.href)
  kept.ask(() => history.back())
})

addEventListener('beforeunload', (event) => {
  if (kept) event.preventDefault()
})
