import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** Something that can be done on the open page. */
export interface PageAction {
  title: string
  run: () => void
}

/** What can be done on the open page, for the palette. */
export const pageActions = signal<PageAction[]>([])

/** Offers in the palette what a part of the page can do now. The part asks, and the server decides, as after a click. */
export function usePageActions(actions: PageAction[]): void {
  const current = useRef(actions)
  current.current = actions
  const titles = actions.map(({ title }) => title)
  useEffect(() => {
    const offered = titles.map((title) => ({
      title,
      run: () => current.current.find((one) => one.title === title)?.run(),
    }))
    pageActions.value = [...pageActions.value, ...offered]
    return () => {
      pageActions.value = pageActions.value.filter((one) => !offered.includes(one))
    }
  }, [titles.join('\n')])
}
