/* What entries of the audit log say. The command line and the console's page share it, so it needs no Node.js. */

/** What is hard to guess from the names in `details`. */
const NAMES: Record<string, string> = {
  from: 'before',
  rungs: 'trust levels',
  endpointUrl: 'endpoint address',
  autoLimit: 'automatic up to',
}

/** Why a refund moved: its events as sentences. */
const CAUSES: Record<string, string> = {
  offered_by_assistant: 'The assistant offered it',
  started_by_agent: 'An agent started it',
  customer_confirmed: 'The customer confirmed',
  customer_declined: 'The customer declined',
  time_ran_out: 'The time to decide ran out',
  conversation_moved_on: 'It was cancelled',
  order_changed: 'The order was changed',
  refunds_switched_off: 'Refunds were switched off',
  agent_approved: 'An agent approved it',
  agent_rejected: 'An agent rejected it',
  answered_succeeded: 'The shop made it',
  answered_pending: 'The shop accepted it and will report',
  store_refused: 'The shop refused',
  signature_rejected: 'The shop rejected the signature',
  retries_used_up: 'The shop did not answer any try',
  agent_stopped_waiting: 'An agent stopped waiting',
  reported_succeeded: 'The shop reported that it is made',
  reported_failed: 'The shop reported that it failed',
}

const ofWords = (name: string) =>
  (NAMES[name] ?? name).replaceAll(/[._]+/g, ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** An action as people say it, such as `Refund settings changed` of `refund_settings.changed`. */
export function actionWords(action: string): string {
  return asSentence(ofWords(action))
}

/**
 * The details of an entry as one line, such as `€12.50. The shop made it. Before: executing`; empty without any.
 *
 * @param amountText shows an amount in minor units
 */
export function detailWords(
  details: Record<string, unknown>,
  amountText: (amount: number, currency: string) => string,
): string {
  const { amount, currency, limitCurrency, ...others } = details
  const sentences = typeof amount === 'number' && typeof currency === 'string' ? [amountText(amount, currency)] : []
  const parts: string[] = []
  for (const [name, value] of Object.entries(others)) {
    const cause = name === 'on' && CAUSES[String(value)]
    if (cause) {
      sentences.push(cause)
      continue
    }
    // Nothing was before the first one.
    if (value === null && (name === 'from' || name === 'reason')) continue
    const isLimit = name === 'autoLimit' && typeof value === 'number' && typeof limitCurrency === 'string'
    parts.push(`${ofWords(name)}: ${isLimit ? amountText(value, limitCurrency) : valueWords(value)}`)
  }
  if (parts.length > 0) sentences.push(parts.join(', '))
  return sentences.map(asSentence).join('. ')
}

/** Names of states and reasons, as the program stores them. */
const IS_NAME = /^[a-z]+(?:_[a-z]+)+$/

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(valueWords).join(', ') || 'none'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${ofWords(name)} ${valueWords(inner)}`)
      .join(', ')
  return typeof value === 'string' && IS_NAME.test(value) ? ofWords(value) : String(value)
}
