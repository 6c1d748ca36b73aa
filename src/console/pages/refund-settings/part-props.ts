import { minorDigits } from '../../../lib/amounts.ts'
import type { RefundSettings, RefundSettingsChange } from '../api-types.ts'
import { minorUnits } from '../parts/values.tsx'
import type { Settings } from '../settings/use-settings.ts'

/** The settings as the fields have them: the limit as it is typed. */
export type RefundForm = Omit<RefundSettings, 'autoLimit' | 'limitCurrency'> & { limit: string; currency: string }

/** What each part of the form gets. */
export interface PartProps {
  settings: Settings<RefundForm>
}

export function formOf({ autoLimit, limitCurrency, ...stored }: RefundSettings): RefundForm {
  const currency = limitCurrency ?? 'EUR'
  const digits = minorDigits(currency)
  return { ...stored, currency, limit: autoLimit == null ? '' : (autoLimit / 10 ** digits).toFixed(digits) }
}

/** The limit in minor units; null without one, undefined if what is typed is not an amount. */
export function limitOf({ limit, currency }: Pick<RefundForm, 'limit' | 'currency'>): number | null | undefined {
  return limit.trim() === '' ? null : minorUnits(limit, currency)
}

/** What is sent of changed fields. */
export function changeOf(
  { limit, currency, ...changed }: Partial<RefundForm>,
  value: RefundForm,
): RefundSettingsChange {
  const change = changed as RefundSettingsChange
  if (limit === undefined && currency === undefined) return change
  const autoLimit = limitOf(value) ?? null
  return { ...change, autoLimit, limitCurrency: autoLimit === null ? null : value.currency }
}
