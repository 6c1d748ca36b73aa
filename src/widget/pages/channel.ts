/*
 * What the loader (in the shop's page) and the panel (in the frame) say to each other.
 *
 * The frame has an opaque origin: it has no storage, no cookies and no locks. The loader keeps what must survive a page change, and asks
 * the page's `identify` function for tokens. The loader runs among the shop's scripts, so it never learns what the panel shows: the first words of an
 * unread message, too, are drawn by the frame, which is small then.
 *
 * How the channel opens:
 *   1. The loader makes a random token and frames `/widget/frame?key=…&locale=…#TOKEN`.
 *   2. The panel posts `{ storewire: TOKEN }` to its parent. The loader accepts it from its own frame and with its own token alone. If the
 *      server refuses the chat on this page, another document is there, which adds the reason as `refused`. That is all it says.
 *   3. The loader posts `{ storewire: TOKEN }` to the frame with one end of a MessageChannel. The panel accepts it from its parent, with
 *      its own token, and from an origin of the list in its document. From then on both use the channel alone.
 *   4. The loader's first message in the channel is `hello`.
 *
 * Each message is a plain object with a `type` of a table below, and exactly its fields. Texts are bounded. A message of another shape is
 * dropped, as if it had not been sent.
 */

type Rule<T> = (value: unknown) => value is T
type Rules = Record<string, Record<string, Rule<unknown>>>

const text =
  (most: number): Rule<string> =>
  (value): value is string =>
    typeof value === 'string' && value.length <= most
const orNull =
  <T>(rule: Rule<T>): Rule<T | null> =>
  (value): value is T | null =>
    value === null || rule(value)
const flag: Rule<boolean> = (value) => typeof value === 'boolean'
const count: Rule<number> = (value): value is number => Number.isInteger(value) && (value as number) >= 0

/** Most characters of what the loader keeps for the panel: a session, drafts, and messages that were not sent yet. */
export const MOST_KEPT = 65_536
const ADDRESS = 2_048
/** Most characters of the reason for which there is no chat. */
export const MOST_REASON = 500
/** Most characters of an identity token, as the server takes it. */
export const MOST_TOKEN = 8_192

// Made by functions, so that the bundler leaves the table out of the side that only sends its messages.

/** What the panel tells the loader. */
export const panelSays = /* @__PURE__ */ (() => ({
  /** Keep this text for the next page and other tabs, or forget what was kept (null). It comes back as `state` of `hello`. */
  keep: { state: orNull(text(MOST_KEPT)) },
  /** A token of the signed-in customer is needed, for a session. The loader answers with one `identity`. */
  identify: {},
  /** The messages that the customer has not seen, and the name of the launcher with that number ("Chat, 2 new messages"). */
  unread: { count, label: text(200) },
  /** The customer closes the panel: a click, or the Escape key. */
  close: {},
  /** The closed panel shows a bubble, so high in pixels, beside the launcher; 0: nothing any more. What it says stays in the frame. */
  peek: { height: count },
  /** The customer opens the panel by that bubble. */
  open: {},
  /** The conversation is in another language: load the document again in it, unless the page has set one. */
  speak: { language: text(20) },
  /** The ticket of the document is too old to start a session: load the document again. It says hello with the state kept last. */
  reload: {},
  /** Everything for the panels of this browser's other tabs, such as a new message. They get it as `shared`. */
  share: { data: text(MOST_KEPT) },
  /** Something for the page's own listeners: a session started, a message arrived. Never what was said. */
  emit: { event: text(40) },
}))()

/** What the loader tells the panel. */
export const loaderSays = /* @__PURE__ */ (() => ({
  hello: {
    /** What was kept last; null: nothing. */
    state: orNull(text(MOST_KEPT)),
    /** Whether the page has an `identify` function. If not, a session of a signed-in customer must not go on, except where `isPage`. */
    identifies: flag,
    /** Whether the panel is shown already. It may be loaded before, to be ready. */
    isOpen: flag,
    /** Whether the panel is the whole page, in an app. There is nothing to close. */
    isPage: flag,
    /** The `data-color` of the script, such as `#0a7f5a`; null: that of the settings. */
    color: orNull(text(40)),
    /** The address of the shop's page, for agents. */
    page: text(ADDRESS),
  },
  /** The answer to `identify`: a token; null, if the page has no function; `failed`, if the function threw or returned no token. */
  identity: { token: orNull(text(MOST_TOKEN)), failed: flag },
  /** The page has called `identify`: a guest's session ends, and one of the signed-in customer starts. */
  identified: {},
  /** The customer has signed out of the shop: end the session on the server, forget the conversation, and keep null. */
  logout: {},
  /** The panel is shown, on this page of the shop: move the focus into it. */
  opened: { page: text(ADDRESS) },
  closed: {},
  /** Whether this panel is the one of its browser that holds the stream of events. The others get them as `shared`. */
  lock: { isHeld: flag },
  /** In the preview of the settings: what they would be, as JSON of a `Look`. Elsewhere it is ignored. */
  look: { look: text(MOST_KEPT) },
  /** What the panel of another tab has shared. */
  shared: { data: text(MOST_KEPT) },
}))()

type FieldsOf<R> = { [F in keyof R]: R[F] extends Rule<infer T> ? T : never }
type MessageOf<R> = { [T in keyof R]: { type: T } & FieldsOf<R[T]> }[keyof R]

export type PanelMessage = MessageOf<typeof panelSays>
export type LoaderMessage = MessageOf<typeof loaderSays>

/** A message of the other side, if it is one. @param rules what the other side may say */
export function checked<R extends Rules>(rules: R, data: unknown): MessageOf<R> | undefined {
  const { type } = Object(data) as { type?: unknown }
  const fields = typeof type === 'string' && Object.hasOwn(rules, type) ? rules[type] : undefined
  const isMessage =
    fields && Object.entries(fields).every(([name, rule]) => rule((data as Record<string, unknown>)[name]))
  return isMessage ? (data as MessageOf<R>) : undefined
}

/** The opening of the channel, which both sides send once. */
export interface Opening {
  storewire: string
  /** From a document without a panel: why there is no chat on this page, for its makers. */
  refused?: unknown
}

export function isOpening(data: unknown, token: string): data is Opening {
  return (data as Opening | null)?.storewire === token
}
