import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { createSmtp, SMTP_LIMITS, type SmtpServer } from '../../src/mail/smtp.ts'
import { usualCertificate } from './store-endpoint.ts'
import { until } from './until.ts'

/*
 * A real SMTP server that takes mails with a sign-in, by STARTTLS or from the first byte, and misbehaves on request.
 */

export interface ReceivedMail {
  /** Of the envelope. */
  from: string
  to: string[]
  raw: string
  /** By their name in lower case, decoded. */
  headers: Record<string, string>
  text: string
  html: string | null
  isEncrypted: boolean
}

/** Where an answer other than yes comes from. */
type Stage = 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA'

export interface TestSmtp {
  port: number
  ca: string
  received: ReceivedMail[]
  /** Tries to sign in, in order: whether they succeeded. */
  signIns: boolean[]
  /** Answers a step with this code from now on; null: as usual. An address limits it to that one. */
  answer(stage: Stage, code: number | null, words?: string, address?: string): void
  /** Accepts connections and says nothing from now on, or only until the mail has come. */
  hang(when: 'greeting' | 'data' | 'never'): void
  /** Waits until so many mails have come. */
  arrived(count: number): Promise<ReceivedMail[]>
  /** Waits until nobody is connected: no mail is on its way. */
  quiet(): Promise<void>
}

export const USER = { user: 'shop@smtp.example', password: 'correct horse' }

export async function startSmtp(
  t: TestContext,
  { secure = false, startTls = true, host = '127.0.0.1' } = {},
): Promise<TestSmtp> {
  const { key, cert } = await usualCertificate
  const received: ReceivedMail[] = []
  const signIns: boolean[] = []
  const answers = new Map<string, { code: number; words: string; address: string | undefined }>()
  const sockets = new Set<Socket>()
  let hanging: 'greeting' | 'data' | 'never' = 'never'
  const refusal = (stage: Stage, address = ''): Error | null => {
    const found = answers.get(stage)
    if (!found || (found.address !== undefined && found.address !== address)) return null
    return Object.assign(new Error(found.words), { responseCode: found.code })
  }
  const server = new SMTPServer({
    secure,
    key,
    cert,
    authOptional: true,
    ...(startTls ? {} : { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    logger: false,
    onConnect: (_session, done) => {
      if (hanging !== 'greeting') done()
    },
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === USER.user && password === USER.password && !refusal('AUTH')
      signIns.push(isRight)
      if (isRight) done(null, { user: username })
      else done(refusal('AUTH') ?? Object.assign(new Error('Invalid username or password'), { responseCode: 535 }))
    },
    onMailFrom: ({ address }, _session, done) => done(refusal('MAIL FROM', address)),
    onRcptTo: ({ address }, _session, done) => done(refusal('RCPT TO', address)),
    onData: async (stream, session, done) => {
      // Undefined: the other side has ended in the middle.
      const raw = await text(stream).catch(() => undefined)
      if (raw === undefined) return
      if (hanging === 'data') return
      const problem = refusal('DATA')
      if (problem) return done(problem)
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        raw,
        isEncrypted: session.secure,
        ...parsed(raw),
      })
      done()
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, host)
  await once(server.server, 'listening')
  t.after(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    ca: cert,
    received,
    signIns,
    answer: (stage, code, words = 'no', address) => {
      if (code === null) answers.delete(stage)
      else answers.set(stage, { code, words, address })
    },
    hang: (when) => {
      hanging = when
    },
    arrived: async (count) => {
      await until(() => received.length >= count)
      return received
    },
    quiet: () => until(() => sockets.size === 0),
  }
}

export const PUBLIC_BASE = 'https://support.example'
export const SENDER = 'support@shop.example'

/** A mailer that signs in at a test's SMTP server. */
export function smtpMailer(
  { port, ca }: Pick<TestSmtp, 'port' | 'ca'>,
  change: Partial<SmtpServer> = {},
  limits: Partial<typeof SMTP_LIMITS> = {},
) {
  const server = { host: '127.0.0.1', port, isSecure: false, ...USER, ca, ...change }
  return createSmtp(server, {
    setup: { host: `${server.host}:${server.port}`, sender: SENDER, domains: ['brand.example'] },
    base: () => PUBLIC_BASE,
    limits: { ...SMTP_LIMITS, ...limits },
  })
}

/** The parts of a message, as far as nodemailer writes them. */
function parsed(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return { headers, text: decoded(headers, body), html: null }
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  const of = (type: string) => parts.find((part) => part.headers['content-type']?.startsWith(type))
  const [plain, html] = [of('text/plain'), of('text/html')]
  return {
    headers,
    text: plain ? decoded(plain.headers, plain.body) : '',
    html: html ? decoded(html.headers, html.body) : null,
  }
}

function split(raw: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), words(line.slice(at + 1).trim())]
  })
  return { headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') }
}

/** RFC 2047. */
function words(value: string): string {
  return value
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, part: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(part, 'base64').toString() : quoted(part.replaceAll('_', ' ')),
    )
}

function quoted(part: string): string {
  const bytes = part.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

function decoded(headers: Record<string, string>, body: string): string {
  const plain = body.replace(/\r\n$/, '')
  switch (headers['content-transfer-encoding']) {
    case 'base64':
      return Buffer.from(plain, 'base64').toString()
    case 'quoted-printable':
      return quoted(plain.replaceAll('=\r\n', '')).replaceAll('\r\n', '\n')
    default:
      return plain.replaceAll('\r\n', '\n')
  }
}
