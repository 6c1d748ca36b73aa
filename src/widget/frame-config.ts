/** What the document of the frame says to the panel, as JSON in `<script type="application/json" id="config">`. */
export interface FrameConfig {
  /** The publishable key, for `POST /widget/sessions`. */
  key: string
  /** For the header `x-widget-ticket` of that call. It works for ten minutes: then the loader has to load the document again. */
  ticket: string
  /** The API's base address, relative to the document. */
  api: string
  /** Origins of pages that may open the channel, beside this server's own; empty: every page. */
  origins: string[]
  /** The language of `texts`, as BCP 47, and its direction: the `lang` and `dir` of the document. */
  locale: string
  dir: 'ltr' | 'rtl'
  /** The languages that the panel speaks on this shop's pages. */
  languages: string[]
  /** The panel's texts in that language, by their name, with those that the shop has replaced. */
  texts: Record<string, string>
  appearance: Appearance
  /** The shop's name. */
  name: string
  /** The address of the logo, relative to the document; null: the initials of the name are shown. */
  logo: string | null
  /** Questions that an empty chat offers as buttons. */
  starters: string[]
  /** When people answer again, as ISO 8601; null if they do now, or always do. */
  awayUntil: string | null
  /** The time zone of the shop's hours; null if it has none. */
  timeZone: string | null
  /** Whether an assistant answers at once. */
  hasAssistant: boolean
  /** Whether this is the preview of the settings, in the console alone: there is nobody to chat with. */
  preview: boolean
  /** The files that draw cards, in the folder `assets`. */
  cards: { script: string; style: string }
}

/** How the chat looks in all languages. */
export interface Appearance {
  /** `#rrggbb` */
  color: string
  /** The corner of the launcher. */
  position: 'left' | 'right'
  /** `auto`: that of the visitor's device. */
  theme: 'auto' | 'light' | 'dark'
  /** Of corners, in CSS pixels. */
  radius: number
}

/** What settings change of the panel. */
export type Look = Pick<FrameConfig, 'appearance' | 'name' | 'logo' | 'starters' | 'texts'>
