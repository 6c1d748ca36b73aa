import type { Letter } from '../http/mail-kind.ts'

/** The SMTP server of the operator, as far as it is no secret. */
export interface MailSetup {
  /** Host and port, or where the mails go instead. */
  host: string
  /** The address that mails come from. */
  sender: string
  /** Domains in which a workspace may have a sender of its own, in lower case. */
  domains: string[]
}

/** What has come of one try. Every failure has its reason for people. */
export type MailTry = { verdict: 'sent'; code: number | null } | MailFailure

export interface MailFailure {
  /** `refused`: for good, so that no other try helps. */
  verdict: 'refused' | 'later'
  /** The code of the SMTP server; null without a response. */
  code: number | null
  explanation: string
  /** Whether the operator's own server can't be used, whatever the address. */
  isServer: boolean
}

/** A letter on its way. */
export interface Sending {
  /** The id of the mail. The Message-ID is made of it, so that a mail which arrives twice is recognized as one. */
  id: string
  to: string
  letter: Letter
  locale: string
}

/** Sends mails. */
export interface Mailer {
  /** Null: no mail is sent. */
  setup: MailSetup | null
  /** The address of the server for links, without a slash at its end. */
  base(): string
  /** Sends a letter, once. Every failure is a verdict. */
  send(sending: Sending): Promise<MailTry>
}

/** The mailer of a server without an SMTP server. */
export const noMailer: Mailer = {
  setup: null,
  base: () => '',
  send: async () => ({ verdict: 'later', code: null, explanation: 'E-mail is not set up.', isServer: true }),
}
