import { Socket } from 'node:net'
import type { NodemailerError, SMTPSentMessageInfo, SMTPTransportOptions, Transporter } from 'nodemailer'
import { TLS_ERROR } from '../outbound/exchange.ts'
import type { Mailer, MailFailure, MailSetup } from './mailer.ts'
import { meaningOf } from './meaning.ts'
import { messageOf } from './message.ts'
import { oneLine } from './text.ts'

/** How to reach an SMTP server. */
export interface SmtpServer {
  host: string
  port: number
  /** TLS from the first byte. Otherwise by STARTTLS, see {@link tlsOf}. */
  isSecure: boolean
  user: string | null
  password: string | null
  /** Certificates to trust instead of the well-known ones: for tests. */
  ca?: string | undefined
}

/** A mailer that can also be checked. */
export interface SmtpMailer extends Mailer {
  /** Signs in and sends nothing. @returns why the server can't be used; undefined if it can */
  check(): Promise<MailFailure | undefined>
}

/** Limits of one try in milliseconds. A server that sends a byte now and then ends with the last. */
export const SMTP_LIMITS = { connect: 10_000, greeting: 10_000, silence: 20_000, whole: 60_000 }

/**
 * Sends mails through an SMTP server. The library is loaded with the first mail, so that it costs a server without mail nothing. Each
 * mail has a connection of its own: few are sent, and a connection that waits for the next mail is closed by some servers without a word.
 */
export function createSmtp(
  server: SmtpServer,
  { setup, base, limits = SMTP_LIMITS }: { setup: MailSetup; base: () => string; limits?: typeof SMTP_LIMITS },
): SmtpMailer {
  const transport = async (more: SMTPTransportOptions = {}): Promise<Transporter<SMTPSentMessageInfo>> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ ...optionsOf(server, limits), ...more })
  }
  return {
    setup,
    base,
    send: async (sending) => {
      const signal = AbortSignal.timeout(limits.whole)
      try {
        const { response } = await (await transport()).sendMail({ ...messageOf(setup, sending), signal })
        return { verdict: 'sent', code: codeIn(response) }
      } catch (error) {
        return failureOf(error as NodemailerError, server)
      }
    },
    check: async () => {
      // The library's own check has no limit for the whole: a server that sends a byte now and then would hold it forever.
      const socket = new Socket()
      const signal = AbortSignal.timeout(limits.whole)
      signal.addEventListener('abort', () => socket.destroy())
      try {
        await (await transport({ socket })).verify()
        return undefined
      } catch (error) {
        const late = signal.aborted ? { code: 'ETIMEDOUT' } : {}
        return failureOf(Object.assign(error as NodemailerError, late), server)
      } finally {
        socket.destroy()
      }
    },
  }
}

function optionsOf(server: SmtpServer, limits: typeof SMTP_LIMITS): SMTPTransportOptions {
  const { host, port, isSecure, user, password, ca } = server
  return {
    host,
    port,
    secure: isSecure,
    ...tlsOf(server),
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: limits.connect,
    dnsTimeout: limits.connect,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.silence,
  }
}

/** A password never leaves this machine unencrypted. A relay without sign-in may have no certificate for TLS on its own machine. */
function tlsOf({ host, user, isSecure }: SmtpServer): Pick<SMTPTransportOptions, 'requireTLS' | 'ignoreTLS'> {
  if (isSecure) return {}
  if (isThisMachine(host)) return user === null ? { ignoreTLS: true } : {}
  return { requireTLS: user !== null }
}

const isThisMachine = (host: string) => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** Most characters of the words of a server, which may be anything. */
const MOST_WORDS = 300

function failureOf(error: NodemailerError, { host, port }: SmtpServer): MailFailure {
  const { responseCode: code = null, response = '', code: name = '', command = '', originalCode } = error
  // A wrong password is set right by the operator, and a later try sends the mail then.
  const isSignIn = name === 'EAUTH' || name === 'ENOAUTH' || code === 530
  const isOfMail = /^(MAIL FROM|RCPT TO|DATA)$/.test(command)
  const isServer = isSignIn || command === 'MAIL FROM' || !isOfMail || code === null
  const explanation =
    code === null
      ? whyOf(name, originalCode, oneLine(error.message, MOST_WORDS), `${host}:${port}`)
      : meaningOf(code, response)
  const isForGood = name === 'EMESSAGE' && code === null ? true : isOfMail && !isSignIn && error.permanent === true
  return { verdict: isForGood ? 'refused' : 'later', code, explanation, isServer: isServer && name !== 'EMESSAGE' }
}

/** Why there was no response, for people. */
function whyOf(name: string, original: string | undefined, message: string, place: string): string {
  switch (name) {
    case 'ETIMEDOUT':
    case 'EABORT':
      return `The SMTP server ${place} did not respond in time.`
    case 'EDNS':
      return `The name of the SMTP server ${place} can’t be resolved. Check the host.`
    case 'ETLS':
      return `The SMTP server ${place} offers no encryption that works: ${message}`
    case 'EAUTH':
    case 'ENOAUTH':
      return `The SMTP server ${place} offers no sign-in that works: ${message}`
    case 'EMESSAGE':
      return `The mail is too large for the SMTP server: ${message}`
    default:
      return whyNotConnected(original, message, place)
  }
}

function whyNotConnected(original = '', message: string, place: string): string {
  if (original === 'ECONNREFUSED') return `Nothing listens at the SMTP server’s address ${place}. Check host and port.`
  if (original === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return `The SMTP server ${place} does not begin with TLS. Use smtp:// in --smtp-url: then TLS begins by STARTTLS.`
  if (original === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of the SMTP server ${place} is for another name. Use the name that it is for in --smtp-url.`
  if (TLS_ERROR.test(original))
    return `The TLS connection to the SMTP server ${place} failed (${original}). It needs a certificate that is valid now, from a known authority, with its chain. For one of your own, name its file in NODE_EXTRA_CA_CERTS.`
  return `The connection to the SMTP server ${place} failed: ${message}`
}

function codeIn(response: string): number | null {
  const digits = /^\d{3}/.exec(response)?.[0]
  return digits === undefined ? null : Number(digits)
}
