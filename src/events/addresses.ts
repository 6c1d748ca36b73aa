import { DomainError } from '../lib/errors.ts'
import { domainOf, mailAddress } from '../mail/addresses.ts'
import {
  allowsLoopback,
  type ChosenAddress,
  checkEndpointUrl,
  type EndpointPolicy,
  type OperatorPolicy,
} from '../outbound/addresses.ts'

/** What understands the events at an address. */
export const endpointKinds = ['webhook', 'slack', 'discord', 'ntfy', 'email'] as const
export type EndpointKind = (typeof endpointKinds)[number]

const MOST_LENGTH = 2_000
const MOST_TOKEN = 500
/** Of a shorter address the last characters would be most of what is secret. */
const LEAST_FOR_ENDING = 12

/** The addresses that an endpoint may have, as far as it matters who chose this one. */
export function eventPolicy(operator: OperatorPolicy, chosen: ChosenAddress): EndpointPolicy {
  return {
    ...operator,
    allowLoopbackHttp: allowsLoopback(operator, chosen),
    what: 'event endpoint',
    example: 'https://shop.example/events',
  }
}

const MAILTO = 'mailto:'

/** The e-mail address of an endpoint; undefined if its address is not one of e-mail. */
export function mailboxOf(url: string): string | undefined {
  return mailAddress(url.startsWith(MAILTO) ? url.slice(MAILTO.length) : url)
}

/** An address as it is stored: of an e-mail address its normal form. */
export function storedAddress(url: string): string {
  const mailbox = mailboxOf(url)
  return mailbox === undefined ? url : MAILTO + mailbox
}

/** @throws DomainError BAD_REQUEST if an e-mail address has another kind, or the kind has another address */
export function checkFits(url: string, kind: EndpointKind): void {
  if ((kind === 'email') === (mailboxOf(url) !== undefined)) return
  throw new DomainError(
    'BAD_REQUEST',
    'wrong_endpoint_url',
    kind === 'email'
      ? 'This is not an e-mail address. Give one such as team@shop.example.'
      : 'This is an e-mail address. Choose the kind email.',
  )
}

/** @throws DomainError BAD_REQUEST for an address that is not allowed */
export function checkAddress(operator: OperatorPolicy, chosen: ChosenAddress, kind: EndpointKind): void {
  checkFits(chosen.url, kind)
  if (kind === 'email') return
  if (chosen.url.length > MOST_LENGTH)
    throw new DomainError(
      'BAD_REQUEST',
      'wrong_endpoint_url',
      `The URL of the event endpoint has more than ${MOST_LENGTH} characters. Use a shorter one.`,
    )
  const problem = checkEndpointUrl(chosen.url, eventPolicy(operator, chosen))
  if (problem) throw problem
}

/** @throws DomainError BAD_REQUEST for a token that fits into no header */
export function checkToken(token: string): void {
  if (token.length <= MOST_TOKEN && /^[\x21-\x7e]+$/.test(token)) return
  throw new DomainError(
    'BAD_REQUEST',
    'access_token',
    `The access token must have 1 to ${MOST_TOKEN} printable ASCII characters without spaces.`,
  )
}

const DISCORD = /^(?:[\w-]+\.)?discord(?:app)?\.com$/

/** What an address probably is. */
export function kindOfAddress(text: string): EndpointKind {
  if (mailboxOf(text) !== undefined) return 'email'
  const url = URL.parse(text)
  if (url?.hostname === 'hooks.slack.com') return 'slack'
  if (url && DISCORD.test(url.hostname) && url.pathname.startsWith('/api/webhooks/')) return 'discord'
  if (url && /^ntfy\./.test(url.hostname)) return 'ntfy'
  return 'webhook'
}

/** What people see of an address, which is a secret of itself: the host and the last four characters. */
export function shownParts(text: string): { host: string; ending: string } {
  const mailbox = mailboxOf(text)
  if (mailbox !== undefined) return { host: domainOf(mailbox), ending: '' }
  const url = new URL(text)
  const rest = url.pathname + url.search
  return { host: url.host, ending: rest.length < LEAST_FOR_ENDING ? '' : rest.slice(-4) }
}
