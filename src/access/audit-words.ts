/* What entries of the audit log say. The command line and the console's page share it, so it needs no Node.js. */

/** What is hard to guess from the names in `details`. */
const NAMES: Record<string, string> = {
  from: 'before',
  on: 'because',
  rungs: 'trust levels',
  endpointUrl: 'endpoint address',
  autoLimit: 'automatic up to',
}

const ofWords = (name: string) =>
  (NAMES[name] ?? name).replaceAll(/[._]+/g, ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** An action as people say it, such as `Refund settings changed` of `refund_settings.changed`. */
export function actionWords(action: string): string {
  return asSentence(ofWords(action))
}

/**
 * The details of an entry as one line, such as `€12.50, before: executing, because: answered succeeded`; empty without any.
 *
 * @param amountText shows an amount in minor units
 */
export function detailWords(
  details: Record<string, unknown>,
  amountText: (amount: number, currency: string) => string,
): string {
  const { amount, currency, limitCurrency, ...others } = details
  const parts = typeof amount === 'number' && typeof currency === 'string' ? [amountText(amount, currency)] : []
  for (const [name, value] of Object.entries(others)) {
    // Nothing was before the first one.
    if (value === null && (name === 'from' || name === 'reason')) continue
    const isLimit = name === 'autoLimit' && typeof value === 'number' && typeof limitCurrency === 'string'
    parts.push(`${ofWords(name)}: ${isLimit ? amountText(value, limitCurrency) : valueWords(value)}`)
  }
  return asSentence(parts.join(', '))
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
