import { signal } from '@preact/signals'

/** How far the clock of the server is ahead of this browser's, in milliseconds. */
let aheadMs = 0

/** The time by the clock of the server, as far as its last response showed it, in epoch milliseconds. */
export function serverNow(): number {
  return Date.now() + aheadMs
}

/** {@link serverNow}, for what is shown: it advances every half minute, so that "2 minutes ago" stays true, and with each response. */
export const shownNow = signal(Date.now())
setInterval(() => {
  shownNow.value = serverNow()
}, 30_000)

/** Sets the clock by a response of the server. What the response reports happened before it. */
export function setClock({ headers }: Response): void {
  const time = Number(headers.get('x-server-time'))
  if (!time) return
  aheadMs = time - Date.now()
  shownNow.value = time
}
