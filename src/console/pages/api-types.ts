// Written by scripts/write-client-types.ts from the routes of the console: change those, then run npm run write:client-types.

export interface State {
  /** Whether somebody owns a workspace; where nobody does, the first owner needs a link. */
  hasOwner: boolean
  /** Whether others on the way may read a password that is typed in here. */
  readable: boolean
  /** Whether a link for a new password can be mailed. */
  canReset: boolean
  /** How the operator calls this server. At most 2000 characters. */
  title: string
  /** The name of its shop, if it has one alone. At most 2000 characters. */
  shop?: string | null | undefined
}

export interface Session {
  member: Me
  workspace: Workspace
  /** What they may do in the workspace. */
  role: 'owner' | 'admin' | 'agent'
  /** A host from which pages load pictures of products. At most 20 entries. */
  pictureHosts: string[]
  /** At most 1000 entries. */
  workspaces: Membership[]
  /** Till when no call asks for the password; null: the next one does. ISO-8601 in UTC. */
  confirmedUntil?: string | null | undefined
}

export interface SignIn {
  /** The name to sign in with. At most 2000 characters. */
  email: string
  /** The password. At most 2000 characters. */
  password: string
  /** Six digits of the app, or a recovery code. At most 100 characters. */
  code?: string | null | undefined
}

export interface ForgottenNoted {
  /** How long the link is valid. A whole number from 0. */
  minutes: number
}

export interface Forgotten {
  /** The name to sign in with. At most 1000 characters. */
  email: string
}

export type Nothing = Record<string, never>

export interface WorkspaceChoice {
  /** One of `workspaces` of the session. At most 255 characters. */
  workspaceId: string
}

export interface Confirmation {
  /** At least 12 characters. At most 1000 characters. */
  password: string
}

export interface Link {
  kind: 'setup' | 'invite' | 'reset'
  workspace?: LinkWorkspace | null | undefined
  /** What they may do in the workspace. */
  role?: 'owner' | 'admin' | 'agent' | null | undefined
  /** Whom it is for; null for the first owner. At most 2000 characters. */
  email?: string | null | undefined
  /** Whose password it sets. At most 2000 characters. */
  name?: string | null | undefined
  /** Whether somebody with this e-mail has an account: they sign in, and then join. */
  isMember: boolean
  /** ISO-8601 in UTC. */
  expiresAt: string
}

export interface LinkToken {
  /** What the address of the page has after its `#setup=`, `#invite=` or `#reset=`. At most 100 characters. */
  token: string
}

export interface Setup {
  /** What the address of the page has after its `#setup=`, `#invite=` or `#reset=`. At most 100 characters. */
  token: string
  /** Name of the person. At most 255 characters. */
  name: string
  /** The name to sign in with. An e-mail address. */
  email: string
  /** At least 12 characters. At most 1000 characters. */
  password: string
  /** The shop's name, which the workspace gets. At most 255 characters. */
  shop?: string | null | undefined
}

export interface Acceptance {
  /** What the address of the page has after its `#setup=`, `#invite=` or `#reset=`. At most 100 characters. */
  token: string
  /** Name of the person. At most 255 characters. */
  name: string
  /** At least 12 characters. At most 1000 characters. */
  password: string
}

export interface Reset {
  /** What the address of the page has after its `#setup=`, `#invite=` or `#reset=`. At most 100 characters. */
  token: string
  /** At least 12 characters. At most 1000 characters. */
  password: string
}

export interface ConfirmedAddress {
  /** At most 2000 characters. */
  workspace: string
}

export interface PasswordChange {
  /** The one until now. At most 2000 characters. */
  password: string
  /** At least 12 characters. At most 1000 characters. */
  newPassword: string
}

export interface Sessions {
  /** At most 1000 entries. */
  sessions: BrowserSession[]
}

export interface SecondFactor {
  /** For apps that take no QR code; base32. At most 2000 characters. */
  secret: string
  /** What the QR code holds. At most 2000 characters. */
  uri: string
  qrCode: QrCode
}

export interface RecoveryCodes {
  /** Each signs in once, in place of a code of the app. At most 10 entries. */
  recoveryCodes: string[]
}

export interface Code {
  /** Six digits that the app shows. At most 100 characters. */
  code: string
}

export interface Members {
  /** At most 1000 entries. */
  members: Member[]
  /** At most 1000 entries. */
  invites: Invite[]
}

export interface NewLink {
  /** At most 255 characters. */
  id: string
  /** Shown this once. At most 2000 characters. */
  token: string
  /** What comes after the `#` in the address of the page. At most 2000 characters. */
  fragment: string
  /** ISO-8601 in UTC. */
  expiresAt: string
  /** Whether it is also mailed. */
  isMailed: boolean
}

export interface NewInvite {
  /** Whom it is for, and their name to sign in with. An e-mail address. */
  email: string
  /** What they may do in the workspace. */
  role: 'owner' | 'admin' | 'agent'
}

export interface RoleChange {
  /** What they may do in the workspace. */
  role: 'owner' | 'admin' | 'agent'
}

export interface OperatorChange {
  isOperator: boolean
}

export interface NewReset {
  /** Whether it switches their second factor off too, for a lost phone. */
  secondFactor?: boolean | null | undefined
}

export interface MyNotifications {
  /** Whether this server sends e-mail. */
  isMailOn: boolean
  /** Where the mails go. At most 2000 characters. */
  email: string
  /** Of the quiet hours: that of the workspace. At most 2000 characters. */
  timeZone: string
  /** At most 20 entries. */
  all: NoticeKindView[]
  /** At most 20 entries. */
  types: string[]
  /** Such as `22:00`; null: there are no quiet hours. At most 2000 characters. */
  quietFrom?: string | null | undefined
  /** Such as `07:00`. At most 2000 characters. */
  quietTo?: string | null | undefined
  last?: MailView | null | undefined
}

export interface MyNotificationsChange {
  /** At most 20 entries. */
  types?: string[] | undefined
  /** A time of the day; null with `quietTo`: no quiet hours. At most 5 characters. */
  quietFrom?: string | null | undefined
  /** At most 5 characters. */
  quietTo?: string | null | undefined
}

export interface ApiKeys {
  /** At most 1000 entries. */
  keys: ApiKey[]
}

export interface MadeKey {
  /** At most 255 characters. */
  id: string
  /** A secret key is shown this once. At most 2000 characters. */
  key: string
  kind: 'secret' | 'publishable'
  /** At most 2000 characters. */
  name: string
}

export interface NewKey {
  kind: 'secret' | 'publishable'
  /** What it is for. At most 255 characters. */
  name: string
}

export interface ApiKey {
  /** At most 255 characters. */
  id: string
  kind: 'secret' | 'publishable'
  /** At most 2000 characters. */
  name: string
  /** Its first 8 characters. At most 2000 characters. */
  prefix: string
  /** Its last 4 characters. At most 2000 characters. */
  suffix: string
  /** A publishable key itself. Null for a secret key, and for one of an older version that no page has used since. At most 2000 characters. */
  key?: string | null | undefined
  /** Whether the chat widget uses it. */
  widget: boolean
  /** At most 2000 characters. */
  createdBy: string
  /** ISO-8601 in UTC. */
  createdAt: string
  /** To the minute. ISO-8601 in UTC. */
  lastUsedAt?: string | null | undefined
  /** ISO-8601 in UTC. */
  revokedAt?: string | null | undefined
}

export interface FoundOrders {
  /** At most 10 entries. */
  data: FoundOrder[]
  /** False while numbers are still being indexed after an update: an id finds its order all the same. */
  isComplete: boolean
}

export interface Refunds {
  /** At most 100 entries. */
  data: RefundView[]
  counts: RefundCounts
  /** Where the next page begins; null on the last one. At most 2000 characters. */
  nextCursor?: string | null | undefined
}

export interface RefundView {
  /** The action id that the shop knows it by. At most 255 characters. */
  id: string
  status:
    | 'awaiting_customer'
    | 'awaiting_approval'
    | 'executing'
    | 'pending'
    | 'succeeded'
    | 'failed'
    | 'declined'
    | 'rejected'
    | 'cancelled'
    | 'expired'
  /** A whole number from 0. */
  amount: number
  /** Matches `^[A-Z]{3}$`. */
  currency: string
  /** At most 255 characters. */
  orderId: string
  /** As customers know the order; null where the order has not arrived. At most 2000 characters. */
  orderNumber?: string | null | undefined
  /** At most 255 characters. */
  customerId?: string | null | undefined
  /** Name or e-mail; null where the customer has not arrived. At most 2000 characters. */
  customerName?: string | null | undefined
  /** At most 255 characters. */
  conversationId?: string | null | undefined
  /** Of a trial conversation: it is never sent, and in no list. */
  trial: boolean
  kind: 'defect' | 'not_received' | 'return' | 'other'
  /** At most 2000 characters. */
  note?: string | null | undefined
  /** At most 250 entries. */
  lines: RefundLine[]
  mode: 'execute' | 'request'
  startedBy: 'assistant' | 'agent'
  /** Why it waits for an agent, such as `over_limit`. At most 10 entries. */
  approvalReasons: string[]
  overOrderTotal?: LeftOfOrder | null | undefined
  failing?: FailingRefund | null | undefined
  /** It did not succeed, and the shop may have paid it back all the same. */
  possiblyRefunded: boolean
  /** The shop's own reference. At most 2000 characters. */
  refundId?: string | null | undefined
  /** At most 2000 characters. */
  failureCode?: string | null | undefined
  /** At most 2000 characters. */
  failureMessage?: string | null | undefined
  reportedAs?: 'succeeded' | 'failed' | null | undefined
  /** ISO-8601 in UTC. */
  createdAt: string
  /** ISO-8601 in UTC. */
  expiresAt?: string | null | undefined
  /** ISO-8601 in UTC. */
  finishedAt?: string | null | undefined
  /** What people can decide now. At most 6 entries. */
  decisions: ('approve' | 'confirm' | 'reject' | 'decline' | 'stopWaiting' | 'cancel')[]
}

export interface NewRefund {
  /** The order. At most 255 characters. */
  orderId: string
  /** At most 1000 entries. */
  lines?: RefundLine[] | null | undefined
  kind: 'defect' | 'not_received' | 'return' | 'other'
  /** More words on why; the shop gets them. At most 1000 characters. */
  note?: string | null | undefined
  /** The conversation that it belongs to. At most 255 characters. */
  conversationId?: string | null | undefined
  /** The newest refund of the order that was made, or may have been. Required if there is one. At most 255 characters. */
  again?: string | null | undefined
}

export interface RefundDetail {
  refund: RefundView
  /** At most 1000 entries. */
  timeline: TimelineEntry[]
  order?: OrderToRefund | null | undefined
  /** At most 100 entries. */
  ofOrder: RefundView[]
  /** What the shop wrote beside the amount. At most 2000 characters. */
  shopNote?: string | null | undefined
  /** At most 30 entries. */
  messages: ChatMessage[]
  /** At most 24 entries. */
  pictures: ChatPicture[]
}

export interface RefundQuote {
  /** A whole number from 0. */
  amount: number
  /** Matches `^[A-Z]{3}$`. */
  currency: string
  /** The shop's own words. At most 2000 characters. */
  note?: string | null | undefined
  overOrderTotal?: LeftOfOrder | null | undefined
  /** At most 100 entries. */
  earlier: RefundView[]
}

export interface RefundWanted {
  /** The order. At most 255 characters. */
  orderId: string
  /** At most 1000 entries. */
  lines?: RefundLine[] | null | undefined
  kind: 'defect' | 'not_received' | 'return' | 'other'
  /** More words on why; the shop gets them. At most 1000 characters. */
  note?: string | null | undefined
  /** The conversation that it belongs to. At most 255 characters. */
  conversationId?: string | null | undefined
}

export interface SeenAmount {
  /** As it was shown. A whole number from 0. */
  amount: number
  /** As it was shown. Matches `^[A-Z]{3}$`. */
  currency: string
}

export interface Decision {
  /** Why, for other agents. At most 1000 characters. */
  reason?: string | null | undefined
}

export interface RefundSettings {
  /** An http or https URL. */
  endpointUrl?: string | null | undefined
  /** The last four characters of the signing secret; null if it is not set. At most 2000 characters. */
  secretEnding?: string | null | undefined
  mode: 'execute' | 'request'
  enabled: boolean
  /** A whole number from 0. */
  autoLimit?: number | null | undefined
  /** Matches `^[A-Z]{3}$`. */
  limitCurrency?: string | null | undefined
  /** Whether every refund needs an agent. */
  frozen: boolean
  rungs: Rungs
  returnPeriodDays: ReturnPeriods
  /** Days after which a shipped order without parcels counts as delivered for the assistant. A whole number from 0. */
  assumeDeliveredAfterDays?: number | null | undefined
  /** A whole number from 0. */
  customerTimeoutMinutes: number
  /** A whole number from 0. */
  approvalTimeoutHours: number
  /** A whole number from 0. */
  pendingTimeoutDays: number
  /** Whether the plan of the workspace has refunds. */
  hasPlan: boolean
  /** Refunds that are not over: a new secret ends the one that their requests are signed with. A whole number from 0. */
  underWay: number
}

export interface RefundSettingsChange {
  /** An http or https URL. */
  endpointUrl?: string | undefined
  mode?: 'execute' | 'request' | undefined
  enabled?: boolean | undefined
  /** Null: no refund is automatic. A whole number from 0. */
  autoLimit?: number | null | undefined
  /** Matches `^[A-Z]{3}$`. */
  limitCurrency?: string | null | undefined
  frozen?: boolean | undefined
  rungs?: RungsChange | undefined
  returnPeriodDays?: ReturnPeriodsChange | undefined
  /** A whole number from 1 to 365. */
  assumeDeliveredAfterDays?: number | null | undefined
  /** A whole number from 1 to 525600. */
  customerTimeoutMinutes?: number | undefined
  /** A whole number from 1 to 8760. */
  approvalTimeoutHours?: number | undefined
  /** A whole number from 1 to 365. */
  pendingTimeoutDays?: number | undefined
}

export interface NewSecret {
  /** Shown this once. At most 2000 characters. */
  secret: string
}

export interface ConnectionTest {
  /** At most 2000 characters. */
  url: string
  ok: boolean
  /** A whole number from 0. */
  httpStatus?: number | null | undefined
  /** A whole number from 0. */
  durationMs: number
  /** The headers of the request, by name. */
  sent: Record<string, string>
  /** The beginning of the answer. At most 100000 characters. */
  answer?: string | null | undefined
  /** What it means, for people. At most 2000 characters. */
  verdict: string
}

export interface EndpointCheck {
  /** A whole number from 0. */
  passed: number
  /** A whole number from 0. */
  failed: number
  /** A whole number from 0. */
  skipped: number
  /** At most 1000 entries. */
  checks: CheckResult[]
}

export interface EventSettings {
  /** At most 100 entries. */
  endpoints: EventEndpoint[]
  /** At most 100 entries. */
  types: EventTypeView[]
}

export interface ChangedEventEndpoint {
  endpoint: EventEndpoint
  /** The signing secret if it is new. Shown this once. At most 2000 characters. */
  secret?: string | null | undefined
}

export interface NewEventEndpoint {
  /** The address. At most 4000 characters. */
  url: string
  /** Default: by the address. */
  kind?: 'webhook' | 'slack' | 'discord' | 'ntfy' | 'email' | undefined
  /** At most 100 entries. */
  types?: string[] | undefined
  includeText?: boolean | undefined
  /** The access token of ntfy; null removes it. At most 500 characters. */
  token?: string | null | undefined
}

export interface EventEndpointChange {
  /** The address. At most 4000 characters. */
  url?: string | undefined
  /** Default: by the address. */
  kind?: 'webhook' | 'slack' | 'discord' | 'ntfy' | 'email' | undefined
  /** At most 100 entries. */
  types?: string[] | undefined
  includeText?: boolean | undefined
  /** The access token of ntfy; null removes it. At most 500 characters. */
  token?: string | null | undefined
}

export interface NewEventSecret {
  /** Shown this once. At most 2000 characters. */
  secret: string
}

export interface EventDelivery {
  /** At most 255 characters. */
  id: string
  /** At most 255 characters. */
  eventId: string
  /** At most 2000 characters. */
  type: string
  /** At most 255 characters. */
  endpointId: string
  /** Null if the endpoint was deleted. */
  kind?: 'webhook' | 'slack' | 'discord' | 'ntfy' | 'email' | null | undefined
  /** Null for agents. At most 2000 characters. */
  host?: string | null | undefined
  state: 'waiting' | 'delivered' | 'failed' | 'skipped'
  /** A whole number from 0. */
  tries: number
  /** The last try. ISO-8601 in UTC. */
  sentAt?: string | null | undefined
  /** A whole number from 0. */
  durationMs?: number | null | undefined
  /** A whole number from 0. */
  httpStatus?: number | null | undefined
  /** Such as `delivered`, `http_status` or `timeout`. At most 2000 characters. */
  verdict?: string | null | undefined
  /** What went wrong, for people. At most 10000 characters. */
  explanation?: string | null | undefined
  /** ISO-8601 in UTC. */
  createdAt: string
}

export interface EventEndpoint {
  /** At most 255 characters. */
  id: string
  kind: 'webhook' | 'slack' | 'discord' | 'ntfy' | 'email'
  /** Null for agents. At most 2000 characters. */
  host?: string | null | undefined
  /** The last four characters of the address; null for agents. At most 2000 characters. */
  ending?: string | null | undefined
  /** The last four characters of the signing secret of a webhook. At most 2000 characters. */
  secretEnding?: string | null | undefined
  /** Whether it has an access token. */
  hasToken: boolean
  /** At most 100 entries. */
  types: string[]
  /** Whether it gets what customers write, their names and e-mail addresses. */
  includeText: boolean
  /** Whether the owner of an e-mail address has confirmed it; true for other kinds. */
  isConfirmed: boolean
  state: 'on' | 'off' | 'disabled'
  /** The first failure since the last success. ISO-8601 in UTC. */
  failingSince?: string | null | undefined
  /** Deliveries that were skipped, because too many were waiting. A whole number from 0. */
  skipped: number
  /** Whether its address can no longer be read. */
  isClosed: boolean
  /** ISO-8601 in UTC. */
  createdAt: string
}

export interface EventSwitch {
  on: boolean
}

export interface EventDeliveries {
  /** At most 25 entries. */
  deliveries: EventDelivery[]
  /** `before` of the next page; null on the last one. At most 255 characters. */
  next?: string | null | undefined
}

export interface EventDeliveryDetail {
  delivery: EventDelivery
  /** What is sent; null if the endpoint was deleted. At most 100000 characters. */
  body?: string | null | undefined
  /** The beginning of the answer. Null for agents, and for endpoints in the own network. At most 100000 characters. */
  answer?: string | null | undefined
}

export interface EventReplayed {
  /** New deliveries. A whole number from 0. */
  count: number
}

export interface EventReplay {
  /** At most 255 characters. */
  eventId?: string | undefined
  /** Only to this endpoint. At most 255 characters. */
  endpointId?: string | undefined
  /** All that have failed since so many hours. A whole number from 1 to 720. */
  hours?: number | undefined
}

export interface AssistantSettings {
  /** Whether the assistant answers in chats. If not, chats wait for people. */
  enabled: boolean
  /** At most 4 entries. */
  languages: ('en' | 'de' | 'fr' | 'es')[]
  /** For messages whose language is not clear. */
  defaultLanguage: 'en' | 'de' | 'fr' | 'es'
  /** How the assistant calls the shop; null: without a name. At most 100 characters. */
  shopName?: string | null | undefined
  /** What guests have to name to learn the status of an order. */
  guestOrders: 'off' | 'number_and_email' | 'number_and_postcode'
  /** Stock up to this number is called low. A whole number from 0 to 1000000. */
  lowStock: number
  /** Whether exact figures of stock are shown. */
  exactStock: boolean
  /** Facts that are older are shown with their date. A whole number from 1 to 8760. */
  staleAfterHours: number
  hours?: OpeningHours | null | undefined
  visibleCustom: VisibleCustom
  /** Days for which commands and facts of answers are kept. A whole number from 1 to 3650. */
  keepTurnsDays: number
  /** Days for which the log of what was read is kept. A whole number from 1 to 3650. */
  keepToolCallsDays: number
}

export interface AssistantSettingsChange {
  /** Whether the assistant answers in chats. If not, chats wait for people. */
  enabled?: boolean | undefined
  /** At most 4 entries. */
  languages?: ('en' | 'de' | 'fr' | 'es')[] | undefined
  /** For messages whose language is not clear. */
  defaultLanguage?: 'en' | 'de' | 'fr' | 'es' | undefined
  /** How the assistant calls the shop; null: without a name. At most 100 characters. */
  shopName?: string | null | undefined
  /** What guests have to name to learn the status of an order. */
  guestOrders?: 'off' | 'number_and_email' | 'number_and_postcode' | undefined
  /** Stock up to this number is called low. A whole number from 0 to 1000000. */
  lowStock?: number | undefined
  /** Whether exact figures of stock are shown. */
  exactStock?: boolean | undefined
  /** Facts that are older are shown with their date. A whole number from 1 to 8760. */
  staleAfterHours?: number | undefined
  hours?: OpeningHours | null | undefined
  visibleCustom?: VisibleCustom | undefined
  /** Days for which commands and facts of answers are kept. A whole number from 1 to 3650. */
  keepTurnsDays?: number | undefined
  /** Days for which the log of what was read is kept. A whole number from 1 to 3650. */
  keepToolCallsDays?: number | undefined
}

export interface AssistantModel {
  settings?: ModelSettings | null | undefined
  today: ModelUsage
}

export interface AssistantModelChange {
  /** The address before `/chat/completions`. An http or https URL. */
  baseUrl?: string | undefined
  /** At most 2000 characters. */
  model?: string | undefined
  /** Whether the model only reads what the rules are unsure about, or also words the answers. */
  use?: 'understand' | 'understand-and-compose' | undefined
  /** Headers of each request, without secrets. */
  extraHeaders?: Record<string, string> | undefined
  /** Further members of each request. */
  extraBody?: Record<string, unknown> | undefined
  /** Whether a customer's own past tickets may be sent. */
  shareTickets?: boolean | undefined
  /** A whole number from 1 to 1000000. */
  callsPerDay?: number | undefined
  /** A whole number from 1000 to 1000000000. */
  tokensPerDay?: number | undefined
  /** Null removes the key. At most 2000 characters. */
  apiKey?: string | null | undefined
}

export interface ModelCheck {
  /** At most 2000 characters. */
  model: string
  /** At most 2 entries. */
  steps: ModelCheckStep[]
  accepts?: ModelAccepts | null | undefined
  /** A whole number from 0. */
  calls: number
  /** A whole number from 0. */
  tokensIn: number
  /** A whole number from 0. */
  tokensOut: number
}

export interface WidgetSettings {
  /** Color of the launcher and of buttons. Texts on it are black or white, whichever is easier to read. Matches `^#[0-9A-Fa-f]{6}$`. */
  color: string
  /** The corner of the launcher: data-side of the script. */
  position: 'left' | 'right'
  /** What the head of the chat calls the shop; empty: the name of the shop, as in the settings of the assistant. At most 60 characters. */
  name: string
  /** `auto`: that of the device of the visitor. */
  theme: 'auto' | 'light' | 'dark'
  /** How round corners are, in CSS pixels: data-radius of the script. A whole number from 0 to 24. */
  radius: number
  /** Space between the launcher and the side of the page, in CSS pixels: data-x of the script. A whole number from 0 to 200. */
  sideSpace: number
  /** Space below the launcher, in CSS pixels: data-y of the script. A whole number from 0 to 200. */
  bottomSpace: number
  /** At most 20 entries. */
  starters: WidgetStarter[]
  /** The launcher is hidden on pages whose path begins so: data-pages of the script. At most 20 entries. */
  hiddenOn: string[]
  /** At most 20 entries. */
  pageGreetings: PageGreeting[]
  /** At most 4 entries. */
  languages: ('en' | 'de' | 'fr' | 'es')[]
  /** At most 364 entries. */
  texts: ReplacedText[]
}

export interface WidgetSettingsChange {
  /** Color of the launcher and of buttons. Texts on it are black or white, whichever is easier to read. Matches `^#[0-9A-Fa-f]{6}$`. */
  color?: string | undefined
  /** The corner of the launcher: data-side of the script. */
  position?: 'left' | 'right' | undefined
  /** What the head of the chat calls the shop; empty: the name of the shop, as in the settings of the assistant. At most 60 characters. */
  name?: string | undefined
  /** `auto`: that of the device of the visitor. */
  theme?: 'auto' | 'light' | 'dark' | undefined
  /** How round corners are, in CSS pixels: data-radius of the script. A whole number from 0 to 24. */
  radius?: number | undefined
  /** Space between the launcher and the side of the page, in CSS pixels: data-x of the script. A whole number from 0 to 200. */
  sideSpace?: number | undefined
  /** Space below the launcher, in CSS pixels: data-y of the script. A whole number from 0 to 200. */
  bottomSpace?: number | undefined
  /** At most 20 entries. */
  starters?: WidgetStarter[] | undefined
  /** The launcher is hidden on pages whose path begins so: data-pages of the script. At most 20 entries. */
  hiddenOn?: string[] | undefined
  /** At most 20 entries. */
  pageGreetings?: PageGreeting[] | undefined
  /** At most 4 entries. */
  languages?: ('en' | 'de' | 'fr' | 'es')[] | undefined
  /** At most 364 entries. */
  texts?: ReplacedText[] | undefined
}

export interface WidgetTexts {
  en: PanelTexts
  de: PanelTexts
  fr: PanelTexts
  es: PanelTexts
}

export interface WidgetAccess {
  /** An origin whose pages may use the chat window. Without any, every page may. At most 50 entries. */
  origins: string[]
  /** At most 2 entries. */
  identitySecrets: IdentitySecretView[]
  key?: WidgetKey | null | undefined
  lastSeen?: WidgetSeen | null | undefined
}

export interface WidgetOrigin {
  /** Such as https://shop.example. At most 2000 characters. */
  origin: string
}

export interface NewIdentitySecret {
  /** At most 255 characters. */
  id: string
  /** Shown this once. At most 2000 characters. */
  secret: string
}

export interface WidgetLogo {
  logo?: StoredLogo | null | undefined
}

export interface LetterSettings {
  /** Whether customers get mails. Only an owner switches it on. */
  enabled: boolean
  /** The name beside the address; empty: the name of the shop. At most 60 characters. */
  senderName: string
  /** An address of its own, in one of the operator's domains for mail; null: the operator's address. An e-mail address. */
  from?: string | null | undefined
  /** Where answers by e-mail go, if customers write some all the same; null: nowhere. Used once its owner has confirmed it. An e-mail address. */
  replyTo?: string | null | undefined
  /** Ends each mail, such as the name and address of the company. At most 500 characters. */
  signature: string
  /** At most 84 entries. */
  texts: ReplacedLetterText[]
  /** Whether the owner of `replyTo` has confirmed it. */
  isReplyToConfirmed: boolean
  replyToMail?: MailView | null | undefined
  /** The operator's address, from which mails come; null: the operator has set up no mail. At most 2000 characters. */
  sender?: string | null | undefined
  /** A domain in which `from` may be. At most 1000 entries. */
  domains: string[]
  /** How many addresses have stopped all mails. A whole number from 0. */
  stopped: number
}

export interface LetterSettingsChange {
  /** Whether customers get mails. Only an owner switches it on. */
  enabled?: boolean | undefined
  /** The name beside the address; empty: the name of the shop. At most 60 characters. */
  senderName?: string | undefined
  /** An address of its own, in one of the operator's domains for mail; null: the operator's address. An e-mail address. */
  from?: string | null | undefined
  /** Where answers by e-mail go, if customers write some all the same; null: nowhere. Used once its owner has confirmed it. An e-mail address. */
  replyTo?: string | null | undefined
  /** Ends each mail, such as the name and address of the company. At most 500 characters. */
  signature?: string | undefined
  /** At most 84 entries. */
  texts?: ReplacedLetterText[] | undefined
}

export interface LetterTexts {
  en: TextsOfLetters
  de: TextsOfLetters
  fr: TextsOfLetters
  es: TextsOfLetters
}

export interface StoppedAddress {
  /** The address. An e-mail address. */
  email: string
}

export interface PictureHosts {
  /** A host from which pages load pictures of products. At most 20 entries. */
  hosts: string[]
  /** At most 10 entries. */
  suggested: SuggestedPictureHost[]
}

export interface PictureHost {
  /** Such as cdn.shop.example. At most 300 characters. */
  host: string
}

export interface ShopPage {
  /** At most 100 entries. */
  kinds: ConnectionKindView[]
  /** Of this server, and of the plugin that it serves. At most 2000 characters. */
  version: string
  open?: OpenConnection | null | undefined
  ended?: EndedConnectionView | null | undefined
  lastPush?: LastPush | null | undefined
}

export interface ConnectionCode {
  /** Shown this once. At most 2000 characters. */
  code: string
  /** ISO-8601 in UTC. */
  expiresAt: string
}

export interface NewConnectionCode {
  kind: 'woocommerce'
}

export interface ConnectionApproval {
  /** The claim that the person has seen. At most 255 characters. */
  id: string
  /** Leaves the refund settings as they are. */
  keepEndpoint?: boolean | undefined
  /** The endpoint to replace, as `inTheWay` names it. At most 2000 characters. */
  replaceEndpoint?: string | undefined
  /** The identity secret to revoke. At most 2000 characters. */
  replaceIdentitySecret?: string | undefined
}

export interface ConnectionRefusal {
  /** The claim that the person has seen. At most 255 characters. */
  id: string
}

export interface Home {
  /** By the clock of the server. ISO-8601 in UTC. */
  now: string
  /** At most 7 entries. */
  setup?: SetupStep[] | null | undefined
  /** At most 6 entries. */
  pushes: LatestPush[]
  refused: RefusedPushes
  /** At most 1000 entries. */
  imports: RunningImport[]
  refunds: RefundOverview
  chats: WaitingChats
  endpoint: EndpointHealth
  notifications: NotificationHealth
  shop?: ShopHealth | null | undefined
  backup?: Backup | null | undefined
  /** At most 14 entries. */
  days: DayOfPushes[]
  figures?: WeekFigures | null | undefined
}

export interface ReportView {
  /** The time zone in which the days of the workspace begin. At most 2000 characters. */
  timeZone: string
  /** The first day, such as `2026-11-27`. At most 10 characters. */
  from: string
  /** The last day, which is today, such as `2026-11-27`. At most 10 characters. */
  to: string
  /** How many days that are. A whole number from 1 to 366. */
  days: number
  now: ReportFigures
  before: EarlierFigures
  /** At most 366 entries. */
  perDay: ReportDay[]
  /** At most 5 entries. */
  ratedWords: RatedWords[]
}

export interface ReportMeasures {
  /** At most 200000 entries. */
  data: ReportMeasure[]
}

export interface ReportQuestions {
  /** At most 50 entries. */
  data: QuestionGroup[]
}

export interface DecideQuestion {
  notOurs: boolean
}

export interface TimeZone {
  /** An IANA name. At most 64 characters. */
  timeZone: string
}

export interface PresentPeople {
  /** At most 1000 entries. */
  people: Present[]
}

export interface Whereabouts {
  /** Made by the page: each tab of a member has its own. At most 40 characters. */
  tab: string
  /** What it shows, such as `chats/conv_…` or `refunds/act_…`. Matches `^(?:chats|refunds)\/[0-9A-Za-z_]{1,60}$`. */
  place?: string | null | undefined
  /** Whether its member is writing. */
  isWriting: boolean
}

export interface Waiting {
  /** Chats whose customer waits for an answer. A whole number from 0. */
  chats: number
  /** Refunds that an agent has to approve. A whole number from 0. */
  refunds: number
}

export interface FoundData {
  /** At most 8 entries. */
  data: DataRow[]
  /** False if objects may have been missed: the search took too long, or some are still being indexed. */
  isComplete: boolean
}

export interface Chats {
  /** At most 100 entries. */
  data: ChatRow[]
  /** Where the next page begins; null on the last one. At most 2000 characters. */
  nextCursor?: string | null | undefined
}

export interface FoundChats {
  /** At most 100 entries. */
  data: ChatRow[]
  /** Where the next page begins; null on the last one. At most 2000 characters. */
  nextCursor?: string | null | undefined
  /** False if there may be more: messages or objects are still being indexed after an update, or the search took too long. */
  isComplete: boolean
}

export interface ChatDetail {
  chat: ChatRow
  /** What heads the messages of the shop itself. At most 2000 characters. */
  shopName: string
  side?: ChatSide | null | undefined
  /** What the customer asked and what was found, written by the assistant for agents. At most 10000 characters. */
  summary?: string | null | undefined
  refundDraft?: RefundDraft | null | undefined
  contact?: ChatContact | null | undefined
  visit?: ChatVisit | null | undefined
  rating?: RatedChat | null | undefined
  /** The closed chat after which the customer wrote again. At most 255 characters. */
  follows?: string | null | undefined
  /** The chat in which the customer of a closed one writes now. At most 255 characters. */
  next?: string | null | undefined
  /** At most 50 entries. */
  entries: ChatEntry[]
  hasMore: boolean
  /** At most 100 entries. */
  waitingRefunds: RefundView[]
}

export interface MessageReason {
  /** What understood the customer. At most 2000 characters. */
  engine: string
  /** At most 2000 characters. */
  language: string
  /** Whether the assistant answered or handed over. At most 2000 characters. */
  verdict: string
  /** At most 100 entries. */
  commands: UnderstoodCommand[]
  /** At most 100 entries. */
  facts: UsedFact[]
  /** At most 100 entries. */
  calls: ToolUse[]
}

export interface SentEntry {
  /** The id of the new entry. At most 255 characters. */
  id: string
}

export interface ChatReply {
  /** What the customer reads; may be empty with pictures. At most 10000 characters. */
  text: string
  /** The id of a picture that you have uploaded in this chat. At most 4 entries. */
  pictures?: string[] | null | undefined
  /** The member who has the chat, to whom you leave it or from whom you take it. At most 255 characters. */
  despite?: string | null | undefined
}

export interface ChatNote {
  /** What agents read; may be empty with pictures. At most 4000 characters. */
  text: string
  /** The id of a picture that you have uploaded in this chat. At most 4 entries. */
  pictures?: string[] | null | undefined
}

export interface TakeChat {
  /** The member who has the chat, to whom you leave it or from whom you take it. At most 255 characters. */
  despite?: string | null | undefined
}

export interface CloseChat {
  /** Why, for other agents. */
  reason?: 'solved' | 'no_reply' | 'duplicate' | 'spam' | 'other' | null | undefined
  /** Of a waiting refund that you have been shown. At most 100 entries. */
  cancels?: string[] | null | undefined
}

export interface ChatRead {
  /** The last entry that you have seen. At most 255 characters. */
  entryId: string
}

export interface ChatPicture {
  /** To be sent as one of the `pictures` of a message, and to fetch the picture with. At most 255 characters. */
  id: string
  /** The media type, by the first bytes of the file. */
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif'
  /** In pixels. A whole number from 1 to 8192. */
  width: number
  /** In pixels. A whole number from 1 to 8192. */
  height: number
  /** Size of the file as it is stored. A whole number from 1 to 8388608. */
  bytes: number
}

export interface AssignChat {
  /** Who has it from now on; null: nobody. At most 255 characters. */
  memberId?: string | null | undefined
}

export interface SnoozeChat {
  /** Null: wake it now. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  until?: string | number | null | undefined
}

export interface ChatTags {
  /** At most 20 entries. */
  tags: string[]
}

export interface TagChat {
  /** At most 20 entries. */
  add?: string[] | null | undefined
  /** At most 20 entries. */
  remove?: string[] | null | undefined
}

export interface TagsOfChats {
  /** At most 200 entries. */
  data: string[]
}

export interface ChatPeople {
  /** At most 1000 entries. */
  data: ChatPerson[]
}

export interface SavedReplies {
  /** At most 200 entries. */
  data: SavedReply[]
}

export interface SavedReply {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  title: string
  /** At most 4000 characters. */
  text: string
}

export interface NewSavedReply {
  /** What agents find it by. At most 100 characters. */
  title: string
  /** What customers read. Placeholders: `{customer.firstName}`, `{customer.name}`, `{order.number}`, `{order.tracking}`, `{agent.name}`, `{shop.name}`. At most 4000 characters. */
  text: string
}

export interface FilledReplies {
  /** At most 200 entries. */
  data: FilledReply[]
}

export interface Trial {
  /** For the address of the frame. At most 2000 characters. */
  ticket: string
  /** At most 255 characters. */
  conversationId: string
  session: TrialSession
}

export interface NewTrial {
  /** Whom the assistant takes you for; null for a guest. At most 255 characters. */
  customerId?: string | null | undefined
  /** The language of the chat window. Matches `^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`. */
  locale?: string | null | undefined
}

export interface FirstQuestion {
  order?: AskableOrder | null | undefined
}

export interface DataList {
  /** At most 100 entries. */
  data: DataRow[]
  /** Where the next page begins; null on the last one. At most 2000 characters. */
  nextCursor?: string | null | undefined
  /** False if a search may have missed objects: it took too long, or some are still being indexed. */
  isComplete: boolean
}

export interface DataDetail {
  /** The object, as the API returns it. */
  object: Record<string, unknown>
  /** A name within `custom` that the assistant sees. At most 1000 entries. */
  visibleCustom: string[]
  /** A tag that an agent added. At most 250 entries. */
  agentTags: string[]
  /** At most 40 entries. */
  references: Reference[]
  /** At most 20 entries. */
  refunds: RefundView[]
  story: ObjectStory
}

export interface TimelinePage {
  /** At most 20 entries. */
  entries: StoryEntry[]
  /** Where the next page begins; null on the last one. At most 2000 characters. */
  nextCursor?: string | null | undefined
  /** False if there is more: of each kind the 500 that changed last are looked at. */
  isWhole: boolean
}

export interface Erasure {
  /** At most 255 characters. */
  typedId: string
}

export interface AgentTag {
  /** At most 255 characters. */
  tag: string
}

export interface SavedViews {
  /** At most 20 entries. */
  data: SavedView[]
}

export interface NewView {
  /** What its member calls it. At most 60 characters. */
  name: string
  filters: ViewFilters
}

export interface ViewName {
  /** What its member calls it. At most 60 characters. */
  name: string
}

export interface SegmentViews {
  /** At most 100 entries. */
  data: SegmentView[]
}

export interface SegmentDetail {
  segment: SegmentView
  /** At most 100 entries. */
  data: DataRow[]
  /** Where the next page begins; null on the last one. At most 2000 characters. */
  nextCursor?: string | null | undefined
  /** False while pushed data are being counted: customers may be missing. */
  isComplete: boolean
}

export interface SegmentCount {
  /** A whole number from 0. */
  count: number
  /** False if there may be more: there are too many to count them all, or data are being counted. */
  isComplete: boolean
}

export interface ArticleWritten {
  /** At most 255 characters. */
  id: string
}

export interface WrittenArticle {
  /** Of the article to change; null for a new one. At most 255 characters. */
  id?: string | null | undefined
  /** The `updatedAt` of the article to change; null for a new one. At most 2000 characters. */
  seen?: string | null | undefined
  /** What it is about. At most 2000 characters. */
  title: string
  /** Plain text or Markdown, at most 64 KiB in UTF-8. At most 65536 characters. */
  body: string
  /** Language as a BCP 47 tag, such as `de-AT`. Matches `^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`. */
  language?: string | null | undefined
  topic?: 'returns' | 'shipping' | 'payment' | 'warranty' | 'contact' | 'other' | null | undefined
  /** An http or https URL. */
  url?: string | null | undefined
  /** Whether the assistant also hands over to people after it has shown the page. */
  callPerson?: boolean | null | undefined
  status: 'published' | 'draft'
}

export interface RefusedCauses {
  /** A whole number from 0. */
  days: number
  /** A whole number from 0. */
  calls: number
  /** At most 50 entries. */
  causes: RefusedCause[]
  /** At most 20 entries. */
  failedBatches: BatchView[]
}

export interface LoggedCalls {
  /** At most 100 entries. */
  data: LoggedCall[]
  /** Where the next page begins; null on the last one. A whole number from 0. */
  nextBefore?: number | null | undefined
}

export interface CallDetail {
  call: LoggedCall
  /** At most 100 entries. */
  issues: LoggedIssue[]
  key?: CallKey | null | undefined
  /** The beginning of its body, if this server keeps bodies. At most 100000 characters. */
  body?: string | null | undefined
}

export interface AuditEntries {
  /** At most 1000 entries. */
  data: AuditEntryView[]
  /** Where the next page begins; null on the last one. At most 2000 characters. */
  nextCursor?: string | null | undefined
}

export interface SystemView {
  /** At most 20 entries. */
  versions: Version[]
  files: SystemFiles
  backups: SystemBackups
  pictures: SystemPictures
  /** At most 1000 entries. */
  workspaces: WorkspaceView[]
}

export interface Findings {
  /** At most 1000 entries. */
  data: Finding[]
}

export interface BackupBegun {
  isRunning: boolean
}

export interface NightlyBackupsSet {
  isRunning: boolean
}

export interface NightlyBackups {
  isOn: boolean
}

export interface PictureLimit {
  /** In MiB. A whole number from 16 to 1048576. */
  mib: number
}

export interface TestModeSet {
  test: boolean
}

export interface TestMode {
  isOn: boolean
}

export interface SystemMail {
  setup?: SystemMailSetup | null | undefined
  /** Mails that wait. A whole number from 0. */
  waiting: number
  /** Mails of the last day that were not delivered. A whole number from 0. */
  failed: number
}

export interface MailTest {
  /** At most 2000 characters. */
  to: string
  verdict: 'sent' | 'refused' | 'later'
  /** The code of the mail server. A whole number from 0. */
  code?: number | null | undefined
  /** What that means, for people. At most 10000 characters. */
  explanation?: string | null | undefined
}

export interface SampleShop {
  /** The workspace with the sample shop; null: it is not loaded. At most 255 characters. */
  workspaceId?: string | null | undefined
  /** Whether this session is in it. */
  isHere: boolean
}

export interface SampleToken {
  /** Valid once, for five minutes. At most 8192 characters. */
  token: string
}

export interface SampleCustomer {
  /** At most 255 characters. */
  customerId: string
}

export interface Imports {
  /** At most 100 entries. */
  data: ImportView[]
  /** Where the next page begins; null on the last one. At most 2000 characters. */
  nextCursor?: string | null | undefined
  /** At most 50 entries. */
  alone: BatchView[]
}

export interface ImportView {
  /** At most 255 characters. */
  id: string
  /** The name that it was given. At most 2000 characters. */
  label?: string | null | undefined
  status: 'open' | 'closed' | 'done' | 'failed'
  /** A whole number from 0. */
  received: number
  /** A whole number from 0. */
  processed: number
  results: ImportCounts
  batches: ImportBatches
  /** ISO-8601 in UTC. */
  createdAt: string
  /** ISO-8601 in UTC. */
  closedAt?: string | null | undefined
  /** ISO-8601 in UTC. */
  finishedAt?: string | null | undefined
  erasure?: ImportErasure | null | undefined
}

export interface NewImport {
  /** Such as the name of the file. At most 200 characters. */
  label: string
}

export interface ImportDetail {
  import: ImportView
  /** At most 50 entries. */
  batches: BatchView[]
}

export interface ImportFields {
  /** At most 1000 entries. */
  fields: ImportField[]
  /** Most objects of one call. A whole number from 0. */
  maxObjects: number
}

export interface ImportCheck {
  /** Objects that a push would store. A whole number from 0. */
  valid: number
  /** At most 100 entries. */
  ignored: ImportIgnored[]
}

export interface CustomersToCheck {
  /** At most 100 entries. */
  data: Customer[]
}

export interface AcceptedBatch {
  /** At most 255 characters. */
  batchId: string
}

export interface CustomersToImport {
  /** At most 1000 entries. */
  data: Customer[]
}

export interface ProductsToCheck {
  /** At most 100 entries. */
  data: Product[]
}

export interface ProductsToImport {
  /** At most 1000 entries. */
  data: Product[]
}

export interface OrdersToCheck {
  /** At most 100 entries. */
  data: Order[]
}

export interface OrdersToImport {
  /** At most 1000 entries. */
  data: Order[]
}

export interface ShipmentsToCheck {
  /** At most 100 entries. */
  data: Shipment[]
}

export interface ShipmentsToImport {
  /** At most 1000 entries. */
  data: Shipment[]
}

export interface TicketsToCheck {
  /** At most 100 entries. */
  data: Ticket[]
}

export interface StoredObjects {
  /** A whole number from 0. */
  created: number
  /** A whole number from 0. */
  updated: number
  /** A whole number from 0. */
  stale: number
}

export interface TicketsToImport {
  /** At most 50 entries. */
  data: Ticket[]
}

export interface ArticlesToCheck {
  /** At most 100 entries. */
  data: Article[]
}

export interface ArticlesToImport {
  /** At most 1000 entries. */
  data: Article[]
}

export interface Brought {
  /** At most 6 entries. */
  counts: BroughtOfType[]
  /** False if there may be more: there are too many objects to count them all. */
  isComplete: boolean
}

export interface Me {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  name: string
  /** The name to sign in with. At most 2000 characters. */
  email: string
  /** Whether they run the installation. */
  isOperator: boolean
  hasSecondFactor: boolean
  /** A whole number from 0. */
  recoveryCodesLeft: number
}

export interface Workspace {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  name: string
  plan: 'starter' | 'growth' | 'scale'
  test: boolean
  /** Where its days begin at midnight. At most 2000 characters. */
  timeZone: string
  /** Whether it is the sample shop. */
  sample: boolean
}

export interface Membership {
  /** The workspace. At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  name: string
  /** What they may do in the workspace. */
  role: 'owner' | 'admin' | 'agent'
}

export interface LinkWorkspace {
  /** At most 2000 characters. */
  name: string
}

export interface BrowserSession {
  /** At most 255 characters. */
  id: string
  /** Whether it is the browser that asks. */
  isThis: boolean
  /** ISO-8601 in UTC. */
  createdAt: string
  /** To the minute. ISO-8601 in UTC. */
  lastUsedAt: string
  /** Where it signed in from. At most 2000 characters. */
  address: string
  /** What the browser says of itself. At most 2000 characters. */
  browser: string
}

export interface QrCode {
  /** Modules of a side, with the margin. A whole number from 0. */
  size: number
  /** The dark modules, as an SVG path. At most 20000 characters. */
  path: string
}

export interface Member {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  name: string
  /** At most 2000 characters. */
  email: string
  /** What they may do in the workspace. */
  role: 'owner' | 'admin' | 'agent'
  isOperator: boolean
  hasSecondFactor: boolean
  /** How many browsers they are signed in with. A whole number from 0. */
  sessions: number
  /** ISO-8601 in UTC. */
  lastUsedAt?: string | null | undefined
  isYou: boolean
}

export interface Invite {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  email: string
  /** What they may do in the workspace. */
  role: 'owner' | 'admin' | 'agent'
  /** Who invited them. At most 2000 characters. */
  createdBy: string
  /** ISO-8601 in UTC. */
  createdAt: string
  /** ISO-8601 in UTC. */
  expiresAt: string
  mail?: MailView | null | undefined
}

export interface NoticeKindView {
  /** At most 2000 characters. */
  name: string
  /** At most 2000 characters. */
  title: string
}

export interface MailView {
  state: 'waiting' | 'sent' | 'failed' | 'skipped' | 'stopped'
  /** A whole number from 0. */
  tries: number
  /** When it is sent, or was to be. ISO-8601 in UTC. */
  dueAt: string
  /** The last try. ISO-8601 in UTC. */
  sentAt?: string | null | undefined
  /** The code of the mail server at the last try. A whole number from 0. */
  code?: number | null | undefined
  /** What that means, for people. At most 10000 characters. */
  explanation?: string | null | undefined
}

export interface FoundOrder {
  order: OrderToRefund
  /** Name or e-mail; null where the customer has not arrived. At most 2000 characters. */
  customerName?: string | null | undefined
  chat?: CustomerChat | null | undefined
  /** At most 100 entries. */
  refunds: RefundView[]
}

export interface RefundCounts {
  /** A whole number from 0. */
  waiting: number
  /** A whole number from 0. */
  running: number
  /** A whole number from 0. */
  done: number
  /** A whole number from 0. */
  all: number
}

export interface RefundLine {
  /** A line of the order. At most 255 characters. */
  itemId: string
  /** How many of it. A whole number from 1. */
  quantity: number
}

export interface LeftOfOrder {
  /** A whole number from 0. */
  total: number
  /** A whole number from 0. */
  refunded: number
  /** A whole number from 0. */
  left: number
}

export interface FailingRefund {
  /** Tries without an answer. A whole number from 0. */
  tries: number
  /** All tries that there will be. A whole number from 0. */
  of: number
  /** When the next one is due; null while a try is under way. ISO-8601 in UTC. */
  nextAt?: string | null | undefined
}

export interface TimelineEntry {
  kind: 'move' | 'delivery'
  /** ISO-8601 in UTC. */
  at: string
  /** Of a move; null for the first one. */
  from?:
    | 'awaiting_customer'
    | 'awaiting_approval'
    | 'executing'
    | 'pending'
    | 'succeeded'
    | 'failed'
    | 'declined'
    | 'rejected'
    | 'cancelled'
    | 'expired'
    | null
    | undefined
  to?:
    | 'awaiting_customer'
    | 'awaiting_approval'
    | 'executing'
    | 'pending'
    | 'succeeded'
    | 'failed'
    | 'declined'
    | 'rejected'
    | 'cancelled'
    | 'expired'
    | null
    | undefined
  /** What moved it, such as `agent_approved`. At most 2000 characters. */
  on?: string | null | undefined
  /** Who did. At most 2000 characters. */
  actor?: string | null | undefined
  /** At most 2000 characters. */
  reason?: string | null | undefined
  /** Of a delivery. At most 255 characters. */
  id?: string | null | undefined
  /** `refund.preview` or `refund.create`. At most 2000 characters. */
  type?: string | null | undefined
  /** Which try it is. A whole number from 0. */
  number?: number | null | undefined
  /** A whole number from 0. */
  durationMs?: number | null | undefined
  /** A whole number from 0. */
  httpStatus?: number | null | undefined
  /** The beginning of the shop's answer. At most 2048 characters. */
  answer?: string | null | undefined
  /** The verdict on the response; null while the request is in progress. At most 2000 characters. */
  verdict?: string | null | undefined
  /** At most 2000 characters. */
  explanation?: string | null | undefined
}

export interface OrderToRefund {
  /** At most 255 characters. */
  id: string
  /** As customers know the order. At most 2000 characters. */
  number?: string | null | undefined
  /** At most 255 characters. */
  customerId?: string | null | undefined
  /** At most 2000 characters. */
  status?: string | null | undefined
  /** At most 2000 characters. */
  paymentStatus?: string | null | undefined
  /** Matches `^[A-Z]{3}$`. */
  currency?: string | null | undefined
  /** A whole number from 0. */
  total?: number | null | undefined
  /** What the shop itself has refunded. A whole number from 0. */
  refundedTotal?: number | null | undefined
  /** ISO-8601 in UTC. */
  placedAt?: string | null | undefined
  /** ISO-8601 in UTC. */
  deliveredAt?: string | null | undefined
  /** At most 1000 entries. */
  lines: OrderLine[]
}

export interface ChatMessage {
  /** At most 255 characters. */
  id: string
  author: 'customer' | 'assistant' | 'agent' | 'system'
  /** At most 10000 characters. */
  text: string
  /** ISO-8601 in UTC. */
  sentAt: string
  /** At most 4 entries. */
  pictures?: ChatPicture[] | null | undefined
}

export interface Rungs {
  /** A whole number from 0 to 5. */
  defect: number
  /** A whole number from 0 to 5. */
  not_received: number
  /** A whole number from 0 to 5. */
  return: number
  /** A whole number from 0 to 5. */
  other: number
}

export interface ReturnPeriods {
  /** A whole number from 0. */
  defect?: number | null | undefined
  /** A whole number from 0. */
  not_received?: number | null | undefined
  /** A whole number from 0. */
  return?: number | null | undefined
  /** A whole number from 0. */
  other?: number | null | undefined
}

export interface RungsChange {
  /** A whole number from 0 to 5. */
  defect?: number | undefined
  /** A whole number from 0 to 5. */
  not_received?: number | undefined
  /** A whole number from 0 to 5. */
  return?: number | undefined
  /** A whole number from 0 to 5. */
  other?: number | undefined
}

export interface ReturnPeriodsChange {
  /** A whole number from 0 to 36500. */
  defect?: number | null | undefined
  /** A whole number from 0 to 36500. */
  not_received?: number | null | undefined
  /** A whole number from 0 to 36500. */
  return?: number | null | undefined
  /** A whole number from 0 to 36500. */
  other?: number | null | undefined
}

export interface CheckResult {
  /** At most 2000 characters. */
  group: string
  /** At most 2000 characters. */
  name: string
  status: 'pass' | 'fail' | 'skip'
  /** Why it did not pass. At most 100000 characters. */
  reason?: string | null | undefined
  /** What goes wrong in production without it. At most 2000 characters. */
  why: string
  /** How to fix the endpoint. At most 2000 characters. */
  fix: string
  /** A whole number from 0. */
  durationMs: number
}

export interface EventTypeView {
  /** At most 2000 characters. */
  name: string
  /** At most 2000 characters. */
  title: string
  /** At most 2000 characters. */
  about: string
  isDefault: boolean
}

export interface OpeningHours {
  /** An IANA time zone, such as Europe/Berlin. At most 64 characters. */
  timeZone: string
  /** At most 14 entries. */
  open: OpenTime[]
}

export interface VisibleCustom {
  /** At most 20 entries. */
  orders: string[]
  /** At most 20 entries. */
  shipments: string[]
  /** At most 20 entries. */
  products: string[]
}

export interface ModelSettings {
  /** The address before `/chat/completions`. An http or https URL. */
  baseUrl: string
  /** At most 2000 characters. */
  model: string
  /** Whether the model only reads what the rules are unsure about, or also words the answers. */
  use: 'understand' | 'understand-and-compose'
  /** Headers of each request, without secrets. */
  extraHeaders: Record<string, string>
  /** Further members of each request. */
  extraBody: Record<string, unknown>
  /** Whether a customer's own past tickets may be sent. */
  shareTickets: boolean
  /** A whole number from 1 to 1000000. */
  callsPerDay: number
  /** A whole number from 1000 to 1000000000. */
  tokensPerDay: number
  /** The last four characters of the API key; null if there is no key. At most 2000 characters. */
  apiKeyEnding?: string | null | undefined
}

export interface ModelUsage {
  /** A whole number from 0. */
  calls: number
  /** A whole number from 0. */
  tokensIn: number
  /** A whole number from 0. */
  tokensOut: number
  /** Answers in the model's words that were not sent, since they said something else. A whole number from 0. */
  rejected: number
}

export interface ModelCheckStep {
  step: 'understand' | 'compose'
  isOk: boolean
  /** What the model said, or what went wrong. At most 100000 characters. */
  found: string
  /** A whole number from 0. */
  ms: number
}

export interface ModelAccepts {
  format: 'json_schema' | 'json_object' | 'text'
  limit: 'max_tokens' | 'max_completion_tokens' | 'none'
}

export interface WidgetStarter {
  language: 'en' | 'de' | 'fr' | 'es'
  /** A question that customers ask. At most 80 characters. */
  text: string
}

export interface PageGreeting {
  /** What the path of the page begins with. At most 200 characters. */
  path: string
  /** Seconds from the page to the bubble. A whole number from 0 to 600. */
  after: number
  /** What the bubble beside the launcher says. At most 200 characters. */
  text: string
}

export interface ReplacedText {
  language: 'en' | 'de' | 'fr' | 'es'
  /** The name of the text. `greeting` is what an empty chat shows first. */
  name:
    | 'title'
    | 'greeting'
    | 'close'
    | 'loading'
    | 'messages'
    | 'older'
    | 'earlierChats'
    | 'newMessages'
    | 'you'
    | 'assistant'
    | 'agent'
    | 'system'
    | 'assistantAnswers'
    | 'waiting'
    | 'agentAnswers'
    | 'peopleAnswer'
    | 'away'
    | 'moment'
    | 'closed'
    | 'isWriting'
    | 'write'
    | 'picture'
    | 'send'
    | 'sending'
    | 'notSent'
    | 'tryAgain'
    | 'discard'
    | 'left'
    | 'tooLong'
    | 'tooMany'
    | 'answerFast'
    | 'offline'
    | 'online'
    | 'signInAgain'
    | 'notAllowed'
    | 'failed'
    | 'opensPage'
    | 'rate'
    | 'rate_good'
    | 'rate_bad'
    | 'rateWord'
    | 'rateThanks'
    | 'refund'
    | 'refundOf'
    | 'order'
    | 'refundAsk'
    | 'refundYes'
    | 'refundNo'
    | 'refundLeft'
    | 'refundChanged'
    | 'refundCovered'
    | 'refundNotSent'
    | 'refund_awaiting_approval'
    | 'refund_executing'
    | 'refund_pending'
    | 'refund_succeeded'
    | 'refund_failed'
    | 'refund_declined'
    | 'refund_rejected'
    | 'refund_cancelled'
    | 'refund_expired'
    | 'step_placed'
    | 'step_shipped'
    | 'step_delivered'
    | 'stepDone'
    | 'track'
    | 'expected'
    | 'deliveredOn'
    | 'order_cancelled'
    | 'order_refunded'
    | 'order_returned'
    | 'products'
    | 'stock_in_stock'
    | 'stock_low'
    | 'stock_out'
    | 'stock_backorder'
    | 'priceFrom'
    | 'refunded'
    | 'showAll'
    | 'showLess'
    | 'starterOrder'
    | 'starterRefund'
    | 'starterReturns'
    | 'starterShipping'
    | 'starterPayment'
    | 'starters'
    | 'startNew'
    | 'email'
    | 'emailSave'
    | 'emailSaved'
    | 'emailWrong'
  /** The text instead. Words in braces, such as {name}, are filled in. At most 500 characters. */
  text: string
}

export interface PanelTexts {
  /** At most 2000 characters. */
  title: string
  /** At most 2000 characters. */
  greeting: string
  /** At most 2000 characters. */
  close: string
  /** At most 2000 characters. */
  loading: string
  /** At most 2000 characters. */
  messages: string
  /** At most 2000 characters. */
  older: string
  /** At most 2000 characters. */
  earlierChats: string
  /** At most 2000 characters. */
  newMessages: string
  /** At most 2000 characters. */
  you: string
  /** At most 2000 characters. */
  assistant: string
  /** At most 2000 characters. */
  agent: string
  /** At most 2000 characters. */
  system: string
  /** At most 2000 characters. */
  assistantAnswers: string
  /** At most 2000 characters. */
  waiting: string
  /** At most 2000 characters. */
  agentAnswers: string
  /** At most 2000 characters. */
  peopleAnswer: string
  /** At most 2000 characters. */
  away: string
  /** At most 2000 characters. */
  moment: string
  /** At most 2000 characters. */
  closed: string
  /** At most 2000 characters. */
  isWriting: string
  /** At most 2000 characters. */
  write: string
  /** At most 2000 characters. */
  picture: string
  /** At most 2000 characters. */
  send: string
  /** At most 2000 characters. */
  sending: string
  /** At most 2000 characters. */
  notSent: string
  /** At most 2000 characters. */
  tryAgain: string
  /** At most 2000 characters. */
  discard: string
  /** At most 2000 characters. */
  left: string
  /** At most 2000 characters. */
  tooLong: string
  /** At most 2000 characters. */
  tooMany: string
  /** At most 2000 characters. */
  answerFast: string
  /** At most 2000 characters. */
  offline: string
  /** At most 2000 characters. */
  online: string
  /** At most 2000 characters. */
  signInAgain: string
  /** At most 2000 characters. */
  notAllowed: string
  /** At most 2000 characters. */
  failed: string
  /** At most 2000 characters. */
  opensPage: string
  /** At most 2000 characters. */
  rate: string
  /** At most 2000 characters. */
  rate_good: string
  /** At most 2000 characters. */
  rate_bad: string
  /** At most 2000 characters. */
  rateWord: string
  /** At most 2000 characters. */
  rateThanks: string
  /** At most 2000 characters. */
  refund: string
  /** At most 2000 characters. */
  refundOf: string
  /** At most 2000 characters. */
  order: string
  /** At most 2000 characters. */
  refundAsk: string
  /** At most 2000 characters. */
  refundYes: string
  /** At most 2000 characters. */
  refundNo: string
  /** At most 2000 characters. */
  refundLeft: string
  /** At most 2000 characters. */
  refundChanged: string
  /** At most 2000 characters. */
  refundCovered: string
  /** At most 2000 characters. */
  refundNotSent: string
  /** At most 2000 characters. */
  refund_awaiting_approval: string
  /** At most 2000 characters. */
  refund_executing: string
  /** At most 2000 characters. */
  refund_pending: string
  /** At most 2000 characters. */
  refund_succeeded: string
  /** At most 2000 characters. */
  refund_failed: string
  /** At most 2000 characters. */
  refund_declined: string
  /** At most 2000 characters. */
  refund_rejected: string
  /** At most 2000 characters. */
  refund_cancelled: string
  /** At most 2000 characters. */
  refund_expired: string
  /** At most 2000 characters. */
  step_placed: string
  /** At most 2000 characters. */
  step_shipped: string
  /** At most 2000 characters. */
  step_delivered: string
  /** At most 2000 characters. */
  stepDone: string
  /** At most 2000 characters. */
  track: string
  /** At most 2000 characters. */
  expected: string
  /** At most 2000 characters. */
  deliveredOn: string
  /** At most 2000 characters. */
  order_cancelled: string
  /** At most 2000 characters. */
  order_refunded: string
  /** At most 2000 characters. */
  order_returned: string
  /** At most 2000 characters. */
  products: string
  /** At most 2000 characters. */
  stock_in_stock: string
  /** At most 2000 characters. */
  stock_low: string
  /** At most 2000 characters. */
  stock_out: string
  /** At most 2000 characters. */
  stock_backorder: string
  /** At most 2000 characters. */
  priceFrom: string
  /** At most 2000 characters. */
  refunded: string
  /** At most 2000 characters. */
  showAll: string
  /** At most 2000 characters. */
  showLess: string
  /** At most 2000 characters. */
  starterOrder: string
  /** At most 2000 characters. */
  starterRefund: string
  /** At most 2000 characters. */
  starterReturns: string
  /** At most 2000 characters. */
  starterShipping: string
  /** At most 2000 characters. */
  starterPayment: string
  /** At most 2000 characters. */
  starters: string
  /** At most 2000 characters. */
  startNew: string
  /** At most 2000 characters. */
  email: string
  /** At most 2000 characters. */
  emailSave: string
  /** At most 2000 characters. */
  emailSaved: string
  /** At most 2000 characters. */
  emailWrong: string
}

export interface IdentitySecretView {
  /** At most 255 characters. */
  id: string
  /** Its last four characters. At most 2000 characters. */
  ending: string
  /** At most 2000 characters. */
  createdBy: string
  /** ISO-8601 in UTC. */
  createdAt: string
  /** When a token of it last started a chat, to the minute. ISO-8601 in UTC. */
  lastUsedAt?: string | null | undefined
}

export interface WidgetKey {
  /** At most 255 characters. */
  id: string
  /** Null if an older version made it and no page has used it since. At most 2000 characters. */
  key?: string | null | undefined
  /** Its first 8 characters. At most 2000 characters. */
  prefix: string
  /** Its last 4 characters. At most 2000 characters. */
  suffix: string
}

export interface WidgetSeen {
  /** Of the page that last started a chat. At most 2000 characters. */
  origin: string
  /** To the minute. ISO-8601 in UTC. */
  at: string
}

export interface StoredLogo {
  /** Its address, from the folder /widget/ of this server. At most 2000 characters. */
  path: string
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  /** Size of the file. A whole number from 1 to 262144. */
  bytes: number
  /** ISO-8601 in UTC. */
  setAt: string
}

export interface ReplacedLetterText {
  language: 'en' | 'de' | 'fr' | 'es'
  /** The name of the text. */
  name:
    | 'replySubject'
    | 'replyIntro'
    | 'refundSubject'
    | 'refundIntro'
    | 'transcriptSubject'
    | 'transcriptIntro'
    | 'confirmSubject'
    | 'confirmIntro'
    | 'confirmElse'
    | 'confirmButton'
    | 'openButton'
    | 'notRead'
    | 'valid'
    | 'stop'
    | 'stopLink'
    | 'you'
    | 'assistant'
    | 'agent'
    | 'notice'
    | 'pictures'
    | 'earlier'
  /** The text instead. Words in braces, such as {shop}, are filled in. At most 500 characters. */
  text: string
}

export interface TextsOfLetters {
  /** At most 2000 characters. */
  replySubject: string
  /** At most 2000 characters. */
  replyIntro: string
  /** At most 2000 characters. */
  refundSubject: string
  /** At most 2000 characters. */
  refundIntro: string
  /** At most 2000 characters. */
  transcriptSubject: string
  /** At most 2000 characters. */
  transcriptIntro: string
  /** At most 2000 characters. */
  confirmSubject: string
  /** At most 2000 characters. */
  confirmIntro: string
  /** At most 2000 characters. */
  confirmElse: string
  /** At most 2000 characters. */
  confirmButton: string
  /** At most 2000 characters. */
  openButton: string
  /** At most 2000 characters. */
  notRead: string
  /** At most 2000 characters. */
  valid: string
  /** At most 2000 characters. */
  stop: string
  /** At most 2000 characters. */
  stopLink: string
  /** At most 2000 characters. */
  you: string
  /** At most 2000 characters. */
  assistant: string
  /** At most 2000 characters. */
  agent: string
  /** At most 2000 characters. */
  notice: string
  /** At most 2000 characters. */
  pictures: string
  /** At most 2000 characters. */
  earlier: string
}

export interface SuggestedPictureHost {
  /** A host of pushed pictures that is not listed. At most 2000 characters. */
  host: string
  /** How many of the pictures of the last changed products and orders are there. A whole number from 0. */
  pictures: number
  /** One of them. At most 2000 characters. */
  example: string
}

export interface ConnectionKindView {
  name: 'woocommerce'
  /** At most 2000 characters. */
  title: string
  /** At most 2000 characters. */
  plugin: string
}

export interface OpenConnection {
  /** At most 255 characters. */
  id: string
  kind: 'woocommerce'
  /** What people call the shop system. At most 2000 characters. */
  title: string
  state: 'offered' | 'claimed' | 'approved' | 'connected' | 'ended' | 'refused' | 'expired'
  /** The address of the shop, as it has claimed. At most 2000 characters. */
  shop?: string | null | undefined
  /** Where the claim came from. At most 2000 characters. */
  network?: string | null | undefined
  /** At most 2000 characters. */
  createdBy: string
  /** ISO-8601 in UTC. */
  createdAt: string
  /** Of a code, a claim, or the time to fetch the credentials. ISO-8601 in UTC. */
  expiresAt: string
  /** ISO-8601 in UTC. */
  claimedAt?: string | null | undefined
  /** At most 2000 characters. */
  decidedBy?: string | null | undefined
  /** ISO-8601 in UTC. */
  connectedAt?: string | null | undefined
  /** Its version. At most 2000 characters. */
  plugin?: string | null | undefined
  /** Whether this server has a newer plugin. */
  isOlder: boolean
  /** The version of the shop system. At most 2000 characters. */
  system?: string | null | undefined
  /** At most 2000 characters. */
  platform?: string | null | undefined
  /** When the plugin last called. ISO-8601 in UTC. */
  heardAt?: string | null | undefined
  /** Objects that wait in the shop. A whole number from 0. */
  queue?: number | null | undefined
  /** Seconds that the oldest of them has waited. A whole number from 0. */
  oldest?: number | null | undefined
  /** Whether the shop makes refunds, and these are on. */
  refunds: 'none' | 'off' | 'on'
  /** At most 100 entries. */
  problems: ShopProblem[]
  inTheWay?: InTheWay | null | undefined
}

export interface EndedConnectionView {
  /** At most 2000 characters. */
  shop: string
  /** At most 2000 characters. */
  endedBy: string
  /** ISO-8601 in UTC. */
  endedAt: string
}

export interface LastPush {
  /** At most 2000 characters. */
  type: string
  /** Of the object. At most 2000 characters. */
  id?: string | null | undefined
  /** ISO-8601 in UTC. */
  at: string
}

export interface SetupStep {
  name: 'key' | 'push' | 'import' | 'endpoint' | 'widget' | 'person' | 'backup'
  /** Judged by what has happened. */
  isDone: boolean
  /** When it happened. ISO-8601 in UTC. */
  at?: string | null | undefined
  /** What happened: the type and id of an object, or the origin of a page. At most 2000 characters. */
  subject?: string | null | undefined
}

export interface LatestPush {
  type: 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles'
  /** At most 255 characters. */
  lastId?: string | null | undefined
  /** When the latest push was accepted. ISO-8601 in UTC. */
  at: string
  /** The usual longest pause of a day, nights included; null: too little is known. A whole number from 0. */
  usualGapMs?: number | null | undefined
  /** Whether it is three times as long ago as that. */
  isSilent: boolean
}

export interface RefusedPushes {
  /** In the last 24 hours, as far as the log has them; at most 1000. A whole number from 0. */
  count: number
  latest?: RefusedPush | null | undefined
}

export interface RunningImport {
  /** At most 255 characters. */
  backfillId?: string | null | undefined
  /** The label of the backfill, or the type of batches without one. At most 2000 characters. */
  name?: string | null | undefined
  /** A whole number from 0. */
  received: number
  /** A whole number from 0. */
  processed: number
  /** ISO-8601 in UTC. */
  startedAt: string
}

export interface RefundOverview {
  /** Those that wait for an agent. A whole number from 0. */
  waiting: number
  /** When the oldest of them began to wait. ISO-8601 in UTC. */
  oldestAt?: string | null | undefined
  /** At most 200 entries. */
  sums: Sum[]
  /** A whole number from 0. */
  failedThisWeek: number
  failing: FailingRefunds
}

export interface WaitingChats {
  /** Those whose customer waits for an answer; at most 100. A whole number from 0. */
  waiting: number
  /** Since when the first of them waits. ISO-8601 in UTC. */
  oldestAt?: string | null | undefined
}

export interface EndpointHealth {
  isSetUp: boolean
  lastTest?: EndpointTest | null | undefined
  /** When a test of the present address and secret last succeeded. ISO-8601 in UTC. */
  testedAt?: string | null | undefined
  /** The last calls, at most 100. A whole number from 0. */
  calls: number
  /** How many of them got an answer that counts. A whole number from 0. */
  answered: number
}

export interface NotificationHealth {
  /** The host of an endpoint that failed too long, and gets no events any more. At most 10 entries. */
  disabled: string[]
}

export interface ShopHealth {
  state: 'offered' | 'claimed' | 'approved' | 'connected' | 'ended' | 'refused' | 'expired'
  /** The address of the shop; null for a code that no shop has claimed. At most 2000 characters. */
  shop?: string | null | undefined
  /** One sentence each. At most 100 entries. */
  problems: string[]
}

export interface Backup {
  /** Whether this server makes backups by itself. */
  isPlanned: boolean
  /** ISO-8601 in UTC. */
  lastAt?: string | null | undefined
  /** Why the last one has failed. At most 100000 characters. */
  failure?: string | null | undefined
}

export interface DayOfPushes {
  /** In UTC. At most 2000 characters. */
  day: string
  /** At most 6 entries. */
  objects: CountOfType[]
  /** Refused calls. A whole number from 0. */
  refused: number
}

export interface WeekFigures {
  /** A whole number from 0. */
  days: number
  now: ReportFigures
  before: EarlierFigures
}

export interface ReportFigures {
  /** Chats in which a customer has written. A whole number from 0. */
  chats: number
  /** Those of them in which people took part. A whole number from 0. */
  people: number
  resolved: ReportFiguresResolved
  /** Questions to which the assistant had no answer. A whole number from 0. */
  unanswered: number
  firstReply: ReportFiguresFirstReply
  close: ReportFiguresClose
  ratings: ReportFiguresRatings
  /** At most 500 entries. */
  handOvers: ReportFiguresHandOver[]
  /** At most 500 entries. */
  topics: ReportFiguresTopic[]
  /** At most 500 entries. */
  refunds: ReportFiguresRefunds[]
}

export interface EarlierFigures {
  /** Chats in which a customer has written. A whole number from 0. */
  chats: number
  /** Those of them in which people took part. A whole number from 0. */
  people: number
  resolved: EarlierFiguresResolved
  /** Questions to which the assistant had no answer. A whole number from 0. */
  unanswered: number
  firstReply: EarlierFiguresFirstReply
  close: EarlierFiguresClose
  ratings: EarlierFiguresRatings
  /** At most 500 entries. */
  handOvers: EarlierFiguresHandOver[]
  /** At most 500 entries. */
  topics: EarlierFiguresTopic[]
  /** At most 500 entries. */
  refunds: EarlierFiguresRefunds[]
}

export interface ReportDay {
  /** The day, such as `2026-11-27`. At most 10 characters. */
  day: string
  /** A whole number from 0. */
  chats: number
  /** A whole number from 0. */
  people: number
}

export interface RatedWords {
  /** At most 255 characters. */
  conversationId: string
  rating: 'good' | 'bad'
  /** At most 500 characters. */
  text: string
  /** ISO-8601 in UTC. */
  at: string
}

export interface ReportMeasure {
  /** Such as `2026-11-27`. At most 10 characters. */
  day: string
  /** What was counted. At most 2000 characters. */
  measure: string
  /** A whole number from 0. */
  value: number
}

export interface QuestionGroup {
  /** The newest of them. At most 255 characters. */
  id: string
  /** How the newest was worded, without personal data. At most 1000 characters. */
  wording: string
  /** A whole number from 0. */
  count: number
  /** The chat of the newest. At most 255 characters. */
  conversationId: string
  /** When the newest was asked. ISO-8601 in UTC. */
  at: string
}

export interface Present {
  /** At most 255 characters. */
  memberId: string
  /** At most 2000 characters. */
  name: string
  isWriting: boolean
}

export interface DataRow {
  /** The type of the object. */
  type: 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles'
  /** At most 255 characters. */
  id: string
  /** What people call it: a name, number, title or subject. At most 200 characters. */
  title?: string | null | undefined
  /** The next most useful fact, such as an e-mail address or a carrier. At most 200 characters. */
  about?: string | null | undefined
  /** Its status, as pushed. At most 200 characters. */
  status?: string | null | undefined
  /** The payment status of an order. At most 200 characters. */
  payment?: string | null | undefined
  /** A whole number from 0. */
  amount?: number | null | undefined
  /** Matches `^[A-Z]{3}$`. */
  currency?: string | null | undefined
  /** When it was placed, sent, written or signed up. ISO-8601 in UTC. */
  at?: string | null | undefined
  /** ISO-8601 in UTC. */
  updatedAt: string
}

export interface ChatRow {
  /** At most 255 characters. */
  id: string
  /** Who answers. */
  mode: 'assistant' | 'waiting' | 'human' | 'closed'
  /** Whether its customer is signed in to the shop. */
  isVerified: boolean
  /** At most 255 characters. */
  customerId?: string | null | undefined
  /** The name or e-mail address of the customer; null for a guest. At most 2000 characters. */
  name?: string | null | undefined
  /** How the last message of the customer begins; null: they have not written. At most 200 characters. */
  words?: string | null | undefined
  /** When they wrote it. ISO-8601 in UTC. */
  wordsAt?: string | null | undefined
  /** Since when the customer waits for people. ISO-8601 in UTC. */
  waitingSince?: string | null | undefined
  /** Why the assistant handed over. At most 2000 characters. */
  handOverReason?: string | null | undefined
  /** The language of the customer, such as `de`. At most 2000 characters. */
  language?: string | null | undefined
  /** The order that was last spoken about. At most 2000 characters. */
  orderNumber?: string | null | undefined
  assignee?: ChatAssignee | null | undefined
  /** Till when it does not wait, unless the customer writes. ISO-8601 in UTC. */
  snoozedUntil?: string | null | undefined
  /** Why an agent closed it. */
  closeReason?: 'solved' | 'no_reply' | 'duplicate' | 'spam' | 'other' | null | undefined
  /** At most 20 entries. */
  tags: string[]
  /** How the customer rated it. */
  rating?: 'good' | 'bad' | null | undefined
  /** Messages of the customer that the member has not read. A whole number from 0 to 100. */
  unread: number
  /** Who wrote the last message. */
  author?: 'customer' | 'assistant' | 'agent' | 'system' | null | undefined
  /** How the last message begins. At most 200 characters. */
  text?: string | null | undefined
  /** When it was written. ISO-8601 in UTC. */
  at?: string | null | undefined
}

export interface ChatSide {
  customer?: ChatCustomer | null | undefined
  /** At most 21 entries. */
  orders: ChatOrder[]
  /** At most 10 entries. */
  tickets: ChatTicket[]
  /** At most 10 entries. */
  chats: EarlierChat[]
}

export interface RefundDraft {
  /** At most 255 characters. */
  orderId: string
  /** At most 2000 characters. */
  orderNumber: string
  /** Why the customer wants it. At most 2000 characters. */
  kind: string
  /** Why the assistant did not offer it. At most 2000 characters. */
  reason: string
}

export interface ChatContact {
  /** The address that the customer left. At most 2000 characters. */
  email: string
  /** `asked`: a mail asks its owner to confirm it; `waiting`, `failed`: that mail. `limit`: too many were sent there or from there. `unasked`: the workspace sends no mails, or did not when it was left. */
  state: 'confirmed' | 'asked' | 'waiting' | 'failed' | 'limit' | 'stopped' | 'unasked'
  /** At most 10000 characters. */
  explanation?: string | null | undefined
}

export interface ChatVisit {
  /** At most 2000 characters. */
  visitorId?: string | null | undefined
  /** At most 2000 characters. */
  pageUrl?: string | null | undefined
  /** At most 2000 characters. */
  locale?: string | null | undefined
  /** At most 2000 characters. */
  timeZone?: string | null | undefined
}

export interface RatedChat {
  rating: 'good' | 'bad'
  /** What the customer wrote with it. At most 500 characters. */
  text?: string | null | undefined
  /** When it was first rated. ISO-8601 in UTC. */
  at: string
}

export interface ChatEntry {
  /** At most 255 characters. */
  id: string
  /** `note`: for agents alone. `mode`: somebody else answers from here on. `next`: the customer wrote again in a new chat. `refund`: a refund has moved. `act`: see `act`. */
  kind: 'message' | 'note' | 'mode' | 'next' | 'refund' | 'act'
  /** ISO-8601 in UTC. */
  at: string
  author?: 'customer' | 'assistant' | 'agent' | 'system' | null | undefined
  /** The agent who wrote, took, closed or decided. At most 2000 characters. */
  name?: string | null | undefined
  /** Of a message or note; of a refund why it moved; of a closed chat the reason; of an act the tag, or the name of the member who has the chat since. At most 100000 characters. */
  text?: string | null | undefined
  /** What an agent did besides; `woken` also by time, or by the customer. */
  act?: 'assigned' | 'unassigned' | 'snoozed' | 'woken' | 'tagged' | 'untagged' | null | undefined
  /** At most 3 entries. */
  cards?: ChatCard[] | null | undefined
  /** Of `snoozed`. ISO-8601 in UTC. */
  until?: string | null | undefined
  /** At most 4 entries. */
  pictures?: ChatPicture[] | null | undefined
  mode?: 'assistant' | 'waiting' | 'human' | 'closed' | null | undefined
  /** At most 255 characters. */
  nextId?: string | null | undefined
  refund?: ChatEntryRefund | null | undefined
  mail?: ChatMail | null | undefined
}

export interface UnderstoodCommand {
  /** At most 2000 characters. */
  name: string
  kind?: 'defect' | 'not_received' | 'return' | 'other' | null | undefined
  /** What it means, in plain words. At most 2000 characters. */
  meaning: string
  /** What the words mean nearly as well, in plain words. At most 2000 characters. */
  runnerUp?: string | null | undefined
}

export interface UsedFact {
  /** The object that it is from, such as `orders/o_1001`. At most 2000 characters. */
  source: string
  /** At most 100 entries. */
  values: UsedValue[]
  /** ISO-8601 in UTC. */
  updatedAt?: string | null | undefined
}

export interface ToolUse {
  /** At most 2000 characters. */
  tool: string
  /** At most 100 entries. */
  objects: string[]
  /** At most 2000 characters. */
  outcome: string
}

export interface ChatPerson {
  /** At most 255 characters. */
  memberId: string
  /** At most 2000 characters. */
  name: string
  /** What they may do in the workspace. */
  role: 'owner' | 'admin' | 'agent'
}

export interface FilledReply {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  title: string
  /** At most 4000 characters. */
  text: string
  /** With the values of this chat. At most 2000 characters. */
  filled: string
  /** Its value is not known: it is left in the text. At most 6 entries. */
  missing: ('customer.firstName' | 'customer.name' | 'order.number' | 'order.tracking' | 'agent.name' | 'shop.name')[]
}

export interface TrialSession {
  /** At most 255 characters. */
  id: string
  /** The token of the chat session. At most 2000 characters. */
  token: string
  /** ISO-8601 in UTC. */
  expiresAt: string
  /** At most 255 characters. */
  customerId?: string | null | undefined
}

export interface AskableOrder {
  /** At most 255 characters. */
  id: string
  /** As customers know the order. At most 2000 characters. */
  number: string
  /** Null: nobody knows the customer, who asks as a guest. At most 255 characters. */
  customerId?: string | null | undefined
  /** Their name, e-mail address or id; of a guest the e-mail address. At most 2000 characters. */
  customerName: string
}

export interface Reference {
  /** The field that has its id. At most 2000 characters. */
  field: string
  /** The type of the object. */
  type: 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles'
  /** At most 255 characters. */
  id: string
  row?: DataRow | null | undefined
}

export interface ObjectStory {
  /** At most 30 entries. */
  sections: FactSection[]
  /** At most 20 entries. */
  chats: StoryChat[]
  /** At most 5 entries. */
  otherOrders: DataRow[]
  /** At most 5 entries. */
  otherRefunds: RefundView[]
  /** Whether an order has more parcels than its sections. */
  hasMoreParcels: boolean
  timeline?: TimelinePage | null | undefined
  product?: ProductStory | null | undefined
}

export interface StoryEntry {
  kind: 'order' | 'chat' | 'refund' | 'ticket'
  /** At most 255 characters. */
  id: string
  /** ISO-8601 in UTC. */
  at: string
  /** At most 2000 characters. */
  title?: string | null | undefined
  /** At most 2000 characters. */
  state?: string | null | undefined
  /** A whole number from 0. */
  amount?: number | null | undefined
  /** Matches `^[A-Z]{3}$`. */
  currency?: string | null | undefined
  /** Of a refund that did not succeed, and may have been paid all the same. */
  possiblyRefunded: boolean
}

export interface SavedView {
  /** What its member calls it. At most 60 characters. */
  name: string
  /** Filters and sort, as the query of an address. At most 2000 characters. */
  query: string
}

export interface ViewFilters {
  /** At most 200 characters. */
  sort?: string | null | undefined
  /** At most 200 characters. */
  status?: string | null | undefined
  /** At most 200 characters. */
  topic?: string | null | undefined
  /** At most 200 characters. */
  tag?: string | null | undefined
  /** At most 200 characters. */
  segment?: string | null | undefined
  /** At most 200 characters. */
  placedSince?: string | null | undefined
  /** At most 200 characters. */
  updatedSince?: string | null | undefined
  /** At most 200 characters. */
  tab?: string | null | undefined
  /** At most 200 characters. */
  show?: string | null | undefined
  /** At most 200 characters. */
  reason?: string | null | undefined
}

export interface SegmentView {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  name: string
  /** Its rule, as in the API. */
  rule: Record<string, unknown>
  /** ISO-8601 in UTC. */
  createdAt: string
}

export interface RefusedCause {
  /** Its path, without the query. At most 500 characters. */
  path: string
  /** A whole number from 0. */
  status: number
  /** The field that is wrong. At most 2000 characters. */
  field?: string | null | undefined
  /** What is wrong. At most 100000 characters. */
  message: string
  /** A whole number from 0. */
  calls: number
  /** ISO-8601 in UTC. */
  firstAt: string
  /** ISO-8601 in UTC. */
  lastAt: string
  /** Its number in the log; later calls have higher numbers. A whole number from 0. */
  newest: number
}

export interface BatchView {
  /** At most 255 characters. */
  id: string
  /** The type of its objects. At most 2000 characters. */
  resource: string
  status: 'pending' | 'processing' | 'done' | 'failed'
  /** At most 255 characters. */
  backfillId?: string | null | undefined
  /** A whole number from 0. */
  received: number
  /** A whole number from 0. */
  processed: number
  results: ImportCounts
  failure?: BatchViewFailure | null | undefined
  /** ISO-8601 in UTC. */
  createdAt: string
  /** ISO-8601 in UTC. */
  startedAt?: string | null | undefined
  /** ISO-8601 in UTC. */
  finishedAt?: string | null | undefined
}

export interface LoggedCall {
  /** Its number in the log; later calls have higher numbers. A whole number from 0. */
  number: number
  /** ISO-8601 in UTC. */
  at: string
  /** The X-Request-Id of its response. At most 2000 characters. */
  requestId: string
  /** At most 2000 characters. */
  method: string
  /** Its path, without the query. At most 500 characters. */
  path: string
  /** A whole number from 0. */
  status: number
  durationMs: number
  /** How many it had. A whole number from 0. */
  objects?: number | null | undefined
  /** Why it was refused. At most 100000 characters. */
  message?: string | null | undefined
}

export interface LoggedIssue {
  /** Where it is in the body. At most 2000 characters. */
  path: string
  /** At most 100000 characters. */
  message: string
}

export interface CallKey {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  name: string
  /** At most 2000 characters. */
  prefix: string
  /** At most 2000 characters. */
  suffix: string
}

export interface AuditEntryView {
  /** At most 255 characters. */
  id: string
  /** ISO-8601 in UTC. */
  at: string
  /** The person or key. At most 2000 characters. */
  actor: string
  role?: 'owner' | 'admin' | 'agent' | null | undefined
  /** The address that it came from, or `cli`. At most 2000 characters. */
  origin: string
  /** Such as `key.created`. At most 2000 characters. */
  action: string
  /** The id of what it was done to. At most 2000 characters. */
  subject: string
  /** What else is known. It holds no secrets. */
  details: Record<string, unknown>
}

export interface Version {
  /** At most 2000 characters. */
  name: string
  /** At most 2000 characters. */
  version: string
}

export interface SystemFiles {
  /** Bytes of the database. A whole number from 0. */
  database: number
  /** Bytes of its log. A whole number from 0. */
  log: number
  /** Free bytes on its disk. A whole number from 0. */
  free: number
}

export interface SystemBackups {
  /** Where they are. At most 10000 characters. */
  folder: string
  /** Whether the server makes them into the folder of its option, nightly beside the database, or not by itself. */
  plan: 'scheduled' | 'nightly' | 'off'
  /** At most 100 entries. */
  files: BackupFile[]
  isRunning: boolean
  /** Why the last one has failed. At most 100000 characters. */
  failure?: string | null | undefined
  copies?: SystemCopies | null | undefined
}

export interface SystemPictures {
  /** Bytes of all pictures in chats, which are in the database. A whole number from 0. */
  used: number
  /** Bytes of those from guests, who may take a quarter of the limit. A whole number from 0. */
  guests: number
  /** The limit. A whole number from 0. */
  max: number
}

export interface WorkspaceView {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  name: string
  plan: 'starter' | 'growth' | 'scale'
  test: boolean
}

export interface Finding {
  /** At most 2000 characters. */
  check: string
  level: 'ok' | 'warning' | 'problem'
  /** At most 100000 characters. */
  found: string
  /** What to do about it. At most 100000 characters. */
  todo?: string | null | undefined
}

export interface SystemMailSetup {
  /** Host and port of the SMTP server. At most 2000 characters. */
  host: string
  /** The address that mails come from. At most 2000 characters. */
  sender: string
  /** At most 1000 entries. */
  domains: string[]
  /** When the SMTP server last took a mail. ISO-8601 in UTC. */
  succeededAt?: string | null | undefined
  /** When it last could not be used. ISO-8601 in UTC. */
  failedAt?: string | null | undefined
  /** Why. At most 10000 characters. */
  problem?: string | null | undefined
}

export interface ImportCounts {
  /** A whole number from 0. */
  created: number
  /** A whole number from 0. */
  updated: number
  /** A whole number from 0. */
  stale: number
}

export interface ImportBatches {
  /** A whole number from 0. */
  pending: number
  /** A whole number from 0. */
  processing: number
  /** A whole number from 0. */
  done: number
  /** A whole number from 0. */
  failed: number
}

export interface ImportErasure {
  /** Objects erased so far. A whole number from 0. */
  erased: number
  /** ISO-8601 in UTC. */
  startedAt: string
  /** ISO-8601 in UTC. */
  endedAt?: string | null | undefined
}

export interface ImportField {
  /** Such as `shippingAddress.city`. At most 2000 characters. */
  name: string
  /** What a cell is read as. */
  kind: 'text' | 'integer' | 'money' | 'boolean' | 'time' | 'texts' | 'list' | 'object'
  /** The list whose entries have it, such as `items`. At most 2000 characters. */
  list?: string | null | undefined
  isRequired: boolean
}

export interface ImportIgnored {
  /** The place of the object in `data`. A whole number from 0. */
  index: number
  /** A field that is not stored: unknown, or an empty string where no value is empty. At most 100 entries. */
  fields: string[]
}

export interface Customer {
  /** Your own id of the object. Pushing the same id again updates it. At most 255 characters, not `.` or `..`. */
  id: string
  /** When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  updatedAt: string | number
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
  /** An e-mail address. */
  email?: string | null | undefined
  /** Full name. At most 2000 characters. */
  name?: string | null | undefined
  /** At most 2000 characters. */
  firstName?: string | null | undefined
  /** At most 2000 characters. */
  lastName?: string | null | undefined
  /** At most 2000 characters. */
  phone?: string | null | undefined
  /** Language as a BCP 47 tag, such as `de-AT`. Matches `^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`. */
  locale?: string | null | undefined
  /** IANA time zone, such as `Europe/Vienna`. At most 2000 characters. */
  timezone?: string | null | undefined
  /** When the customer signed up. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  createdAt?: string | number | null | undefined
  /** At most 100000 characters. */
  note?: string | null | undefined
  /** Replaces all tags that were pushed before. Tags added by agents are kept. At most 250 entries. */
  tags?: string[] | null | undefined
  /** Lifetime spend according to your system, in minor units of `totalSpentCurrency`. A whole number from 0. */
  totalSpent?: number | null | undefined
  /** ISO 4217 code of `totalSpent`, required with it. Matches `^[A-Z]{3}$`. */
  totalSpentCurrency?: string | null | undefined
  /** Lifetime number of orders according to your system. A whole number from 0. */
  ordersCount?: number | null | undefined
  marketingConsent?: boolean | null | undefined
  /** At most 50 entries. */
  addresses?: Address[] | null | undefined
}

export interface Product {
  /** Your own id of the object. Pushing the same id again updates it. At most 255 characters, not `.` or `..`. */
  id: string
  /** When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  updatedAt: string | number
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
  /** At most 2000 characters. */
  title?: string | null | undefined
  /** Name of the product in the URLs of your shop. At most 2000 characters. */
  handle?: string | null | undefined
  /** At most 100000 characters. */
  description?: string | null | undefined
  /** An http or https URL. */
  url?: string | null | undefined
  /** An http or https URL. */
  imageUrl?: string | null | undefined
  /** At most 2000 characters. */
  vendor?: string | null | undefined
  /** At most 2000 characters. */
  category?: string | null | undefined
  status?: 'active' | 'draft' | 'archived' | null | undefined
  /** At most 250 entries. */
  tags?: string[] | null | undefined
  /** ISO 4217 code of the prices. Matches `^[A-Z]{3}$`. */
  currency?: string | null | undefined
  /** At most 2000 entries. */
  variants?: Variant[] | null | undefined
}

export interface Order {
  /** Your own id of the object. Pushing the same id again updates it. At most 255 characters, not `.` or `..`. */
  id: string
  /** When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  updatedAt: string | number
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
  /** Order number that the customer sees, such as `#1001`. At most 2000 characters. */
  number?: string | null | undefined
  /** Your id of the customer. A signed-in customer finds the order in the chat if the `sub` of the identity token is the same id. At most 255 characters, not `.` or `..`. */
  customerId?: string | null | undefined
  /** E-mail address the order was placed with. An e-mail address. */
  email?: string | null | undefined
  /** At most 2000 characters. */
  phone?: string | null | undefined
  status?:
    | 'pending'
    | 'processing'
    | 'partially_shipped'
    | 'shipped'
    | 'delivered'
    | 'cancelled'
    | 'refunded'
    | 'returned'
    | null
    | undefined
  paymentStatus?:
    | 'pending'
    | 'authorized'
    | 'paid'
    | 'partially_paid'
    | 'partially_refunded'
    | 'refunded'
    | 'voided'
    | null
    | undefined
  /** ISO 4217 code of every amount in the order. Matches `^[A-Z]{3}$`. */
  currency?: string | null | undefined
  /** What the customer paid, in minor units. A whole number from 0. */
  total?: number | null | undefined
  /** In minor units. A whole number from 0. */
  subtotal?: number | null | undefined
  /** In minor units. A whole number from 0. */
  discountTotal?: number | null | undefined
  /** In minor units. A whole number from 0. */
  shippingTotal?: number | null | undefined
  /** In minor units. A whole number from 0. */
  taxTotal?: number | null | undefined
  /** In minor units. A whole number from 0. */
  refundedTotal?: number | null | undefined
  /** When the customer ordered. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  placedAt?: string | number | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  cancelledAt?: string | number | null | undefined
  /** At most 2000 characters. */
  cancelReason?: string | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  deliveredAt?: string | number | null | undefined
  /** End of the return period of this order. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  returnableUntil?: string | number | null | undefined
  /** Name shown to people, such as `Visa`. Never send card numbers or other credentials. At most 2000 characters. */
  paymentMethod?: string | null | undefined
  /** Name shown to people, such as `Express`. At most 2000 characters. */
  shippingMethod?: string | null | undefined
  /** At most 1000 entries. */
  discountCodes?: string[] | null | undefined
  shippingAddress?: Address | null | undefined
  billingAddress?: Address | null | undefined
  /** Page that shows the customer the status of the order. An http or https URL. */
  statusUrl?: string | null | undefined
  /** At most 100000 characters. */
  note?: string | null | undefined
  /** At most 250 entries. */
  tags?: string[] | null | undefined
  /** At most 1000 entries. */
  items?: LineItem[] | null | undefined
}

export interface Shipment {
  /** Your own id of the object. Pushing the same id again updates it. At most 255 characters, not `.` or `..`. */
  id: string
  /** When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  updatedAt: string | number
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
  /** Your id of the order. The order may be pushed later. At most 255 characters, not `.` or `..`. */
  orderId?: string | null | undefined
  status?:
    | 'label_created'
    | 'in_transit'
    | 'out_for_delivery'
    | 'delivered'
    | 'delayed'
    | 'exception'
    | 'lost'
    | 'returned_to_sender'
    | null
    | undefined
  /** At most 2000 characters. */
  carrier?: string | null | undefined
  /** The carrier's service, such as `Parcel Connect`. At most 2000 characters. */
  service?: string | null | undefined
  /** At most 2000 characters. */
  trackingNumber?: string | null | undefined
  /** An http or https URL. */
  trackingUrl?: string | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  shippedAt?: string | number | null | undefined
  /** Expected delivery, or the start of the window. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  estimatedDeliveryAt?: string | number | null | undefined
  /** End of the expected delivery window. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  estimatedDeliveryUntil?: string | number | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  deliveredAt?: string | number | null | undefined
  destination?: Address | null | undefined
  /** At most 1000 entries. */
  items?: ShippedItem[] | null | undefined
  /** At most 500 entries. */
  events?: TrackingEvent[] | null | undefined
}

export interface Ticket {
  /** Your own id of the object. Pushing the same id again updates it. At most 255 characters, not `.` or `..`. */
  id: string
  /** When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  updatedAt: string | number
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
  /** At most 2000 characters. */
  number?: string | null | undefined
  /** At most 2000 characters. */
  subject?: string | null | undefined
  status?: 'open' | 'pending' | 'solved' | 'closed' | null | undefined
  channel?: 'email' | 'chat' | 'phone' | 'sms' | 'social' | 'web' | 'other' | null | undefined
  /** At most 255 characters, not `.` or `..`. */
  customerId?: string | null | undefined
  /** An e-mail address. */
  email?: string | null | undefined
  /** At most 2000 characters. */
  customerName?: string | null | undefined
  /** At most 1000 entries. */
  orderIds?: string[] | null | undefined
  /** At most 2000 characters. */
  assignee?: string | null | undefined
  priority?: 'low' | 'normal' | 'high' | 'urgent' | null | undefined
  /** At most 2000 characters. */
  language?: string | null | undefined
  /** An http or https URL. */
  url?: string | null | undefined
  /** At most 250 entries. */
  tags?: string[] | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  createdAt?: string | number | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  closedAt?: string | number | null | undefined
  /** Rating by the customer. A whole number from 1 to 5. */
  rating?: number | null | undefined
  /** At most 2000 entries. */
  messages?: Message[] | null | undefined
}

export interface Article {
  /** Your own id of the object. Pushing the same id again updates it. At most 255 characters, not `.` or `..`. */
  id: string
  /** When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  updatedAt: string | number
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
  /** At most 2000 characters. */
  title?: string | null | undefined
  /** Plain text or Markdown, at most 64 KiB in UTF-8. At most 65536 characters. */
  body?: string | null | undefined
  /** Language as a BCP 47 tag, such as `de-AT`. Matches `^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`. */
  language?: string | null | undefined
  topic?: 'returns' | 'shipping' | 'payment' | 'warranty' | 'contact' | 'other' | null | undefined
  /** The page of the article in your shop. An http or https URL. */
  url?: string | null | undefined
  /** Whether the assistant also hands over to people after it has shown the page. Left out: it does not. */
  callPerson?: boolean | null | undefined
  /** Customers never see a `draft`. An article without a status counts as `published`. */
  status?: 'published' | 'draft' | null | undefined
}

export interface BroughtOfType {
  /** The type of the object. */
  type: 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles'
  /** A whole number from 0. */
  count: number
}

export interface CustomerChat {
  /** At most 255 characters. */
  id: string
  /** ISO-8601 in UTC. */
  lastMessageAt: string
}

export interface OrderLine {
  /** The id of the line, which refunds name. At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  title: string
  /** Such as its size or color, and its SKU. At most 2000 characters. */
  variant?: string | null | undefined
  /** Units bought. A whole number from 1. */
  quantity: number
  /** Units that can still be refunded. A whole number from 0. */
  left: number
  /** In minor units of the currency of the order. A whole number from 0. */
  unitPrice: number
}

export interface OpenTime {
  /** At most 7 entries. */
  days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
  /** When people begin to answer, such as 09:00. At most 64 characters. */
  from: string
  /** When people stop answering, such as 17:30. 24:00 is the end of the day. At most 64 characters. */
  until: string
}

export interface ShopProblem {
  /** At most 2000 characters. */
  code: string
  /** At most 2000 characters. */
  sentence: string
}

export interface InTheWay {
  /** Whether the shop would make refunds. */
  hasRefunds: boolean
  /** The refund endpoint of the workspace, or the last characters of its secret. At most 2000 characters. */
  endpoint?: string | null | undefined
  /** At most 2 entries. */
  identitySecrets?: NamedSecret[] | null | undefined
}

export interface RefusedPush {
  /** ISO-8601 in UTC. */
  at: string
  type?: 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles' | null | undefined
  /** A whole number from 0. */
  status: number
  /** At most 2000 characters. */
  message?: string | null | undefined
}

export interface Sum {
  /** Matches `^[A-Z]{3}$`. */
  currency: string
  /** A whole number from 0. */
  amount: number
}

export interface FailingRefunds {
  /** Refunds that the shop was ordered to make, and does not answer; of the 100 oldest in progress. A whole number from 0. */
  count: number
  oldest?: OldestFailing | null | undefined
}

export interface EndpointTest {
  /** ISO-8601 in UTC. */
  at: string
  isGood: boolean
  /** Address or secret have changed since. */
  isOutdated: boolean
}

export interface CountOfType {
  type: 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles'
  /** Created and updated. A whole number from 0. */
  count: number
}

export interface ReportFiguresResolved {
  /** Chats that the assistant alone has answered, in which the customer within 24 hours after the last message neither asked for a person, nor asked for the same again, nor rated the chat bad. A whole number from 0. */
  count: number
  /** The chats of which that is known: all but those that may still turn out not to be resolved. A whole number from 0. */
  of: number
}

export interface ReportFiguresFirstReply {
  /** How many times were counted: from when the customer waited for people to their first reply. A whole number from 0. */
  count: number
  /** In seconds, about: times are counted in steps. A whole number from 0. */
  median?: number | null | undefined
  /** 90 of 100 were at most as long; in seconds, about. A whole number from 0. */
  p90?: number | null | undefined
}

export interface ReportFiguresClose {
  /** How many times were counted: from when the customer waited for people to the end of the chat. A whole number from 0. */
  count: number
  /** In seconds, about: times are counted in steps. A whole number from 0. */
  median?: number | null | undefined
  /** 90 of 100 were at most as long; in seconds, about. A whole number from 0. */
  p90?: number | null | undefined
}

export interface ReportFiguresRatings {
  /** A whole number from 0. */
  good: number
  /** A whole number from 0. */
  bad: number
}

export interface ReportFiguresHandOver {
  /** At most 2000 characters. */
  name: string
  /** A whole number from 0. */
  count: number
}

export interface ReportFiguresTopic {
  /** At most 2000 characters. */
  name: string
  /** A whole number from 0. */
  count: number
}

export interface ReportFiguresRefunds {
  /** At most 2000 characters. */
  status: string
  /** The reason. At most 2000 characters. */
  kind: string
  /** At most 2000 characters. */
  currency: string
  /** A whole number from 0. */
  count: number
  /** The sum, in minor units. A whole number from 0. */
  amount: number
}

export interface EarlierFiguresResolved {
  /** Chats that the assistant alone has answered, in which the customer within 24 hours after the last message neither asked for a person, nor asked for the same again, nor rated the chat bad. A whole number from 0. */
  count: number
  /** The chats of which that is known: all but those that may still turn out not to be resolved. A whole number from 0. */
  of: number
}

export interface EarlierFiguresFirstReply {
  /** How many times were counted: from when the customer waited for people to their first reply. A whole number from 0. */
  count: number
  /** In seconds, about: times are counted in steps. A whole number from 0. */
  median?: number | null | undefined
  /** 90 of 100 were at most as long; in seconds, about. A whole number from 0. */
  p90?: number | null | undefined
}

export interface EarlierFiguresClose {
  /** How many times were counted: from when the customer waited for people to the end of the chat. A whole number from 0. */
  count: number
  /** In seconds, about: times are counted in steps. A whole number from 0. */
  median?: number | null | undefined
  /** 90 of 100 were at most as long; in seconds, about. A whole number from 0. */
  p90?: number | null | undefined
}

export interface EarlierFiguresRatings {
  /** A whole number from 0. */
  good: number
  /** A whole number from 0. */
  bad: number
}

export interface EarlierFiguresHandOver {
  /** At most 2000 characters. */
  name: string
  /** A whole number from 0. */
  count: number
}

export interface EarlierFiguresTopic {
  /** At most 2000 characters. */
  name: string
  /** A whole number from 0. */
  count: number
}

export interface EarlierFiguresRefunds {
  /** At most 2000 characters. */
  status: string
  /** The reason. At most 2000 characters. */
  kind: string
  /** At most 2000 characters. */
  currency: string
  /** A whole number from 0. */
  count: number
  /** The sum, in minor units. A whole number from 0. */
  amount: number
}

export interface ChatAssignee {
  /** At most 255 characters. */
  memberId: string
  /** At most 2000 characters. */
  name: string
}

export interface ChatCustomer {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  name?: string | null | undefined
  /** At most 2000 characters. */
  firstName?: string | null | undefined
  /** At most 2000 characters. */
  email?: string | null | undefined
  /** At most 2000 characters. */
  phone?: string | null | undefined
  /** At most 1000 entries. */
  tags: string[]
  /** At most 100 entries. */
  segments: SegmentOfCustomer[]
}

export interface ChatOrder {
  /** At most 255 characters. */
  id: string
  /** As customers know the order. At most 2000 characters. */
  number?: string | null | undefined
  /** At most 255 characters. */
  customerId?: string | null | undefined
  /** At most 2000 characters. */
  status?: string | null | undefined
  /** At most 2000 characters. */
  paymentStatus?: string | null | undefined
  /** Matches `^[A-Z]{3}$`. */
  currency?: string | null | undefined
  /** A whole number from 0. */
  total?: number | null | undefined
  /** What the shop itself has refunded. A whole number from 0. */
  refundedTotal?: number | null | undefined
  /** ISO-8601 in UTC. */
  placedAt?: string | null | undefined
  /** ISO-8601 in UTC. */
  deliveredAt?: string | null | undefined
  /** It was last spoken about. */
  isAbout: boolean
  /** A guest has named its number and e-mail address or postcode in this chat. */
  isProved: boolean
  /** At most 10 entries. */
  shipments: ChatShipment[]
  /** At most 10 entries. */
  refunds: RefundOfOrder[]
  refundBlock?: RefundBlock | null | undefined
}

export interface ChatTicket {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  subject?: string | null | undefined
  /** At most 2000 characters. */
  status?: string | null | undefined
  /** ISO-8601 in UTC. */
  updatedAt: string
}

export interface EarlierChat {
  /** At most 255 characters. */
  id: string
  mode: 'assistant' | 'waiting' | 'human' | 'closed'
  /** How the last message of the customer begins; before they have written, the last message of all. At most 200 characters. */
  text: string
  /** ISO-8601 in UTC. */
  at: string
}

export interface ChatCard {
  type: 'order' | 'products' | 'refund'
  order?: OrderCard | null | undefined
  /** At most 6 entries. */
  products?: ProductCard[] | null | undefined
  refund?: RefundCard | null | undefined
}

export interface ChatEntryRefund {
  /** At most 255 characters. */
  id: string
  /** At most 255 characters. */
  orderId: string
  /** A whole number from 0. */
  amount: number
  /** Matches `^[A-Z]{3}$`. */
  currency: string
  status:
    | 'awaiting_customer'
    | 'awaiting_approval'
    | 'executing'
    | 'pending'
    | 'succeeded'
    | 'failed'
    | 'declined'
    | 'rejected'
    | 'cancelled'
    | 'expired'
}

export interface ChatMail {
  /** What has become of the mail with the message. */
  state: 'waiting' | 'sent' | 'failed' | 'stopped'
  /** When it was sent or failed, or will be sent. ISO-8601 in UTC. */
  at: string
  /** Why it was refused, or is tried again. At most 10000 characters. */
  explanation?: string | null | undefined
}

export interface UsedValue {
  /** At most 2000 characters. */
  name: string
  /** At most 10000 characters. */
  value: string
}

export interface FactSection {
  name: 'about' | 'parcel' | 'lines' | 'bill' | 'customer' | 'address' | 'variants' | 'worth'
  /** At most 2000 characters. */
  title: string
  /** At most 2000 entries. */
  rows: FactRow[]
  /** At most 50 entries. */
  more?: FactRow[] | null | undefined
}

export interface StoryChat {
  /** At most 255 characters. */
  id: string
  mode: 'assistant' | 'waiting' | 'human' | 'closed'
  /** How the last message of the customer begins; before they have written, the last message of all. At most 200 characters. */
  text: string
  /** ISO-8601 in UTC. */
  at: string
}

export interface ProductStory {
  /** Where the page may load it from. At most 2000 characters. */
  picture?: string | null | undefined
  price?: PriceRange | null | undefined
  /** In how many of the newest chats the assistant looked up the product. A whole number from 0. */
  askedAbout: number
  /** How many chats were looked through. A whole number from 0. */
  ofChats: number
}

export interface BatchViewFailure {
  /** At most 100000 characters. */
  message: string
}

export interface BackupFile {
  /** At most 2000 characters. */
  name: string
  /** A whole number from 0. */
  bytes: number
  /** ISO-8601 in UTC. */
  at: string
  /** The command that goes back to it. At most 30000 characters. */
  restore: string
}

export interface SystemCopies {
  /** The bucket of the encrypted copies, such as `s3://bucket/prefix`. At most 2000 characters. */
  place: string
  /** When the newest was verified. ISO-8601 in UTC. */
  lastAt?: string | null | undefined
  /** Why the last one has failed. At most 100000 characters. */
  failure?: string | null | undefined
}

export interface Address {
  /** At most 2000 characters. */
  name?: string | null | undefined
  /** At most 2000 characters. */
  company?: string | null | undefined
  /** At most 2000 characters. */
  line1?: string | null | undefined
  /** At most 2000 characters. */
  line2?: string | null | undefined
  /** At most 2000 characters. */
  city?: string | null | undefined
  /** State, province or county. At most 2000 characters. */
  region?: string | null | undefined
  /** At most 2000 characters. */
  postalCode?: string | null | undefined
  /** ISO 3166-1 alpha-2 code. Matches `^[A-Z]{2}$`. */
  country?: string | null | undefined
  /** At most 2000 characters. */
  phone?: string | null | undefined
}

export interface Variant {
  /** Your own id of the variant. At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  title?: string | null | undefined
  /** At most 2000 characters. */
  sku?: string | null | undefined
  /** At most 2000 characters. */
  barcode?: string | null | undefined
  /** In minor units. A whole number from 0. */
  price?: number | null | undefined
  /** Price before a reduction, in minor units. A whole number from 0. */
  compareAtPrice?: number | null | undefined
  /** ISO 4217 code. Default: the currency of the product. Matches `^[A-Z]{3}$`. */
  currency?: string | null | undefined
  inStock?: boolean | null | undefined
  /** Units in stock; negative when oversold, null when not tracked. */
  stock?: number | null | undefined
  allowBackorder?: boolean | null | undefined
  /** When the variant is expected back in stock. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  restockAt?: string | number | null | undefined
  /** A whole number from 0. */
  weightGrams?: number | null | undefined
  /** An http or https URL. */
  url?: string | null | undefined
  /** An http or https URL. */
  imageUrl?: string | null | undefined
  /** Option names and values, such as `{"Size": "M"}`. */
  options?: Record<string, string> | null | undefined
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
}

export interface LineItem {
  /** Your own id of the line, unique within its order. At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  title: string
  /** Units bought. A whole number from 1. */
  quantity: number
  /** In minor units. A whole number from 0. */
  unitPrice: number
  /** At most 255 characters, not `.` or `..`. */
  productId?: string | null | undefined
  /** At most 255 characters. */
  variantId?: string | null | undefined
  /** At most 2000 characters. */
  sku?: string | null | undefined
  /** At most 2000 characters. */
  variantTitle?: string | null | undefined
  /** An http or https URL. */
  url?: string | null | undefined
  /** An http or https URL. */
  imageUrl?: string | null | undefined
  /** In minor units. A whole number from 0. */
  total?: number | null | undefined
  /** In minor units. A whole number from 0. */
  discount?: number | null | undefined
  /** In minor units. A whole number from 0. */
  tax?: number | null | undefined
  refundable?: boolean | null | undefined
  /** A whole number from 0. */
  fulfilledQuantity?: number | null | undefined
  /** A whole number from 0. */
  refundedQuantity?: number | null | undefined
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
}

export interface ShippedItem {
  /** The order line's `id`. At most 255 characters. */
  itemId: string
  /** Units in this shipment. A whole number from 1. */
  quantity: number
}

export interface TrackingEvent {
  /** At most 255 characters. */
  id?: string | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  occurredAt: string | number
  status?:
    | 'label_created'
    | 'in_transit'
    | 'out_for_delivery'
    | 'delivered'
    | 'delayed'
    | 'exception'
    | 'lost'
    | 'returned_to_sender'
    | null
    | undefined
  /** The status in the carrier's own words. At most 2000 characters. */
  rawStatus?: string | null | undefined
  /** At most 2000 characters. */
  description?: string | null | undefined
  /** At most 2000 characters. */
  location?: string | null | undefined
  /** At most 2000 characters. */
  city?: string | null | undefined
  /** At most 2000 characters. */
  region?: string | null | undefined
  /** Matches `^[A-Z]{2}$`. */
  country?: string | null | undefined
  /** At most 2000 characters. */
  postalCode?: string | null | undefined
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
}

export interface Message {
  /** At most 255 characters. */
  id: string
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  createdAt: string | number
  author: Author
  /** At most 100000 characters. */
  body: string
  /** Whether the message is an internal note for agents. Default: false. */
  internal?: boolean | null | undefined
  /** At most 50 entries. */
  attachments?: Attachment[] | null | undefined
}

export interface NamedSecret {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  ending: string
}

export interface OldestFailing {
  /** At most 255 characters. */
  id: string
  /** Tries without an answer. A whole number from 0. */
  tries: number
  /** All tries that there will be. A whole number from 0. */
  of: number
  /** When the next one is due; null while a try is under way. ISO-8601 in UTC. */
  nextAt?: string | null | undefined
}

export interface SegmentOfCustomer {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  name: string
}

export interface ChatShipment {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  status?: string | null | undefined
  /** At most 2000 characters. */
  carrier?: string | null | undefined
  /** At most 2000 characters. */
  trackingNumber?: string | null | undefined
  /** Of a page of the carrier: only `http` and `https`. At most 2000 characters. */
  trackingUrl?: string | null | undefined
  /** ISO-8601 in UTC. */
  expectedAt?: string | null | undefined
  /** The end of the window. ISO-8601 in UTC. */
  expectedUntil?: string | null | undefined
  /** ISO-8601 in UTC. */
  deliveredAt?: string | null | undefined
}

export interface RefundOfOrder {
  /** At most 255 characters. */
  id: string
  status:
    | 'awaiting_customer'
    | 'awaiting_approval'
    | 'executing'
    | 'pending'
    | 'succeeded'
    | 'failed'
    | 'declined'
    | 'rejected'
    | 'cancelled'
    | 'expired'
  /** A whole number from 0. */
  amount: number
  /** Matches `^[A-Z]{3}$`. */
  currency: string
  /** It did not succeed, and the shop may have paid it back all the same. */
  isPossiblyRefunded: boolean
  /** ISO-8601 in UTC. */
  createdAt: string
}

export interface RefundBlock {
  /** Why no refund of it can be started in this chat. At most 2000 characters. */
  reason: string
  /** As a sentence. At most 2000 characters. */
  message: string
}

export interface OrderCard {
  /** The order number that the customer knows. At most 2000 characters. */
  number: string
  /** The status of the order, as it was pushed. At most 2000 characters. */
  status?: string | null | undefined
  /** At most 3 entries. */
  steps: OrderStep[]
  /** An item of the order. At most 8 entries. */
  titles: string[]
  /** At most 5 entries. */
  parcels: CardParcel[]
}

export interface ProductCard {
  /** Your id of the product. At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  title: string
  /** Address of the picture, on a host that the workspace lists, or a path of this server; null without a picture. At most 2000 characters. */
  picture?: string | null | undefined
  /** The lowest price, in minor units. A whole number from 0. */
  price?: number | null | undefined
  /** Matches `^[A-Z]{3}$`. */
  currency?: string | null | undefined
  /** Whether some variants cost more. */
  hasOtherPrices: boolean
  availability: 'in_stock' | 'low' | 'out' | 'backorder' | 'unknown'
  /** The page of the product. An http or https URL. */
  url?: string | null | undefined
  /** A value of an option, as it was pushed. At most 12 entries. */
  options: string[]
}

export interface RefundCard {
  /** Id of the refund. At most 255 characters. */
  actionId: string
  /** The number of the order. At most 2000 characters. */
  orderNumber: string
  /** In minor units. A whole number from 0. */
  amount: number
  /** Matches `^[A-Z]{3}$`. */
  currency: string
  /** At most 8 entries. */
  lines: RefundCardLine[]
  /** The status of the refund now, as in the event `refund`. At most 2000 characters. */
  status?: string | null | undefined
}

export interface FactRow {
  /** What the fact is, for the page: `tracking_page`. Of a line or variant it is empty. At most 2000 characters. */
  name: string
  /** The same for people; the title of a line or variant. At most 2000 characters. */
  label: string
  kind: 'text' | 'state' | 'money' | 'date' | 'link' | 'object' | 'steps' | 'line' | 'variant'
  /** At most 2000 characters. */
  text?: string | null | undefined
  /** A whole number from 0. */
  amount?: number | null | undefined
  /** Matches `^[A-Z]{3}$`. */
  currency?: string | null | undefined
  /** ISO-8601 in UTC. */
  at?: string | null | undefined
  /** The end of a window. ISO-8601 in UTC. */
  until?: string | null | undefined
  /** Whether it has not happened yet. */
  isPlanned?: boolean | null | undefined
  /** Of a page of somebody else. At most 2000 characters. */
  url?: string | null | undefined
  /** The type of another object. At most 2000 characters. */
  type?: string | null | undefined
  /** At most 255 characters. */
  id?: string | null | undefined
  /** At most 4 entries. */
  steps?: ParcelStep[] | null | undefined
  /** Of a line of an order. A whole number from 0. */
  quantity?: number | null | undefined
  /** A whole number from 0. */
  refunded?: number | null | undefined
  /** A whole number from 0. */
  unitPrice?: number | null | undefined
  /** A whole number from 0. */
  total?: number | null | undefined
  /** At most 255 characters. */
  productId?: string | null | undefined
  /** At most 20 entries. */
  parcels?: LineParcel[] | null | undefined
  /** Where the page may load it from. At most 2000 characters. */
  picture?: string | null | undefined
  /** At most 2000 characters. */
  sku?: string | null | undefined
  /** Of a variant. A whole number from 0. */
  price?: number | null | undefined
  /** A whole number from 0. */
  earlierPrice?: number | null | undefined
  /** Of the stock of a variant. At most 2000 characters. */
  state?: string | null | undefined
  /** Units. */
  stock?: number | null | undefined
  /** ISO-8601 in UTC. */
  restockAt?: string | null | undefined
}

export interface PriceRange {
  /** A whole number from 0. */
  from: number
  /** A whole number from 0. */
  to: number
  /** Matches `^[A-Z]{3}$`. */
  currency: string
}

export interface Author {
  type: 'customer' | 'agent' | 'bot' | 'system'
  /** At most 2000 characters. */
  name?: string | null | undefined
  /** An e-mail address. */
  email?: string | null | undefined
}

export interface Attachment {
  /** At most 2000 characters. */
  name: string
  /** An http or https URL. */
  url: string
  /** At most 2000 characters. */
  contentType?: string | null | undefined
  /** In bytes. A whole number from 0. */
  size?: number | null | undefined
}

export interface OrderStep {
  step: 'placed' | 'shipped' | 'delivered'
  isDone: boolean
  /** When it was done, if that is known. Guests do not get it. ISO-8601 in UTC. */
  at?: string | null | undefined
}

export interface CardParcel {
  /** The status of the parcel, as it was pushed. At most 2000 characters. */
  status?: string | null | undefined
  /** The name of the carrier. At most 2000 characters. */
  carrier?: string | null | undefined
  /** When the parcel is expected. ISO-8601 in UTC. */
  expectedAt?: string | null | undefined
  /** The end of the expected days. ISO-8601 in UTC. */
  expectedUntil?: string | null | undefined
  /** When the parcel was delivered. ISO-8601 in UTC. */
  deliveredAt?: string | null | undefined
  /** The page of the carrier. Guests do not get it. An http or https URL. */
  url?: string | null | undefined
}

export interface RefundCardLine {
  /** At most 2000 characters. */
  title: string
  /** Units that are refunded. A whole number from 1. */
  quantity: number
}

export interface ParcelStep {
  name: 'label' | 'on_its_way' | 'out_for_delivery' | 'delivered'
  /** Null if it is not known when. ISO-8601 in UTC. */
  at?: string | null | undefined
  isDone: boolean
}

export interface LineParcel {
  /** A whole number from 0. */
  number: number
  /** A whole number from 0. */
  quantity: number
}

export interface paths {
  '/state': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': State } } }
}
  }
  '/sign-in': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': SignIn } }
responses: { 200: { content: { 'application/json': Session } } }
}
  }
  '/forgotten': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Forgotten } }
responses: { 202: { content: { 'application/json': ForgottenNoted } } }
}
  }
  '/sign-out': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 204: { content?: never } }
}
  }
  '/session': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': Session } } }
}
  }
  '/session/workspace': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': WorkspaceChoice } }
responses: { 200: { content: { 'application/json': Session } } }
}
  }
  '/confirm': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Confirmation } }
responses: { 200: { content: { 'application/json': Session } } }
}
  }
  '/links/show': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': LinkToken } }
responses: { 200: { content: { 'application/json': Link } } }
}
  }
  '/setup': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Setup } }
responses: { 200: { content: { 'application/json': Session } } }
}
  }
  '/invites/accept': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Acceptance } }
responses: { 200: { content: { 'application/json': Session } } }
}
  }
  '/invites/join': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': LinkToken } }
responses: { 200: { content: { 'application/json': Session } } }
}
  }
  '/resets/redeem': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Reset } }
responses: { 204: { content?: never } }
}
  }
  '/event-addresses/confirm': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': LinkToken } }
responses: { 200: { content: { 'application/json': ConfirmedAddress } } }
}
  }
  '/me/password': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': PasswordChange } }
responses: { 200: { content: { 'application/json': Session } } }
}
  }
  '/me/sessions': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': Sessions } } }
}
  }
  '/me/sessions/{id}/end': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 204: { content?: never } }
}
  }
  '/me/sign-out-everywhere': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 204: { content?: never } }
}
  }
  '/me/second-factor/start': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': SecondFactor } } }
}
  }
  '/me/second-factor/confirm': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Code } }
responses: { 200: { content: { 'application/json': RecoveryCodes } } }
}
  }
  '/me/second-factor/off': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 204: { content?: never } }
}
  }
  '/me/recovery-codes': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': RecoveryCodes } } }
}
  }
  '/members': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': Members } } }
}
  }
  '/members/invite': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': NewInvite } }
responses: { 200: { content: { 'application/json': NewLink } } }
}
  }
  '/invites/{id}/revoke': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 204: { content?: never } }
}
  }
  '/members/{id}/role': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': RoleChange } }
responses: { 204: { content?: never } }
}
  }
  '/members/{id}/remove': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 204: { content?: never } }
}
  }
  '/members/{id}/operator': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': OperatorChange } }
responses: { 204: { content?: never } }
}
  }
  '/members/{id}/sign-out': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 204: { content?: never } }
}
  }
  '/members/{id}/reset-link': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': NewReset } }
responses: { 200: { content: { 'application/json': NewLink } } }
}
  }
  '/me/notifications': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': MyNotifications } } }
}
    post: {
parameters: {  }
requestBody: { content: { 'application/json': MyNotificationsChange } }
responses: { 200: { content: { 'application/json': MyNotifications } } }
}
  }
  '/keys': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': ApiKeys } } }
}
    post: {
parameters: {  }
requestBody: { content: { 'application/json': NewKey } }
responses: { 200: { content: { 'application/json': MadeKey } } }
}
  }
  '/keys/{id}/revoke': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': ApiKey } } }
}
  }
  '/keys/{id}/use-for-widget': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': ApiKey } } }
}
  }
  '/orders': {
    get: {
parameters: { query: {
  /** At most 255 characters. */
  named: string
} }
responses: { 200: { content: { 'application/json': FoundOrders } } }
}
  }
  '/refunds': {
    get: {
parameters: { query?: {
  tab?: 'waiting' | 'running' | 'done' | 'all' | undefined
  status?:
    | 'awaiting_customer'
    | 'awaiting_approval'
    | 'executing'
    | 'pending'
    | 'succeeded'
    | 'failed'
    | 'declined'
    | 'rejected'
    | 'cancelled'
    | 'expired'
    | undefined
  sort?: 'newest' | 'oldest' | undefined
  /** A whole number from 1 to 100. */
  limit?: number | undefined
  cursor?: string | undefined
} }
responses: { 200: { content: { 'application/json': Refunds } } }
}
    post: {
parameters: {  }
requestBody: { content: { 'application/json': NewRefund } }
responses: { 200: { content: { 'application/json': RefundView } } }
}
  }
  '/refunds/{id}': {
    get: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
responses: { 200: { content: { 'application/json': RefundDetail } } }
}
  }
  '/refunds/quote': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': RefundWanted } }
responses: { 200: { content: { 'application/json': RefundQuote } } }
}
  }
  '/refunds/{id}/try-now': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': RefundView } } }
}
  }
  '/refunds/{id}/approve': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': SeenAmount } }
responses: { 200: { content: { 'application/json': RefundView } } }
}
  }
  '/refunds/{id}/reject': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Decision } }
responses: { 200: { content: { 'application/json': RefundView } } }
}
  }
  '/refunds/{id}/confirm': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': SeenAmount } }
responses: { 200: { content: { 'application/json': RefundView } } }
}
  }
  '/refunds/{id}/decline': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Decision } }
responses: { 200: { content: { 'application/json': RefundView } } }
}
  }
  '/refunds/{id}/cancel': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Decision } }
responses: { 200: { content: { 'application/json': RefundView } } }
}
  }
  '/refunds/{id}/stop-waiting': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Decision } }
responses: { 200: { content: { 'application/json': RefundView } } }
}
  }
  '/settings/refunds': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': RefundSettings } } }
}
    post: {
parameters: {  }
requestBody: { content: { 'application/json': RefundSettingsChange } }
responses: { 200: { content: { 'application/json': RefundSettings } } }
}
  }
  '/settings/refunds/secret': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': NewSecret } } }
}
  }
  '/settings/refunds/test-connection': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': ConnectionTest } } }
}
  }
  '/settings/refunds/check': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': EndpointCheck } } }
}
  }
  '/settings/events': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': EventSettings } } }
}
  }
  '/settings/events/endpoints': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': NewEventEndpoint } }
responses: { 200: { content: { 'application/json': ChangedEventEndpoint } } }
}
  }
  '/settings/events/endpoints/{id}': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': EventEndpointChange } }
responses: { 200: { content: { 'application/json': ChangedEventEndpoint } } }
}
  }
  '/settings/events/endpoints/{id}/secret': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': NewEventSecret } } }
}
  }
  '/settings/events/endpoints/{id}/test': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': EventDelivery } } }
}
  }
  '/settings/events/endpoints/{id}/switch': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': EventSwitch } }
responses: { 200: { content: { 'application/json': EventEndpoint } } }
}
  }
  '/settings/events/endpoints/{id}/delete': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 204: { content?: never } }
}
  }
  '/settings/events/deliveries': {
    get: {
parameters: { query?: {
  state?: 'waiting' | 'delivered' | 'failed' | 'skipped' | undefined
  /** At most 255 characters. */
  before?: string | undefined
} }
responses: { 200: { content: { 'application/json': EventDeliveries } } }
}
  }
  '/settings/events/deliveries/{id}': {
    get: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
responses: { 200: { content: { 'application/json': EventDeliveryDetail } } }
}
  }
  '/settings/events/replay': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': EventReplay } }
responses: { 200: { content: { 'application/json': EventReplayed } } }
}
  }
  '/settings/assistant': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': AssistantSettings } } }
}
    post: {
parameters: {  }
requestBody: { content: { 'application/json': AssistantSettingsChange } }
responses: { 200: { content: { 'application/json': AssistantSettings } } }
}
  }
  '/assistant-model': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': AssistantModel } } }
}
    post: {
parameters: {  }
requestBody: { content: { 'application/json': AssistantModelChange } }
responses: { 200: { content: { 'application/json': AssistantModel } } }
}
  }
  '/assistant-model/clear': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': AssistantModel } } }
}
  }
  '/assistant-model/check': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': ModelCheck } } }
}
  }
  '/settings/widget': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': WidgetSettings } } }
}
    post: {
parameters: {  }
requestBody: { content: { 'application/json': WidgetSettingsChange } }
responses: { 200: { content: { 'application/json': WidgetSettings } } }
}
  }
  '/settings/widget/texts': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': WidgetTexts } } }
}
  }
  '/settings/widget/access': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': WidgetAccess } } }
}
  }
  '/settings/widget/key': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': WidgetAccess } } }
}
  }
  '/settings/widget/origins': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': WidgetOrigin } }
responses: { 200: { content: { 'application/json': WidgetAccess } } }
}
  }
  '/settings/widget/origins/remove': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': WidgetOrigin } }
responses: { 200: { content: { 'application/json': WidgetAccess } } }
}
  }
  '/settings/widget/identity-secrets': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': NewIdentitySecret } } }
}
  }
  '/settings/widget/identity-secrets/{id}/revoke': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': WidgetAccess } } }
}
  }
  '/settings/widget/logo': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': WidgetLogo } } }
}
    post: {
parameters: {  }
responses: { 200: { content: { 'application/json': WidgetLogo } } }
}
  }
  '/settings/widget/logo/remove': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': WidgetLogo } } }
}
  }
  '/settings/mail': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': LetterSettings } } }
}
    post: {
parameters: {  }
requestBody: { content: { 'application/json': LetterSettingsChange } }
responses: { 200: { content: { 'application/json': LetterSettings } } }
}
  }
  '/settings/mail/texts': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': LetterTexts } } }
}
  }
  '/settings/mail/reply-to': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': LetterSettings } } }
}
  }
  '/settings/mail/stop': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': StoppedAddress } }
responses: { 200: { content: { 'application/json': LetterSettings } } }
}
  }
  '/settings/picture-hosts': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': PictureHosts } } }
}
    post: {
parameters: {  }
requestBody: { content: { 'application/json': PictureHost } }
responses: { 200: { content: { 'application/json': PictureHosts } } }
}
  }
  '/settings/picture-hosts/remove': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': PictureHost } }
responses: { 200: { content: { 'application/json': PictureHosts } } }
}
  }
  '/events': {
    get: {
parameters: {  }
responses: { 200: { content?: never } }
}
  }
  '/connection': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': ShopPage } } }
}
  }
  '/connection/code': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': NewConnectionCode } }
responses: { 200: { content: { 'application/json': ConnectionCode } } }
}
  }
  '/connection/approve': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': ConnectionApproval } }
responses: { 200: { content: { 'application/json': ShopPage } } }
}
  }
  '/connection/refuse': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': ConnectionRefusal } }
responses: { 200: { content: { 'application/json': ShopPage } } }
}
  }
  '/connection/disconnect': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': ShopPage } } }
}
  }
  '/home': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': Home } } }
}
  }
  '/report': {
    get: {
parameters: { query?: {
  /** A whole number from 1 to 366. */
  days?: number | undefined
} }
responses: { 200: { content: { 'application/json': ReportView } } }
}
  }
  '/report-measures': {
    get: {
parameters: { query?: {
  /** A whole number from 1 to 366. */
  days?: number | undefined
} }
responses: { 200: { content: { 'application/json': ReportMeasures } } }
}
  }
  '/report-questions': {
    get: {
parameters: { query?: {
  /** A whole number from 1 to 366. */
  days?: number | undefined
  notOurs?: 'true' | undefined
} }
responses: { 200: { content: { 'application/json': ReportQuestions } } }
}
  }
  '/report-questions/{id}': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': DecideQuestion } }
responses: { 204: { content?: never } }
}
  }
  '/time-zone': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': TimeZone } }
responses: { 204: { content?: never } }
}
  }
  '/conversations/{id}/typing': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 204: { content?: never } }
}
  }
  '/presence': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Whereabouts } }
responses: { 200: { content: { 'application/json': PresentPeople } } }
}
  }
  '/waiting': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': Waiting } } }
}
  }
  '/find': {
    get: {
parameters: { query: {
  /** At most 200 characters. */
  text: string
} }
responses: { 200: { content: { 'application/json': FoundData } } }
}
  }
  '/chats': {
    get: {
parameters: { query?: {
  show?: 'open' | 'waiting' | 'mine' | 'human' | 'assistant' | 'closed' | 'all' | undefined
  who?: 'verified' | 'guests' | undefined
  unread?: 'true' | undefined
  /** At most 40 characters. */
  reason?: string | undefined
  /** At most 40 characters. */
  tag?: string | undefined
  /** A whole number from 1 to 100. */
  limit?: number | undefined
  cursor?: string | undefined
} }
responses: { 200: { content: { 'application/json': Chats } } }
}
  }
  '/chat-search': {
    get: {
parameters: { query: {
  /** At most 200 characters. */
  q: string
  /** A whole number from 1 to 100. */
  limit?: number | undefined
  cursor?: string | undefined
} }
responses: { 200: { content: { 'application/json': FoundChats } } }
}
  }
  '/chats/{id}': {
    get: {
parameters: { query?: {
  /** Matches `^(?:msg|not|mod|evt|mov)_[0-9A-Za-z]{23}$`. */
  before?: string | undefined
}; path: {
  /** At most 255 characters. */
  id: string
} }
responses: { 200: { content: { 'application/json': ChatDetail } } }
}
  }
  '/chats/{id}/why/{messageId}': {
    get: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
  /** At most 255 characters. */
  messageId: string
} }
responses: { 200: { content: { 'application/json': MessageReason } } }
}
  }
  '/chats/{id}/reply': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': ChatReply } }
responses: { 200: { content: { 'application/json': SentEntry } } }
}
  }
  '/chats/{id}/note': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': ChatNote } }
responses: { 200: { content: { 'application/json': SentEntry } } }
}
  }
  '/chats/{id}/take': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': TakeChat } }
responses: { 204: { content?: never } }
}
  }
  '/chats/{id}/give-back': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 204: { content?: never } }
}
  }
  '/chats/{id}/close': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': CloseChat } }
responses: { 204: { content?: never } }
}
  }
  '/chats/{id}/read': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': ChatRead } }
responses: { 204: { content?: never } }
}
  }
  '/chats/{id}/pictures': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
responses: { 200: { content: { 'application/json': ChatPicture } } }
}
  }
  '/chats/{id}/pictures/{pictureId}': {
    get: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
  /** At most 255 characters. */
  pictureId: string
} }
responses: { 200: { content?: never } }
}
  }
  '/chats/{id}/assign': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': AssignChat } }
responses: { 204: { content?: never } }
}
  }
  '/chats/{id}/snooze': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': SnoozeChat } }
responses: { 204: { content?: never } }
}
  }
  '/chats/{id}/tags': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': TagChat } }
responses: { 200: { content: { 'application/json': ChatTags } } }
}
  }
  '/chat-tags': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': TagsOfChats } } }
}
  }
  '/chat-people': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': ChatPeople } } }
}
  }
  '/saved-replies': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': SavedReplies } } }
}
    post: {
parameters: {  }
requestBody: { content: { 'application/json': NewSavedReply } }
responses: { 200: { content: { 'application/json': SavedReply } } }
}
  }
  '/chats/{id}/saved-replies': {
    get: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
responses: { 200: { content: { 'application/json': FilledReplies } } }
}
  }
  '/saved-replies/{id}/delete': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 204: { content?: never } }
}
  }
  '/trials': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': NewTrial } }
responses: { 200: { content: { 'application/json': Trial } } }
}
  }
  '/trials/question': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': FirstQuestion } } }
}
  }
  '/data/{type}': {
    get: {
parameters: { query?: {
  /** A whole number from 1 to 100. */
  limit?: number | undefined
  cursor?: string | undefined
  /** At most 200 characters. */
  q?: string | undefined
  updatedSince?: string | number | undefined
  sort?: 'newest' | 'oldest' | undefined
  /** At most 2000 characters. */
  email?: string | undefined
  /** At most 2000 characters. */
  phone?: string | undefined
  /** At most 2000 characters. */
  tag?: string | undefined
  /** At most 2000 characters. */
  segment?: string | undefined
  /** At most 2000 characters. */
  sku?: string | undefined
  /** At most 2000 characters. */
  status?: string | undefined
  /** At most 2000 characters. */
  customerId?: string | undefined
  /** At most 2000 characters. */
  number?: string | undefined
  /** At most 2000 characters. */
  placedSince?: string | undefined
  /** At most 2000 characters. */
  orderId?: string | undefined
  /** At most 2000 characters. */
  trackingNumber?: string | undefined
  /** At most 2000 characters. */
  topic?: string | undefined
}; path: {
  type: 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles'
} }
responses: { 200: { content: { 'application/json': DataList } } }
}
  }
  '/data/{type}/{id}': {
    get: {
parameters: { path: {
  type: 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles'
  /** At most 255 characters. */
  id: string
} }
responses: { 200: { content: { 'application/json': DataDetail } } }
}
  }
  '/customers/{id}/timeline': {
    get: {
parameters: { query?: {
  cursor?: string | undefined
}; path: {
  /** At most 255 characters. */
  id: string
} }
responses: { 200: { content: { 'application/json': TimelinePage } } }
}
  }
  '/data/{type}/{id}/erase': {
    post: {
parameters: { path: {
  type: 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles'
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Erasure } }
responses: { 204: { content?: never } }
}
  }
  '/customers/{id}/tag': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': AgentTag } }
responses: { 200: { content: { 'application/json': DataDetail } } }
}
  }
  '/customers/{id}/untag': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': AgentTag } }
responses: { 200: { content: { 'application/json': DataDetail } } }
}
  }
  '/exports/data/{type}': {
    get: {
parameters: { query?: {
  updatedSince?: string | number | undefined
  sort?: 'newest' | 'oldest' | undefined
  /** At most 2000 characters. */
  email?: string | undefined
  /** At most 2000 characters. */
  phone?: string | undefined
  /** At most 2000 characters. */
  tag?: string | undefined
  /** At most 2000 characters. */
  segment?: string | undefined
  /** At most 2000 characters. */
  sku?: string | undefined
  /** At most 2000 characters. */
  status?: string | undefined
  /** At most 2000 characters. */
  customerId?: string | undefined
  /** At most 2000 characters. */
  number?: string | undefined
  /** At most 2000 characters. */
  placedSince?: string | undefined
  /** At most 2000 characters. */
  orderId?: string | undefined
  /** At most 2000 characters. */
  trackingNumber?: string | undefined
  /** At most 2000 characters. */
  topic?: string | undefined
}; path: {
  type: 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles'
} }
responses: { 200: { content?: never } }
}
  }
  '/exports/refunds': {
    get: {
parameters: { query?: {
  tab?: 'waiting' | 'running' | 'done' | 'all' | undefined
  status?:
    | 'awaiting_customer'
    | 'awaiting_approval'
    | 'executing'
    | 'pending'
    | 'succeeded'
    | 'failed'
    | 'declined'
    | 'rejected'
    | 'cancelled'
    | 'expired'
    | undefined
  sort?: 'newest' | 'oldest' | undefined
} }
responses: { 200: { content?: never } }
}
  }
  '/exports/chats': {
    get: {
parameters: { query?: {
  show?: 'open' | 'waiting' | 'mine' | 'human' | 'assistant' | 'closed' | 'all' | undefined
  /** At most 40 characters. */
  reason?: string | undefined
  /** At most 40 characters. */
  tag?: string | undefined
} }
responses: { 200: { content?: never } }
}
  }
  '/views/{list}': {
    get: {
parameters: { path: {
  list: 'refunds' | 'chats' | 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles'
} }
responses: { 200: { content: { 'application/json': SavedViews } } }
}
    post: {
parameters: { path: {
  list: 'refunds' | 'chats' | 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles'
} }
requestBody: { content: { 'application/json': NewView } }
responses: { 204: { content?: never } }
}
  }
  '/views/{list}/delete': {
    post: {
parameters: { path: {
  list: 'refunds' | 'chats' | 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles'
} }
requestBody: { content: { 'application/json': ViewName } }
responses: { 204: { content?: never } }
}
  }
  '/segments': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': SegmentViews } } }
}
  }
  '/segments/{id}': {
    get: {
parameters: { query?: {
  /** A whole number from 1 to 100. */
  limit?: number | undefined
  cursor?: string | undefined
}; path: {
  /** At most 255 characters. */
  id: string
} }
responses: { 200: { content: { 'application/json': SegmentDetail } } }
}
  }
  '/segments/{id}/count': {
    get: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
responses: { 200: { content: { 'application/json': SegmentCount } } }
}
  }
  '/articles': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': WrittenArticle } }
responses: { 200: { content: { 'application/json': ArticleWritten } } }
}
  }
  '/pushes/refused': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': RefusedCauses } } }
}
  }
  '/pushes': {
    get: {
parameters: { query?: {
  /** A whole number from 1 to 100. */
  limit?: number | undefined
  /** A whole number from 1. */
  before?: number | undefined
} }
responses: { 200: { content: { 'application/json': LoggedCalls } } }
}
  }
  '/pushes/{number}': {
    get: {
parameters: { path: {
  /** Matches `^[1-9]\d{0,14}$`. */
  number: string
} }
responses: { 200: { content: { 'application/json': CallDetail } } }
}
  }
  '/audit': {
    get: {
parameters: { query?: {
  /** A whole number from 1 to 1000. */
  limit?: number | undefined
  cursor?: string | undefined
  /** At most 320 characters. */
  actor?: string | undefined
  /** At most 320 characters. */
  subject?: string | undefined
  /** At most 320 characters. */
  action?: string | undefined
  since?: string | number | undefined
} }
responses: { 200: { content: { 'application/json': AuditEntries } } }
}
  }
  '/system': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': SystemView } } }
}
  }
  '/system/findings': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': Findings } } }
}
  }
  '/system/backup': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 202: { content: { 'application/json': BackupBegun } } }
}
  }
  '/system/nightly-backups': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': NightlyBackups } }
responses: { 202: { content: { 'application/json': NightlyBackupsSet } } }
}
  }
  '/system/picture-limit': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': PictureLimit } }
responses: { 204: { content?: never } }
}
  }
  '/system/workspaces/{id}/test-mode': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': TestMode } }
responses: { 200: { content: { 'application/json': TestModeSet } } }
}
  }
  '/system/mail': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': SystemMail } } }
}
  }
  '/system/mail/test': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': MailTest } } }
}
  }
  '/sample-shop': {
    get: {
parameters: {  }
responses: { 200: { content: { 'application/json': SampleShop } } }
}
  }
  '/sample-shop/load': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': Session } } }
}
  }
  '/sample-shop/remove': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': Session } } }
}
  }
  '/sample-shop/token': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': SampleCustomer } }
responses: { 200: { content: { 'application/json': SampleToken } } }
}
  }
  '/imports': {
    get: {
parameters: { query?: {
  /** A whole number from 1 to 100. */
  limit?: number | undefined
  cursor?: string | undefined
} }
responses: { 200: { content: { 'application/json': Imports } } }
}
    post: {
parameters: {  }
requestBody: { content: { 'application/json': NewImport } }
responses: { 200: { content: { 'application/json': ImportView } } }
}
  }
  '/imports/{id}': {
    get: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
responses: { 200: { content: { 'application/json': ImportDetail } } }
}
  }
  '/imports/{id}/close': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': ImportView } } }
}
  }
  '/import-fields/{type}': {
    get: {
parameters: { path: {
  type: 'customers' | 'products' | 'orders' | 'shipments' | 'tickets' | 'articles'
} }
responses: { 200: { content: { 'application/json': ImportFields } } }
}
  }
  '/import-checks/customers': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': CustomersToCheck } }
responses: { 200: { content: { 'application/json': ImportCheck } } }
}
  }
  '/imports/{id}/customers': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': CustomersToImport } }
responses: { 202: { content: { 'application/json': AcceptedBatch } } }
}
  }
  '/import-checks/products': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': ProductsToCheck } }
responses: { 200: { content: { 'application/json': ImportCheck } } }
}
  }
  '/imports/{id}/products': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': ProductsToImport } }
responses: { 202: { content: { 'application/json': AcceptedBatch } } }
}
  }
  '/import-checks/orders': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': OrdersToCheck } }
responses: { 200: { content: { 'application/json': ImportCheck } } }
}
  }
  '/imports/{id}/orders': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': OrdersToImport } }
responses: { 202: { content: { 'application/json': AcceptedBatch } } }
}
  }
  '/import-checks/shipments': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': ShipmentsToCheck } }
responses: { 200: { content: { 'application/json': ImportCheck } } }
}
  }
  '/imports/{id}/shipments': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': ShipmentsToImport } }
responses: { 202: { content: { 'application/json': AcceptedBatch } } }
}
  }
  '/import-checks/tickets': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': TicketsToCheck } }
responses: { 200: { content: { 'application/json': ImportCheck } } }
}
  }
  '/imports/{id}/tickets': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': TicketsToImport } }
responses: { 200: { content: { 'application/json': StoredObjects } } }
}
  }
  '/import-checks/articles': {
    post: {
parameters: {  }
requestBody: { content: { 'application/json': ArticlesToCheck } }
responses: { 200: { content: { 'application/json': ImportCheck } } }
}
  }
  '/imports/{id}/articles': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': ArticlesToImport } }
responses: { 202: { content: { 'application/json': AcceptedBatch } } }
}
  }
  '/imports/{id}/brought': {
    get: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
responses: { 200: { content: { 'application/json': Brought } } }
}
  }
  '/imports/{id}/erase': {
    post: {
parameters: { path: {
  /** At most 255 characters. */
  id: string
} }
requestBody: { content: { 'application/json': Nothing } }
responses: { 200: { content: { 'application/json': ImportView } } }
}
  }
}
