import type { Letter } from '../http/mail-kind.ts'
import { BASE_PATH } from '../http/settings.ts'
import type { Mailer, MailSetup, Sending } from './mailer.ts'
import { messageOf } from './message.ts'

/** A mail as an SMTP server would have got it. */
export interface BoxedMail {
  /** Of its row in the queue. */
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string | null
  /** The header lines, as they are sent. */
  headers: string[]
  /** Epoch milliseconds. */
  at: number
}

/** Keeps the newest mails in memory, for a developer to read: nothing is sent. */
export interface Mailbox extends Mailer {
  /** The newest first. */
  mails(): BoxedMail[]
  clear(): void
  /** Sets the address of the server, which is known once it listens. */
  setBase(url: string): void
}

/** Most mails in memory: a message has at most a megabyte, and mostly two kilobytes. */
const MOST_MAILS = 100

const setup: MailSetup = { host: 'mailbox', sender: 'storewire@dev.example', domains: ['dev.example'] }

/** @param changed called after each mail */
export function createMailbox({
  now,
  base = '',
  changed = () => {},
}: {
  now: () => number
  base?: string
  changed?: () => void
}): Mailbox {
  let mails: BoxedMail[] = []
  let address = base
  return {
    setup,
    base: () => address,
    setBase: (url) => {
      address = url.replace(new RegExp(`${BASE_PATH}$`), '')
    },
    send: async (sending) => {
      const mail = { ...(await written(sending)), at: now() }
      mails = [mail, ...mails].slice(0, MOST_MAILS)
      changed()
      return { verdict: 'sent', code: null }
    },
    mails: () => mails,
    clear: () => {
      mails = []
    },
  }
}

/** The message is made by the library that sends others, so that its headers are those of a sent one. */
async function written(sending: Sending): Promise<Omit<BoxedMail, 'at'>> {
  const { createTransport } = await import('nodemailer')
  const message = messageOf(setup, sending)
  const { message: raw, envelope } = await createTransport({ streamTransport: true, buffer: true }).sendMail(message)
  const [head = ''] = raw.toString().split('\r\n\r\n', 1)
  const { html }: Letter = sending.letter
  return {
    id: sending.id,
    to: sending.to,
    from: envelope.from || setup.sender,
    subject: String(message.subject),
    text: String(message.text),
    html: message.html === undefined ? null : html,
    headers: head.split(/\r\n(?=\S)/),
  }
}
