import type { Tx } from '../store/store.ts'

/** A mail that waits to be sent. It has no text: its kind composes that. */
export interface QueuedMail {
  id: string
  kind: string
  /** Null for a mail of the installation. */
  workspaceId: string | null
  /** The address, as `mailAddress` gives it. */
  to: string
  /** The id of what it is about. */
  about: string
  /** Further facts for its kind. Removed when the mail has ended, unless its job was given up. */
  data: Record<string, unknown>
  /** The language to write in; null: English. */
  locale: string | null
  /** The mail ends with these. */
  conversationId: string | null
  customerId: string | null
  /** Tries that have ended. */
  tries: number
  /** Epoch milliseconds. */
  createdAt: number
}

/** A mail as people read it. Names and the subject may have any characters: line breaks are cut when it is sent. */
export interface Letter {
  /** The name beside the address it comes from; null: the workspace's. */
  fromName: string | null
  /** Another address than the operator's, in one of the domains that the operator lists; null: the operator's. */
  from: string | null
  replyTo: string | null
  subject: string
  text: string
  /** Null: plain text alone. */
  html: string | null
  /** Where a mail client stops such mails with one click (RFC 8058); null: it is an answer, or a mail that was asked for. */
  unsubscribe: string | null
}

/** What composing a mail needs to know of the server. */
export interface ComposeContext {
  now: number
  /** The address of the server for links, without `/api/v1` and without a slash at its end. */
  base: string
  /** Domains in which a letter may have an address of its own, in lower case. */
  domains: string[]
}

/** What has come of a mail. */
export interface MailEnd {
  state: 'sent' | 'failed' | 'skipped'
  /** The code of the SMTP server; null without a response. */
  code: number | null
  /** For people; null if it was sent. */
  explanation: string | null
}

/** One kind of mail: what it says, and how long it is worth sending. */
export interface MailKind {
  name: string
  /** Milliseconds after which it is no longer sent. */
  validMs: number
  /**
   * Writes the letter, in a transaction right before each try: what has changed since the mail was queued counts, and a link's token is
   * made here. Like every write it may run twice.
   *
   * @returns null if the mail is no longer to be sent
   */
  compose(tx: Tx, mail: QueuedMail, context: ComposeContext): Promise<Letter | null>
  /** Records the end of a mail, in the transaction that stores it. */
  ended?(tx: Tx, mail: QueuedMail, end: MailEnd, now: number): Promise<void>
}
