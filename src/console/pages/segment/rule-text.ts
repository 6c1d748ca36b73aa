import { labelOf } from '../data-object/object-fields.ts'
import { amountText } from '../parts/amount-text.ts'
import { segments as t } from '../texts/en/segments.ts'

type Group = keyof typeof t.groups

/** A rule as one line: `all of (Orders count >= 5, Tag = vip)`. */
export function ruleText(rule: object): string {
  const [kind = '', parts] = Object.entries(rule)[0] ?? []
  if (kind in t.groups && Array.isArray(parts)) {
    const texts = parts.map((part: object) => ruleText(part))
    return texts.length === 1 && kind !== 'not' ? (texts[0] ?? '') : `${t.groups[kind as Group]} (${texts.join(', ')})`
  }
  const { field, op, value, currency } = rule as Record<string, unknown>
  const shown =
    typeof currency === 'string' && typeof value === 'number' ? amountText(value, currency) : [value].flat().join(', ')
  return `${labelOf(String(field))} ${op === 'withinDays' ? t.days(shown) : `${op} ${shown}`}`
}
