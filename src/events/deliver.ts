import { getWorkspace } from '../access/workspaces.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Clock } from '../lib/time.ts'
import type { Mailer } from '../mail/mailer.ts'
import { beginningOf, type Outbound } from '../outbound/outbound.ts'
import { withoutSecret } from '../outbound/signing.ts'
import { retryAfterMs } from '../outbound/tries.ts'
import type { Store } from '../store/store.ts'
import { eventPolicy, mailboxOf } from './addresses.ts'
import { type EventMessage, messageFor } from './channels.ts'
import { type EventEndpoint, openEndpoint } from './endpoints.ts'
import { letterOf } from './event-mails.ts'
import { payloadOf, type StoredEvent } from './events.ts'
import { eventType } from './types/types.ts'

/** Longest wait that a `Retry-After` may ask for. */
const MOST_WAIT_MS = 12 * 3_600_000

export interface EventServices {
  store: Store
  clock: Clock
  sealer: Sealer
  outbound: Outbound
  /** For tests of e-mail addresses; events wait in its queue. */
  mailer: Mailer
  metrics: Metrics
  settings: { publicUrl: string | null }
}

/** What came of sending an event once. */
export interface EventTry {
  startedAt: number
  durationMs: number
  httpStatus: number | null
  answer: string | null
  /** `delivered`, or what went wrong. */
  verdict: string
  /** For people; null if all went well. */
  explanation: string | null
  retryAfterMs: number | null
}

/** The message of an event for an endpoint; undefined if its address can't be read any longer. */
export async function composeEvent(
  { store, sealer, clock, outbound, settings: { publicUrl } }: EventServices,
  endpoint: Pick<EventEndpoint, 'id' | 'kind' | 'includeText'>,
  event: StoredEvent,
): Promise<{ url: string; signing: string | null; message: EventMessage } | undefined> {
  const { workspaceId } = event
  const secrets = await openEndpoint(store.read, { workspaceId, id: endpoint.id }, sealer, clock.now())
  if (!secrets) return undefined
  const { name } = await getWorkspace(store.read, workspaceId)
  const payload = payloadOf(event, { includeText: endpoint.includeText, publicUrl })
  const input = { payload, type: eventType(event.type), shop: name, timestamp: outbound.timestamp(), secrets }
  return { url: secrets.url, signing: secrets.signing, message: messageFor(endpoint.kind, input) }
}

/** Sends an event to an endpoint once. Every failure of the endpoint is a verdict. */
export async function sendEvent(
  services: EventServices,
  endpoint: EventEndpoint,
  event: StoredEvent,
): Promise<EventTry> {
  const { store, outbound, clock, metrics } = services
  const composed = await composeEvent(services, endpoint, event)
  if (!composed) return unreadable(clock.now())
  const { url, message, signing } = composed
  if (endpoint.kind === 'email') return sendMail(services, { to: mailboxOf(url) ?? '', message, id: event.id })
  const { test: isTest } = await getWorkspace(store.read, event.workspaceId)
  const policy = eventPolicy(outbound.policy, { url, isTest, byOperator: endpoint.byOperator })
  const called = await outbound.call({ url, request: message, policy })
  const { startedAt, durationMs, httpStatus, retryAfter, bytes, problem, isPublic } = called
  const text = new TextDecoder().decode(bytes)
  const mayWait = httpStatus === 429 || httpStatus === 503
  const outcome = problem ? { verdict: problem.reason, explanation: problem.explanation } : outcomeOf(httpStatus)
  metrics.eventDelivery(endpoint.kind, outcome.verdict)
  return {
    ...{ startedAt, durationMs, httpStatus, ...outcome },
    // A server of the own network may say more than its admins should read here.
    answer:
      httpStatus === null || !isPublic ? null : beginningOf(signing === null ? text : withoutSecret(text, signing)),
    retryAfterMs: mayWait ? retryAfterMs(retryAfter, clock.now(), MOST_WAIT_MS) : null,
  }
}

function outcomeOf(httpStatus: number): Pick<EventTry, 'verdict' | 'explanation'> {
  if (httpStatus >= 200 && httpStatus < 300) return { verdict: 'delivered', explanation: null }
  if (httpStatus === 410)
    return { verdict: 'gone', explanation: 'The endpoint is gone (HTTP 410), so it was disabled.' }
  if (httpStatus >= 300 && httpStatus < 400)
    return {
      verdict: 'redirect',
      explanation: `The endpoint responded with a redirect (HTTP ${httpStatus}), and redirects are not followed. Set the final address.`,
    }
  return { verdict: 'http_status', explanation: `The endpoint responded with HTTP ${httpStatus}. Respond with 200.` }
}

function unreadable(now: number): EventTry {
  return {
    ...{ startedAt: now, durationMs: 0, httpStatus: null, answer: null, retryAfterMs: null },
    verdict: 'no_address',
    explanation: 'The address of the endpoint can no longer be read. Set its address again.',
  }
}

/** Sends a test to an e-mail address at once. */
async function sendMail(
  { mailer, clock, metrics }: EventServices,
  { to, message, id }: { to: string; message: EventMessage; id: string },
): Promise<EventTry> {
  const startedAt = clock.now()
  const started = performance.now()
  const tried = await mailer.send({ id, to, letter: letterOf(message), locale: 'en' })
  const isSent = tried.verdict === 'sent'
  metrics.eventDelivery('email', isSent ? 'delivered' : tried.verdict)
  return {
    ...{ startedAt, durationMs: Math.round(performance.now() - started), httpStatus: null, answer: null },
    verdict: isSent ? 'delivered' : tried.verdict,
    explanation: isSent ? null : tried.explanation,
    retryAfterMs: null,
  }
}
