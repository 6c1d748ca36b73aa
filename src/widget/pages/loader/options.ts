/** What a page says about its chat: `data-` attributes of the script, or the fields of `storewire('start', …)`. */
export interface Options {
  /** The publishable key, `pk_…`. */
  key: string
  /** `left` or `right` (default); `none` shows no launcher. */
  side?: string
  /** `#rrggbb` */
  color?: string
  /** How round corners are; default: 16. */
  radius?: string | number
  /** Space between the launcher and the side of the page, and below it; default: 20. */
  x?: string | number
  y?: string | number
  /** The name of the launcher for screen readers, and of the frame. */
  label?: string
  /** The language of the panel, as BCP 47. Default: that of the page, then that of the browser. */
  locale?: string
  /** A CSS selector: a click on such an element of the page opens the chat. */
  openOn?: string
  /** What differs on some pages; in an attribute as JSON. */
  pages?: string | PageOptions
  /** Set on this server's own /chat: the panel is the whole page. */
  full?: string
}

/** What differs on pages whose path begins so. */
export interface PageOptions {
  /** Where the launcher is hidden. */
  hide?: readonly string[]
  /** Bubbles that greet: the first that fits. */
  greet?: readonly Greeting[]
}

/** A text beside the launcher, on pages whose path begins so, after some seconds. */
export interface Greeting {
  path: string
  after: number
  text: string
}

/** The color of a launcher whose page names none. It is that of the panel, too, unless the settings have another. */
export const COLOR = '#1a56db'

/** In CSS pixels, where the page says nothing. */
export const RADIUS = 16
export const SPACE = 20

/** A color that the page may name; null for another text. */
export function colorOf({ color }: Options): string | null {
  return color && /^#[\da-f]{6}$/i.test(color) ? color : null
}

/** Black or white, whichever is easier to read on a color: the contrast is 4.5 or more for each color. */
export function textOn(color: string): string {
  const rgb = Number(`0x${color.slice(1)}`)
  // A power instead of the exact curve of sRGB: it decides differently only where both are as easy to read.
  const part = (shift: number) => (((rgb >> shift) & 255) / 255) ** 2.2
  return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0) > 0.179 ? '#000' : '#fff'
}
