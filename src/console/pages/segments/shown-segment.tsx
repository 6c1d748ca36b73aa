import { useEffect, useState } from 'preact/hooks'
import { ApiError, api, Cancelled, read } from '../api.ts'
import type { SegmentCount } from '../api-types.ts'
import { labelOf } from '../data-object/object-fields.ts'
import { amountText } from '../parts/amount-text.ts'
import { numberText } from '../parts/chart.tsx'
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

/** A count; null if the server could not count. */
type Counted = SegmentCount | null

/** Counts segments one after another, since each count keeps the server's reading thread busy. */
export function useCounts(segments: { id: string }[] | undefined): Map<string, Counted> {
  const [counts, setCounts] = useState(new Map<string, Counted>())
  useEffect(() => {
    let isOver = false
    const countAll = async () => {
      for (const { id } of segments ?? []) {
        const counted = await read(api.GET('/segments/{id}/count', { params: { path: { id } } })).catch(
          (error: unknown) => {
            if (error instanceof ApiError || error instanceof Cancelled) return null
            throw error
          },
        )
        if (isOver) return
        setCounts((before) => new Map(before).set(id, counted))
      }
    }
    void countAll()
    return () => {
      isOver = true
    }
  }, [segments])
  return counts
}

export function CountText({ count }: { count: Counted | undefined }) {
  if (count === undefined) return <span class="quiet">{t.counting}</span>
  if (count === null) return <span class="quiet">–</span>
  const text = numberText(count.count)
  return <span class="number">{count.isComplete ? text : t.atLeast(text)}</span>
}
