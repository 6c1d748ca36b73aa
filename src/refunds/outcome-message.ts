import type { RefundEvent, RefundStatus } from './lifecycle.ts'
import type { Refund } from './refunds.ts'

/** What a customer is told, in the conversation that the refund came from, when it has reached a status; most say nothing. */
const MESSAGES: Partial<Record<RefundStatus, (amount: string) => string>> = {
  pending: (amount) => `Your refund of ${amount} was accepted. We will tell you here when it is made.`,
  succeeded: (amount) => `Your refund of ${amount} has been made.`,
  failed: (amount) => `Your refund of ${amount} could not be made. We will look into it and get back to you.`,
  rejected: (amount) => `Your refund of ${amount} was not approved.`,
  expired: (amount) => `The offer to refund ${amount} has expired.`,
}

/** What is told to those who have agreed to it, and wait: for them it was more than an offer. */
const AFTER_CONFIRMED: typeof MESSAGES = {
  expired: (amount) => `Your refund of ${amount} was not decided on in time. Ask again if you still want it.`,
  cancelled: (amount) => `Your refund of ${amount} was called off before it was made. Ask again if you still want it.`,
}

/** What is told where nobody knows whether the money was paid back. */
const UNCERTAIN = (amount: string) =>
  `We could not find out whether your refund of ${amount} was made. We will look into it and get back to you.`

const TRIAL = 'This was a trial: no money was refunded.'

/** @param from the status before */
export function outcomeMessage(
  { status, amount, currency }: Refund,
  { from, on }: { from: RefundStatus | null; on: RefundEvent },
): string | undefined {
  if (status === 'cancelled' && on === 'customer_confirmed') return TRIAL
  if (status === 'failed' && (on === 'retries_used_up' || on === 'agent_stopped_waiting'))
    return UNCERTAIN(formatAmount(amount, currency))
  const messages = from === 'awaiting_approval' ? { ...MESSAGES, ...AFTER_CONFIRMED } : MESSAGES
  return messages[status]?.(formatAmount(amount, currency))
}

/** How many digits of an amount are minor units, where ISO 4217 does not say two. */
const MINOR_DIGITS = new Map(
  [
    { digits: 0, codes: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF' },
    { digits: 3, codes: 'BHD IQD JOD KWD LYD OMR TND' },
    { digits: 4, codes: 'CLF UYW' },
  ].flatMap(({ digits, codes }) => codes.split(' ').map((code) => [code, digits] as const)),
)

/**
 * An amount in minor units as people write it, such as `12.50 EUR`. The digits are those of ISO 4217, as the minor units are: what
 * `Intl` knows is how many people care to see, so that it would make a hundred times as much of an amount in HUF.
 */
export function formatAmount(amount: number, currency: string): string {
  const digits = MINOR_DIGITS.get(currency) ?? 2
  const padded = String(amount).padStart(digits + 1, '0')
  const whole = padded.slice(0, padded.length - digits)
  return `${whole}${digits > 0 ? `.${padded.slice(-digits)}` : ''} ${currency}`
}
