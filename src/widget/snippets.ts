import { escapeHtml } from '../lib/escape.ts'
import { COLOR, type Greeting, type PageOptions, RADIUS, SPACE } from './pages/loader/options.ts'

/** What a shop has decided about its chat, as far as its pages have to say it. */
interface Snippet {
  /** The address of the server, without a `/` at its end. */
  server: string
  /** The publishable key. */
  key: string
  /** `#rrggbb` */
  color: string
  position: 'left' | 'right'
  /** In CSS pixels. */
  radius: number
  sideSpace: number
  bottomSpace: number
  /** Beginnings of paths. */
  hiddenOn: readonly string[]
  pageGreetings: readonly Greeting[]
}

/** The options of the script that differ from their defaults. */
function optionsOf({
  key,
  color,
  position,
  radius,
  sideSpace,
  bottomSpace,
  hiddenOn,
  pageGreetings,
}: Snippet): Record<string, string> {
  const pages = { hide: hiddenOn, greet: pageGreetings } satisfies PageOptions
  return {
    key,
    ...(color === COLOR ? {} : { color }),
    ...(position === 'right' ? {} : { side: position }),
    ...(radius === RADIUS ? {} : { radius: `${radius}` }),
    ...(sideSpace === SPACE ? {} : { x: `${sideSpace}` }),
    ...(bottomSpace === SPACE ? {} : { y: `${bottomSpace}` }),
    ...(hiddenOn.length + pageGreetings.length === 0 ? {} : { pages: JSON.stringify(pages) }),
  }
}

/** The attributes of the script beside its address and the key, such as `data-color`, where they differ from the defaults. */
export function scriptAttributes(settings: Omit<Snippet, 'server' | 'key'>): Record<string, string> {
  const { key: _, ...options } = optionsOf({ ...settings, server: '', key: '' })
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [`data-${name}`, value]))
}

/** The line that puts the chat on a page. */
export function scriptTag(snippet: Snippet): string {
  const written = Object.entries(optionsOf(snippet)).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
  return `<script async src="${escapeHtml(`${snippet.server}/widget.js`)}"${written.join('')}></script>`
}

/** The same for tag managers, which remove the attributes of a script. In the JavaScript that all of them accept. */
export function tagManagerLines(snippet: Snippet): string {
  // In a script element no text may end it.
  const written = JSON.stringify(optionsOf(snippet)).replaceAll('<', '\\u003c')
  return `<script>
  window.storewire = window.storewire || function () { (storewire.q = storewire.q || []).push(arguments) }
  storewire('start', ${written})
</script>
<script async src="${escapeHtml(`${snippet.server}/widget.js`)}"></script>`
}
