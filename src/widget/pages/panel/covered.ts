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

/** Whether somebody sees an element: `away` if it is scrolled out of sight, or was half a second ago; `covered` if something lies over it. */
type Seen = 'seen' | 'away' | 'covered'

/** Browsers that can't tell are believed. */
export function useSeen(place: RefObject<Element | null>, isThere: boolean): Seen {
  const [seen, setSeen] = useState<Seen>('seen')
  useEffect(() => {
    if (!place.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (looks: Look[]) => {
        clearTimeout(timer)
        const look = looks.at(-1)
        if (look?.isVisible === false) setSeen(look.isIntersecting ? 'covered' : 'away')
        else timer = setTimeout(() => setSeen('seen'), INERT_MS)
      },
      { trackVisibility: true, delay: LOOK_MS } as IntersectionObserverInit,
    )
    observer.observe(place.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [place, isThere])
  return seen
}
