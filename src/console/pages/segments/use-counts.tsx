import { useEffect, useState } from 'preact/hooks'
import { ApiError, api, Cancelled, read } from '../api.ts'
import type { SegmentCount } from '../api-types.ts'
import { numberText } from '../parts/chart.tsx'
import { segments as t } from '../texts/en/segments.ts'

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
