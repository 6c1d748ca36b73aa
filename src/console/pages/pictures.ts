import type { Session } from './api-types.ts'

/** The hosts of pictures that the policy of this document allows, as the shell names them. */
const allowed = (document.documentElement.dataset.pictures ?? '').split(' ').filter(Boolean)

/** The address to load a picture from; null if this document may not: then a tile is shown. @param picture as the server has sent it */
export function sourceOf(picture: string | null | undefined): string | null {
  if (!picture) return null
  // The server may be below a path, and then the console is too.
  if (picture.startsWith('/')) return new URL(`..${picture}`, document.baseURI).href
  return allowed.includes(URL.parse(picture)?.host ?? '') ? picture : null
}

/** The hosts for which the document was last loaded again, in this tab. */
const TRIED = 'storewire.pictures'

/**
 * Loads the document again if its policy is not the one of the session's workspace: a policy can't be changed within a document. That is
 * so after a sign-in, after another workspace was chosen, and if a link of another site led here, since the cookie was not sent then.
 *
 * @param path the page to load instead of this one
 * @returns whether this page is left
 */
export function leaveOldPolicy(session: Session | null | undefined, path = location.href): boolean {
  const wanted = (session?.pictureHosts ?? []).join()
  try {
    // A browser or proxy that keeps the cookie back all the same must not make a circle.
    const isTried = sessionStorage.getItem(TRIED) === wanted
    if (wanted === allowed.join()) sessionStorage.removeItem(TRIED)
    if (wanted === allowed.join() || isTried) return false
    sessionStorage.setItem(TRIED, wanted)
  } catch {
    // Storage is blocked: tiles are shown.
    return false
  }
  if (path === location.href) location.reload()
  else location.assign(path)
  return true
}
