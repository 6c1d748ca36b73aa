import type { Decimals } from './money.ts'
import type { DateOrder } from './times.ts'

/** What a file can't show, and people answer once. */
export interface Answers {
  /** Of amounts without one. */
  currency?: string | undefined
  /** Of times without one, such as `Europe/Berlin`. */
  timezone?: string | undefined
  decimals?: Decimals | undefined
  dates?: DateOrder | undefined
}
