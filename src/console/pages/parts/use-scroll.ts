import { useLayoutEffect } from 'preact/hooks'

/** How far down each list was when it was left. */
const places = new Map<string, number>()
/** Whether the last step was one back: by the browser, or by the link to the list above an object. */
let isBack = false

addEventListener('popstate', () => {
  isBack = true
})
addEventListener(
  'click',
  ({ target }) => {
    isBack = target instanceof Element && target.closest('a.back') !== null
  },
  true,
)

/** Restores the scroll position of a list on the way back. @param isThere whether the rows are drawn */
export function useScroll(key: string, isThere: boolean): void {
  useLayoutEffect(() => {
    if (!isThere) return
    const top = places.get(key)
    if (isBack && top !== undefined) requestAnimationFrame(() => scrollTo(0, top))
    isBack = false
    const note = () => void places.set(key, scrollY)
    addEventListener('scroll', note, { passive: true })
    return () => removeEventListener('scroll', note)
  }, [key, isThere])
}
