import { amountText } from './amount-text.ts'

export { amountText, minorUnits } from './amount-text.ts'

export function Amount({ amount, currency }: { amount: number; currency: string }) {
  return <span class="amount">{amountText(amount, currency)}</span>
}
