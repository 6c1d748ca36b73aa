import { type Command, InvalidArgumentError, Option } from 'commander'
import { BASE_PATH } from '../../http/settings.ts'
import { domainOf, mailAddress } from '../../mail/addresses.ts'
import type { MailSetup } from '../../mail/mailer.ts'
import { createSmtp, type SmtpMailer, type SmtpServer } from '../../mail/smtp.ts'
import { readNamedFile } from './named-file.ts'

/** The options of `serve` for e-mail. */
export interface MailOptions {
  smtpUrl?: string
  smtpPasswordFile?: string
  mailFrom?: string
  mailDomains?: string
  publicUrl?: string
}

export function mailOptions(): Option[] {
  return [
    // Without a parser: the error of one repeats the text, which may hold a password by mistake.
    new Option('--smtp-url <url>', 'SMTP server for e-mail, such as smtps://user@smtp.example.com').env(
      'STOREWIRE_SMTP_URL',
    ),
    new Option('--smtp-password-file <file>', 'file that holds the password of the SMTP server').env(
      'STOREWIRE_SMTP_PASSWORD_FILE',
    ),
    new Option('--mail-from <address>', 'address that e-mail comes from')
      .env('STOREWIRE_MAIL_FROM')
      .argParser(checked(sender)),
    new Option('--mail-domains <domains>', 'domains in which workspaces may have a sender address of their own')
      .env('STOREWIRE_MAIL_DOMAINS')
      .argParser(checked(domains)),
  ]
}

/** An option that stays the text that it was, since it is handed on to processes of this program. */
function checked(parse: (text: string) => unknown): (text: string) => string {
  return (text) => {
    parse(text)
    return text
  }
}

const USUAL_PORT = { 'smtps:': 465, 'smtp:': 587 }

/** @throws Error that does not repeat the text */
function smtpServer(text: string): Omit<SmtpServer, 'password'> {
  const url = URL.parse(text)
  if (!url || !(url.protocol in USUAL_PORT) || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.search !== '')
    throw new Error(
      'invalid --smtp-url: give smtps://user@host, or smtp://user@host for STARTTLS, with a port if it is another',
    )
  if (url.password !== '')
    throw new Error('--smtp-url holds a password: put the password into a file, and name it with --smtp-password-file')
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? USUAL_PORT[url.protocol as keyof typeof USUAL_PORT] : Number(url.port),
    isSecure: url.protocol === 'smtps:',
    user: url.username === '' ? null : decodeURIComponent(url.username),
  }
}

function sender(text: string): string {
  const address = mailAddress(text)
  if (address === undefined) throw new InvalidArgumentError('Give an e-mail address, such as support@shop.example.')
  return address
}

function domains(text: string): string[] {
  const addresses = text.split(/[\s,]+/).map((domain) => mailAddress(`name@${domain}`))
  if (addresses.some((address) => address === undefined))
    throw new InvalidArgumentError('Give domains, such as shop.example,brand.example.')
  return addresses.map((address = '') => domainOf(address))
}

/**
 * What sends mails with these options; undefined without an SMTP server.
 *
 * @throws Error for options that do not fit together, or a password that can't be read
 */
export function smtpOf({
  smtpUrl,
  smtpPasswordFile,
  mailFrom,
  mailDomains,
  publicUrl,
}: MailOptions): SmtpMailer | undefined {
  if (smtpUrl === undefined) return undefined
  if (mailFrom === undefined)
    throw new Error('e-mail needs a sender: set --mail-from or STOREWIRE_MAIL_FROM to an address of your shop')
  if (publicUrl === undefined)
    throw new Error('links in e-mail need the public address of this server: set --public-url or STOREWIRE_PUBLIC_URL')
  const server = smtpServer(smtpUrl)
  if ((server.user === null) !== (smtpPasswordFile === undefined))
    throw new Error(
      server.user === null
        ? '--smtp-password-file needs a user: put it into --smtp-url, such as smtps://user@smtp.example.com'
        : 'the user of --smtp-url needs a password: set --smtp-password-file or STOREWIRE_SMTP_PASSWORD_FILE',
    )
  const password = smtpPasswordFile === undefined ? null : readNamedFile(smtpPasswordFile).replace(/\r?\n$/, '')
  const setup: MailSetup = {
    host: `${server.host}:${server.port}`,
    sender: sender(mailFrom),
    domains: mailDomains === undefined ? [] : domains(mailDomains),
  }
  const base = publicUrl.replace(new RegExp(`${BASE_PATH}$`), '')
  return createSmtp({ ...server, password }, { setup, base: () => base })
}

/** The same for `serve`, which refuses settings that can't work at the start, not at the first mail. @param command `serve`, parsed */
export function serverMailer(options: MailOptions, command: Command): SmtpMailer | undefined {
  try {
    return smtpOf(options)
  } catch (error) {
    command.error(`error: ${(error as Error).message}`)
  }
}
