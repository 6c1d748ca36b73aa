import type { RefObject } from 'preact'
import { useKeys } from './use-keys.ts'

/** `j` and `k` go through the links or summaries that open the rows of a list, Enter opens one, Esc leaves them. */
export function useRowKeys(place: RefObject<HTMLElement | null>, opening = 'tbody tr a:first-of-type'): void {
  const go = (step: number) => () => {
    const links = [...(place.current?.querySelectorAll<HTMLElement>(opening) ?? [])]
    const current = links.findIndex((link) => link.closest('tr,details')?.contains(document.activeElement))
    links[current < 0 ? 0 : Math.min(Math.max(current + step, 0), links.length - 1)]?.focus()
  }
  useKeys({
    j: go(1),
    k: go(-1),
    Escape: () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
  })
}
