import { useEffect, useState } from 'preact/hooks'
import { serverNow } from '../server-clock.ts'
import { home as t } from '../texts/en/home.ts'

/** Tenths of a second count for somebody who waits for the first push. */
const TICK_MS = 100
const EXACT_FOR_MS = 10_000

/** How long ago something arrived, counted while somebody looks. */
export function Ago({ at }: { at: number }) {
  const [now, setNow] = useState(at)
  const age = Math.max(0, now - at)
  useEffect(() => {
    const timer = setTimeout(() => setNow(serverNow()), age < EXACT_FOR_MS ? TICK_MS : 1_000)
    return () => clearTimeout(timer)
  }, [age, at])
  // A reader of the screen hears what arrived, and not each tenth of a second.
  return (
    <span aria-hidden="true">
      {t.ago(age < EXACT_FOR_MS ? (age / 1000).toFixed(1) : String(Math.round(age / 1000)))}
    </span>
  )
}
