/** The style and script of the page. They are separate files because the security policy forbids inline style and script. */

export const STYLE = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif }
body { margin: 0 auto; max-width: 72rem; padding: 1rem clamp(.75rem, 3vw, 1.5rem) 4rem }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center }
h1 { font-size: 1.3rem; margin: 0 }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem }
form { display: inline }
button, input { font: inherit; padding: .1rem .6rem }
code, pre, .line { font-family: ui-monospace, monospace; font-size: .85rem }
pre { overflow: auto; max-height: 24rem; margin: .3rem 0 .6rem; padding: .6rem; background: #8881; border-radius: .3rem }
details { border-bottom: 1px solid #8884 }
/* A word breaks only if it is longer than the line; preformatted text scrolls. */
body { overflow-wrap: break-word }
summary { padding: .3rem 0; cursor: pointer }
summary > span { margin-right: .8rem; display: inline-block; max-width: calc(100% - .8rem) }
summary > span:empty { display: none }
details > :not(summary) { margin-left: clamp(.4rem, 2vw, 1.2rem) }
details > p { margin-block: .4rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; margin: .4rem 0 .8rem }
th, td { text-align: left; vertical-align: top; padding: .15rem .8rem .15rem 0; border-bottom: 1px solid #8883; overflow-wrap: normal }
.bad { color: light-dark(#b3261e, #ff9a8f); font-weight: 600 }
.good { color: light-dark(#1a6b45, #6fd39f); font-weight: 600 }
.quiet { opacity: .65 }
progress { vertical-align: middle }
`

/** Fetches the page again when the server reports a change, and keeps open details open. */
export const SCRIPT = `
const events = new EventSource('/dev/events')
let busy = false
let again = false
async function refresh() {
  if (busy) {
    again = true
    return
  }
  busy = true
  try {
    const text = await (await fetch('/dev')).text()
    const next = new DOMParser().parseFromString(text, 'text/html').querySelector('main')
    // A click that has begun ends on what it began on.
    while (document.querySelector('main :active')) await new Promise(requestAnimationFrame)
    for (const { id } of document.querySelectorAll('details[open]')) next.querySelector('#' + CSS.escape(id))?.setAttribute('open', '')
    document.querySelector('main').replaceWith(next)
  } finally {
    busy = false
  }
  if (again) {
    again = false
    void refresh()
  }
}
events.onmessage = refresh
events.onopen = refresh
`
