import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A page that put a button under a moving finger must not get a yes. */
export const INERT_MS = 500
/** Least time between two looks of the browser. */
const LOOK_MS = 100

/** What version 2 of IntersectionObserver adds: https://w3c.github.io/IntersectionObserver/v2/ */
interface Look extends IntersectionObserverEntry {
  /** False if something covers the element or changes its look, also in the page around the frame. */
  isVisible?: boolean
}

/** Whether an element is covered, or was half a second ago. Browsers that can't tell are believed. */
export function useCovered(place: RefObject<Element | null>, isThere: boolean): boolean {
  const [isCovered, setCovered] = useState(false)
  useEffect(() => {
    if (!place.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (looks: Look[]) => {
        clearTimeout(timer)
        if (looks.at(-1)?.isVisible === false) setCovered(true)
        else timer = setTimeout(() => setCovered(false), INERT_MS)
      },
      { trackVisibility: true, delay: LOOK_MS } as IntersectionObserverInit,
    )
    observer.observe(place.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [place, isThere])
  return isCovered
}
