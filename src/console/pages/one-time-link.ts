import { signal } from '@preact/signals'
import { base } from './base.ts'

export interface OneTimeLink {
  /** `confirm`: of an e-mail address that gets events. */
  kind: 'setup' | 'invite' | 'reset' | 'confirm'
  token: string
}

function linkIn(fragment: string): OneTimeLink | null {
  const [, kind, token] = /^#(setup|invite|reset|confirm)=(\w+)$/.exec(fragment) ?? []
  return kind === undefined || token === undefined ? null : { kind: kind as OneTimeLink['kind'], token }
}

/** The one-time link that this page was opened with; null: none, or it is used. */
export const oneTimeLink = signal(linkIn(location.hash))

// Who pastes a link into a tab of the console changes only its fragment.
addEventListener('hashchange', () => {
  oneTimeLink.value = linkIn(location.hash)
})

/** Leaves the link, so that neither the address nor the history of the tab holds it. */
export function leaveLink(): void {
  history.replaceState(null, '', base)
  oneTimeLink.value = null
}
