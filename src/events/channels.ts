import { standardHeaders } from '../outbound/signing.ts'
import type { EndpointKind } from './addresses.ts'
import type { EndpointSecrets } from './endpoints.ts'
import type { EventType } from './event-type.ts'
import type { Payload } from './events.ts'

/** What is sent to an endpoint. */
export interface EventMessage {
  headers: Record<string, string>
  body: string
}

export interface ChannelInput {
  payload: Payload
  type: EventType
  /** The name of the workspace, for people. */
  shop: string
  /** Unix seconds. */
  timestamp: number
  secrets: EndpointSecrets
}

const MOST_CHARACTERS = { slack: 3_000, discord: 2_000, ntfy: 2_000, email: 10_000 }
const JSON_HEADERS = { 'content-type': 'application/json', 'user-agent': 'storewire-events/1' }

/** The message of an event for a kind of endpoint. */
export function messageFor(kind: EndpointKind, input: ChannelInput): EventMessage {
  return CHANNELS[kind](input)
}

const CHANNELS: Record<EndpointKind, (input: ChannelInput) => EventMessage> = {
  email: (input) => {
    const { url } = input.payload.data
    const link = url === null ? '' : `\n\n${url}`
    return {
      headers: { subject: `${input.shop}: ${input.type.title}` },
      body: `${cut(lines(input), MOST_CHARACTERS.email)}${link}\n`,
    }
  },
  webhook: ({ payload, secrets: { signing, previous }, timestamp }) => {
    const body = JSON.stringify(payload)
    const secrets = [signing, previous].filter((secret) => secret !== null)
    return { headers: { ...JSON_HEADERS, ...standardHeaders(secrets, { id: payload.id, timestamp, body }) }, body }
  },
  slack: (input) => {
    const { url } = input.payload.data
    const link = url === null ? '' : `\n<${forSlack(String(url))}|Open in storewire>`
    const text = cut(forSlack(lines(input)), MOST_CHARACTERS.slack - link.length) + link
    return { headers: JSON_HEADERS, body: JSON.stringify({ text }) }
  },
  discord: (input) => {
    const { url } = input.payload.data
    const link = url === null ? '' : `\n${url}`
    const content = cut(lines(input), MOST_CHARACTERS.discord - link.length) + link
    // Without it a customer who writes @everyone would ring for everybody.
    return { headers: JSON_HEADERS, body: JSON.stringify({ content, allowed_mentions: { parse: [] } }) }
  },
  ntfy: (input) => {
    const { type, shop, secrets, payload } = input
    const { url } = payload.data
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      'user-agent': 'storewire-events/1',
      title: headerText(`${shop}: ${type.title}`),
      priority: type.isUrgent ? 'high' : 'default',
      ...(url === null ? {} : { click: String(url) }),
      ...(secrets.token === null ? {} : { authorization: `Bearer ${secrets.token}` }),
    }
    return { headers, body: cut(lines(input), MOST_CHARACTERS.ntfy) }
  },
}

/** What happened, and what the customer wrote if the endpoint may get it. */
function lines({ payload, type, shop }: ChannelInput): string {
  const { text, customerName, customerEmail } = payload.data
  const who = [customerName, customerEmail].filter(Boolean).join(', ')
  const said = [who, text].filter(Boolean).join(': ')
  const sentence = `${shop}: ${type.sentence(payload.data)}`
  return printable(said === '' ? sentence : `${sentence}\n${said}`)
}

/** Text without characters that would control a terminal or a client; line breaks stay. */
function printable(text: string): string {
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}

/** Slack reads these as links and mentions, such as `<!channel>`. */
function forSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** At most so many characters, without a part of an escaped one at the end. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most - 1).replace(/&[a-z]*$|[\ud800-\udbff]$/, '')}…`
}

/** Bytes of a part of an encoded header: with its frame it has at most 75 characters. */
const WORD_BYTES = 45

/** A text as the value of a header: ASCII as it is, other text as RFC 2047 has it. */
function headerText(text: string): string {
  const line = printable(text).replaceAll('\n', ' ')
  if (/^[ -~]*$/.test(line)) return line
  const words: string[] = []
  let word = ''
  for (const character of line) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word)
      word = ''
    }
    word += character
  }
  words.push(word)
  return words.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ')
}
