import { useEffect } from 'preact/hooks'
import { session } from '../session.ts'

/** An object that the person has opened. */
export interface RecentObject {
  /** The address of its page. */
  key: string
  title: string
  kind: string
}

const MOST = 5
let objects: RecentObject[] = []
let of = ''

/** Of the person and workspace that are open: kept as long as the tab, and never stored. */
const whose = () => `${session.value?.member.id} ${session.value?.workspace.id}`

/** The last objects that were opened, the newest first. */
export function recentObjects(): RecentObject[] {
  return of === whose() ? objects : []
}

/** Notes an object that a page shows. @param title undefined until it is loaded */
export function useRecent(key: string, title: string | undefined, kind: string): void {
  useEffect(() => {
    if (title === undefined) return
    objects = [{ key, title, kind }, ...recentObjects().filter((one) => one.key !== key)].slice(0, MOST)
    of = whose()
  }, [key, title, kind])
}
