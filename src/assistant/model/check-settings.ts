import { DomainError } from '../../lib/errors.ts'
import {
  allowsLoopback,
  type ChosenAddress,
  checkEndpointUrl,
  type EndpointPolicy,
  type OperatorPolicy,
} from '../../outbound/addresses.ts'
import type { ModelSettings } from './model-settings.ts'

const MOST_HEADERS = 10
const MOST_HEADER_LENGTH = 500
const MOST_BODY_LENGTH = 4_000
const MOST_MODEL_LENGTH = 200
const MOST_URL_LENGTH = 1_000
const MOST_KEY_LENGTH = 2_000

/** Set by the client, or they carry secrets: only the API key is stored encrypted. */
const RESERVED_HEADERS =
  /^(host|connection|content-.*|transfer-encoding|accept-encoding|upgrade|te|trailer|cookie|.*authorization|.*(api|access|secret|subscription)[-_]?(key|token).*)$/i
/** What the assistant decides about each request. Tools and streams are not used. */
const RESERVED_MEMBERS = new Set([
  'model',
  'messages',
  'response_format',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'n',
])

/** The addresses that a model may have, as far as it matters who chose this one. */
export function modelPolicy(operator: OperatorPolicy, chosen: ChosenAddress): EndpointPolicy {
  const { allowPrivate, allowEndpoints } = operator
  return {
    allowPrivate,
    allowEndpoints,
    allowLoopbackHttp: allowsLoopback(operator, chosen),
    allowNamedHttp: true,
    what: 'model',
    example: 'https://api.openai.com/v1',
  }
}

/** @throws DomainError BAD_REQUEST for a setting that cannot be used */
export function checkModelSettings(settings: ModelSettings, policy: EndpointPolicy): void {
  const { baseUrl, model, extraHeaders, extraBody, callsPerDay, tokensPerDay } = settings
  const problem = checkEndpointUrl(baseUrl, policy)
  if (problem) throw problem
  if (baseUrl.length > MOST_URL_LENGTH) throw wrong(`The base URL has more than ${MOST_URL_LENGTH} characters.`)
  if (new URL(baseUrl).search !== '')
    throw wrong(
      'The base URL has a query (?…). Remove it: the version of an Azure endpoint is part of its path, /openai/v1.',
    )
  if (model.trim() === '' || model.length > MOST_MODEL_LENGTH)
    throw wrong(`The name of the model must have 1 to ${MOST_MODEL_LENGTH} characters.`)
  checkHeaders(extraHeaders)
  checkBody(extraBody)
  checkWhole('calls per day', callsPerDay, 1, 1_000_000)
  checkWhole('tokens per day', tokensPerDay, 1_000, 1_000_000_000)
}

/** @throws DomainError BAD_REQUEST if the key cannot be sent in a header */
export function checkApiKey(apiKey: string): void {
  if (!/^[\x21-\x7e]+$/.test(apiKey) || apiKey.length > MOST_KEY_LENGTH)
    throw wrong('The API key must have only printable ASCII characters without spaces.')
}

function checkHeaders(headers: Record<string, string>): void {
  if (Object.keys(headers).length > MOST_HEADERS) throw wrong(`Use at most ${MOST_HEADERS} extra headers.`)
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[A-Za-z0-9-]{1,100}$/.test(name)) throw wrong(`The header name ${name} is invalid.`)
    if (RESERVED_HEADERS.test(name))
      throw wrong(`The header ${name} cannot be set. Set keys as the API key: it is stored encrypted.`)
    if (!/^[\x20-\x7e]*$/.test(value) || value.length > MOST_HEADER_LENGTH)
      throw wrong(`The header ${name} must have at most ${MOST_HEADER_LENGTH} printable ASCII characters.`)
  }
}

function checkBody(body: Record<string, unknown>): void {
  if (JSON.stringify(body).length > MOST_BODY_LENGTH)
    throw wrong(`The extra members of the request have more than ${MOST_BODY_LENGTH} characters.`)
  for (const name of Object.keys(body))
    if (RESERVED_MEMBERS.has(name))
      throw wrong(`The member ${name} of the request cannot be set: the assistant sets it.`)
}

function checkWhole(name: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return
  throw wrong(`The ${name} must be a whole number from ${min} to ${max}.`)
}

function wrong(message: string): DomainError {
  return new DomainError('BAD_REQUEST', 'model_settings', message)
}
