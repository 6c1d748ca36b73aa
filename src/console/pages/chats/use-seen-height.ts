import { useLayoutEffect } from 'preact/hooks'

/**
 * Keeps the inbox within what is seen of the window. A phone's keyboard covers the lower part of a page without making the window smaller,
 * and the composer is there. Magnified by two fingers, the page stays as large as it is.
 */
export function useSeenHeight(): void {
  useLayoutEffect(() => {
    const { visualViewport: seen } = window
    if (!seen) return
    const { style } = document.documentElement
    const fit = () => {
      const isCovered = seen.scale === 1 && seen.height < innerHeight
      style.setProperty('--seen-height', isCovered ? `${seen.height}px` : null)
      style.setProperty('--seen-top', isCovered ? `${seen.offsetTop}px` : null)
    }
    fit()
    for (const name of ['resize', 'scroll']) seen.addEventListener(name, fit)
    return () => {
      for (const name of ['resize', 'scroll']) seen.removeEventListener(name, fit)
      style.removeProperty('--seen-height')
      style.removeProperty('--seen-top')
    }
  }, [])
}
