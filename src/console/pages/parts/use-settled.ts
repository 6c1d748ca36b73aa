import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

const SETTLED_MS = 500

/**
 * Whether a part is where it was half a second ago. A click that was meant for what was there before must not do something that can't be
 * undone.
 */
export function useSettled(part: RefObject<HTMLElement | null>): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!part.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      setSettled(false)
      clearTimeout(timer)
      timer = setTimeout(() => setSettled(true), SETTLED_MS)
    }
    // A dialog is in the middle of the window: its buttons move when its size changes, or that of the window.
    const sizes = new ResizeObserver(moved)
    sizes.observe(part.current)
    addEventListener('resize', moved)
    return () => {
      sizes.disconnect()
      removeEventListener('resize', moved)
      clearTimeout(timer)
    }
  }, [])
  return isSettled
}
