import { escapeHtml } from '../lib/escape.ts'
import { COLOR } from './pages/loader/options.ts'

/** What a shop has decided about its chat, as far as its pages have to say it. */
interface Snippet {
  /** The address of the server, without a `/` at its end. */
  server: string
  /** The publishable key. */
  key: string
  /** `#rrggbb` */
  color: string
  position: 'left' | 'right'
}

/** The line that puts the chat on a page. */
export function scriptTag({ server, key, color, position }: Snippet): string {
  const attributes = {
    'data-key': key,
    ...(color === COLOR ? {} : { 'data-color': color }),
    ...(position === 'right' ? {} : { 'data-side': position }),
  }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<script async src="${escapeHtml(`${server}/widget.js`)}"${written.join('')}></script>`
}

/** The same for tag managers, which remove the attributes of a script. In the JavaScript that all of them accept. */
export function tagManagerLines({ server, key, color, position }: Snippet): string {
  const options = {
    key,
    ...(color === COLOR ? {} : { color }),
    ...(position === 'right' ? {} : { side: position }),
  }
  // In a script element no text may end it.
  const written = JSON.stringify(options).replaceAll('<', '\\u003c')
  return `<script>
  window.storewire = window.storewire || function () { (storewire.q = storewire.q || []).push(arguments) }
  storewire('start', ${written})
</script>
<script async src="${escapeHtml(`${server}/widget.js`)}"></script>`
}
