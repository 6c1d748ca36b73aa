import type { RequestType } from './endpoint-request.ts'

/** Why there was no answer, for programs to tell apart. */
export type NoAnswerReason =
  // The endpoint was not reached, or broke off.
  | 'address_refused'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'timeout'
  | 'too_large'
  | 'encoded'
  // It answered, with something that does not count.
  | 'redirect'
  | 'http_status'
  | 'store_error'
  | 'not_json'
  | 'wrong_shape'
  | 'unknown_status'
  | 'bad_amount'
  | 'bad_currency'

/** Nothing is known about what the shop did. `explanation` is one sentence for the shop's developer. */
export interface NoAnswer {
  kind: 'no_answer'
  reason: NoAnswerReason
  explanation: string
}

/** What a shop's answer means. */
export type Verdict =
  | { kind: 'ok' }
  /** The answer to a preview; `amount` in minor units, `currency` three capitals. */
  | { kind: 'amount'; amount: number; currency: string; note: string | null }
  /** The answer to `refund.create`; `fault` is what the shop's developer should fix in it, though it counts. */
  | { kind: 'outcome'; status: 'succeeded' | 'pending'; refundId: string | null; fault: string | null }
  /** Final. `code` is the shop's own. A ping can be refused too, which tells more than that it failed. */
  | { kind: 'refused'; code: string; message: string | null }
  | { kind: 'bad_signature'; message: string | null }
  | NoAnswer

export function noAnswer(reason: NoAnswerReason, explanation: string): NoAnswer {
  return { kind: 'no_answer', reason, explanation }
}

/**
 * Judges what the shop's endpoint answered to a request of this type. Members that nobody asked for are passed over, and of
 * one that is there twice the last counts, as JSON parsers have it. The content type does not matter.
 */
export function readAnswer(type: RequestType, httpStatus: number, bodyText: string): Verdict {
  const body = parseJson(bodyText)
  return readRefusal(httpStatus, body) ?? statusProblem(httpStatus) ?? readSuccess(type, body)
}

type Body = Record<string, unknown>

/** The parsed text, or undefined when it is not JSON. */
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

/** A refusal counts with whatever HTTP status, because shops differ in which they send. */
function readRefusal(httpStatus: number, body: unknown): Verdict | undefined {
  if (!isObject(body) || typeof body.code !== 'string' || body.code === '') return undefined
  const { code } = body
  const message = textOrNull(body.message)
  if (httpStatus === 401 && code === 'bad_signature') return { kind: 'bad_signature', message }
  if (body.ok !== false) return undefined
  if (httpStatus >= 500 && code === 'error')
    return noAnswer(
      'store_error',
      `The endpoint's own code failed (HTTP ${httpStatus}, code "error"): look into its log.`,
    )
  return { kind: 'refused', code, message }
}

function statusProblem(httpStatus: number): NoAnswer | undefined {
  if (httpStatus >= 200 && httpStatus < 300) return undefined
  if (httpStatus >= 300 && httpStatus < 400)
    return noAnswer(
      'redirect',
      `The endpoint redirected (HTTP ${httpStatus}) and redirects are not followed: set the address that it leads to.`,
    )
  return noAnswer(
    'http_status',
    `The endpoint answered HTTP ${httpStatus} without {"ok":false,"code":…}: answer 200, or refuse with a code.`,
  )
}

function readSuccess(type: RequestType, body: unknown): Verdict {
  if (body === undefined)
    return noAnswer('not_json', 'The answer is not JSON: answer with a JSON object and nothing else.')
  if (!isObject(body)) return noAnswer('wrong_shape', 'The answer must be a JSON object.')
  if (body.ok === false) return noAnswer('wrong_shape', 'A refusal must name its reason in "code", a string.')
  if (body.ok !== true) return noAnswer('wrong_shape', 'The answer must hold "ok": true or false.')
  if (type === 'ping') return { kind: 'ok' }
  return type === 'refund.preview' ? readAmount(body) : readOutcome(body)
}

const CURRENCY = /^[A-Z]{3}$/

/** JSON has one kind of number: 1250, 1250.0 and 1.25e3 are the same amount. */
function readAmount({ amount, currency, note }: Body): Verdict {
  if (!Number.isSafeInteger(amount) || (amount as number) < 0 || Object.is(amount, -0))
    return noAnswer('bad_amount', '"amount" must be a whole number of minor units, 0 or more, and no string.')
  if (typeof currency !== 'string' || !CURRENCY.test(currency))
    return noAnswer('bad_currency', '"currency" must be a three-letter code in capitals, such as "EUR".')
  return { kind: 'amount', amount: amount as number, currency, note: textOrNull(note) }
}

const NO_REFERENCE =
  '"refundId" is missing or is not a text: answer with your own reference of the refund. The answer counts all the same.'

/**
 * Only the status decides. A shop that says `succeeded` or `pending` has done its part: were an answer without a usable
 * `refundId` taken for none, the refund would end as failed although it was made, and somebody would make it again by hand.
 */
function readOutcome({ status, refundId }: Body): Verdict {
  if (status !== 'succeeded' && status !== 'pending')
    return noAnswer(
      'unknown_status',
      '"status" must be "succeeded" or "pending"; a refund that fails is refused with a code.',
    )
  const reference = textOrNull(refundId)
  const fault = reference === null ? NO_REFERENCE : null
  return { kind: 'outcome', status, refundId: Number.isSafeInteger(refundId) ? String(refundId) : reference, fault }
}

/** What the shop said; an empty text says nothing. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
