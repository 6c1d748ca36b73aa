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
  /** The panel's texts in that language, by their name, with those that the shop has replaced. */
  texts: Record<string, string>
  appearance: Appearance
  /** When people answer again, as ISO 8601; null if they do now, or always do. */
  awayUntil: string | null
}

/** How the chat looks in all languages. */
export interface Appearance {
  /** `#rrggbb` */
  color: string
  /** The corner of the launcher. */
  position: 'left' | 'right'
}
