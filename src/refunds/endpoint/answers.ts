import { type NoAnswer, noAnswer, type TransportReason } from '../../outbound/no-answer.ts'
import type { RequestType } from './endpoint-request.ts'

/** Why a request counts as having no answer, as a code for programs. */
export type NoAnswerReason =
  | TransportReason
  // A response arrived, but it does not count.
  | 'redirect'
  | 'http_status'
  | 'store_error'
  | 'not_json'
  | 'wrong_shape'
  | 'unknown_status'
  | 'bad_amount'
  | 'bad_currency'

/** The meaning of a response of the refund endpoint. */
export type Verdict =
  | { kind: 'ok' }
  /** Of a preview: `amount` in minor units, `currency` as three capital letters. */
  | { kind: 'amount'; amount: number; currency: string; note: string | null }
  /** Of `refund.create`. `fault` is a mistake for the developer to fix; the response counts all the same. */
  | { kind: 'outcome'; status: 'succeeded' | 'pending'; refundId: string | null; fault: string | null }
  /** Final. The shop chooses the `code`. A ping can be refused too. */
  | { kind: 'refused'; code: string; message: string | null }
  | { kind: 'bad_signature'; message: string | null }
  | NoAnswer<NoAnswerReason>

/**
 * Reads the response of a refund endpoint to a request of this type. Unknown members are ignored. If a member is there twice, the last
 * one counts, as in all JSON parsers. The content type does not matter.
 */
export function readAnswer(type: RequestType, httpStatus: number, bodyText: string): Verdict {
  const body = parseJson(bodyText)
  return readRefusal(httpStatus, body) ?? statusProblem(httpStatus) ?? readSuccess(type, body)
}

type Body = Record<string, unknown>

/** The parsed text, or undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A refusal counts with any HTTP status, since shops use different ones. */
function readRefusal(httpStatus: number, body: unknown): Verdict | undefined {
  if (!isObject(body) || typeof body.code !== 'string' || body.code === '') return undefined
  const { code } = body
  const message = textOrNull(body.message)
  if (httpStatus === 401 && code === 'bad_signature') return { kind: 'bad_signature', message }
  if (body.ok !== false) return undefined
  if (httpStatus >= 500 && code === 'error')
    return noAnswer(
      'store_error',
      `The code of the endpoint failed (HTTP ${httpStatus}, code "error"). See the log of the endpoint.`,
    )
  return { kind: 'refused', code, message }
}

function statusProblem(httpStatus: number): NoAnswer<NoAnswerReason> | undefined {
  if (httpStatus >= 200 && httpStatus < 300) return undefined
  if (httpStatus >= 300 && httpStatus < 400)
    return noAnswer(
      'redirect',
      `The endpoint responded with a redirect (HTTP ${httpStatus}), and redirects are not followed. Set the final address.`,
    )
  return noAnswer(
    'http_status',
    `The endpoint responded with HTTP ${httpStatus} and without {"ok":false,"code":…}. Respond with 200, or refuse with a code.`,
  )
}

function readSuccess(type: RequestType, body: unknown): Verdict {
  if (body === undefined)
    return noAnswer('not_json', 'The response is not JSON. Respond with one JSON object and nothing else.')
  if (!isObject(body)) return noAnswer('wrong_shape', 'The response is not a JSON object. Respond with a JSON object.')
  if (body.ok === false)
    return noAnswer('wrong_shape', 'The refusal has no "code". Add the reason as "code", a string.')
  if (body.ok !== true) return noAnswer('wrong_shape', 'The response has no "ok". Add "ok": true or false.')
  if (type === 'ping') return { kind: 'ok' }
  return type === 'refund.preview' ? readAmount(body) : readOutcome(body)
}

const CURRENCY = /^[A-Z]{3}$/

/** JSON has one kind of number: 1250, 1250.0 and 1.25e3 are the same amount. */
function readAmount({ amount, currency, note }: Body): Verdict {
  if (!Number.isSafeInteger(amount) || (amount as number) < 0 || Object.is(amount, -0))
    return noAnswer(
      'bad_amount',
      '"amount" is invalid. Respond with a whole number of minor units, 0 or more, not a string.',
    )
  if (typeof currency !== 'string' || !CURRENCY.test(currency))
    return noAnswer(
      'bad_currency',
      '"currency" is invalid. Respond with a code of three capital letters, such as "EUR".',
    )
  return { kind: 'amount', amount: amount as number, currency, note: textOrNull(note) }
}

/** The note that the shop sent with the amount of a refund, read from its history; null if there is none. */
export function shopNoteOf(deliveries: { type: RequestType; answer: string | null }[]): string | null {
  const preview = deliveries.find(({ type }) => type === 'refund.preview')
  // A longer answer was stored only in part, and can't be read.
  const body = preview?.answer ? parseJson(preview.answer) : undefined
  return isObject(body) && body.ok === true ? textOrNull(body.note) : null
}

const NO_REFERENCE =
  '"refundId" is missing or is not a string. Respond with your own reference for the refund. The response counts all the same.'

/**
 * Only the status decides. If a missing `refundId` counted as no answer, a refund that was made would end as failed, and an agent might
 * make it again.
 */
function readOutcome({ status, refundId }: Body): Verdict {
  if (status !== 'succeeded' && status !== 'pending')
    return noAnswer(
      'unknown_status',
      '"status" is invalid. Respond with "succeeded" or "pending", or refuse with a code.',
    )
  const reference = textOrNull(refundId)
  const fault = reference === null ? NO_REFERENCE : null
  return { kind: 'outcome', status, refundId: Number.isSafeInteger(refundId) ? String(refundId) : reference, fault }
}

/** A text of the shop; null for an empty one. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
