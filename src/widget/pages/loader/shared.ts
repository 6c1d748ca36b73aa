import type { Kept } from './kept.ts'
import type { Options } from './options.ts'
import type { View } from './view.ts'

/** Returns a fresh identity token of the signed-in customer, which the shop's server signs. */
export type Identify = () => string | Promise<string>

/** What the launcher and what is loaded for the frame (frame.ts) share. */
export interface Shared {
  options: Options
  /** The address of this server, up to its last `/`. */
  base: string
  state: Kept
  view: View
  signal: AbortSignal
  isOpen: boolean
  identify: Identify | undefined
  /** The state of a session that has to end, since the page called `logout` before the panel was there. */
  ending: string | null
  /** To the page's own listeners. */
  tell(type: string, detail?: unknown): void
  open(): void
  close(): void
  /** There is no chat on this page. @param reason for the browser's console */
  fail(reason?: string): void
}

export interface Framed {
  /** Loads the panel, or loads it again. */
  load(): void
  /** The panel was shown or hidden. */
  onShown(): void
  /** The page says who the customer is. */
  identified(): void
  /** Ends the session, if the panel is there to do that. @returns whether it is */
  logout(): boolean
}

/** The file for settings of some pages (pages.ts). */
export interface Pages {
  default(shared: Shared, begin: () => void): void
}

/** The file that is loaded when the visitor acts (frame.ts). */
export interface LoadedLater {
  default(shared: Shared): Framed
}
