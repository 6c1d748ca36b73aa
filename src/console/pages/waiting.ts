import { computed, effect, signal } from '@preact/signals'
import { ApiError, api, Cancelled, read } from './api.ts'
import type { Waiting } from './api-types.ts'
import { at } from './base.ts'
import { isLive, MISSED, onLive, opening } from './live.ts'
import { callPeople, endNotice } from './notices.ts'
import { session } from './session.ts'

/** What waits for people in the workspace. */
export const waiting = signal<Waiting>({ chats: 0, refunds: 0 })
const count = computed(() => waiting.value.chats + waiting.value.refunds)

/** The title of the page that is shown. */
export const pageTitle = signal('')

/** More are not counted. */
const MOST = 100

/** A count as people read it: `99+` beyond 99; empty for none. */
export function countText(count: number): string {
  if (count === 0) return ''
  return count < MOST ? String(count) : `${MOST - 1}+`
}

/** A tab that nobody sees has no stream: it asks instead. */
const ASK_MS = 20_000
/** A number on the icon of the page, in its own coordinates: of 16 pixels, so only one digit can be read. */
const numberOn = (count: number) =>
  `<circle cx="21" cy="11" r="11" fill="#d92d20"/><text x="21" y="${count > 9 ? 16 : 17}" fill="#fff" font-family="sans-serif" font-weight="bold" font-size="${count > 9 ? 14 : 17}" text-anchor="middle">${count > 9 ? '9+' : count}</text></svg>`

/**
 * Shows what waits for people in the tab's title and icon, and calls them if more does.
 *
 * @param go opens a page of the console
 * @returns what ends that
 */
export function keepWaiting(go: (path: string) => void): () => void {
  let isFirst = true
  const set = (next: Waiting) => {
    const isMore = next.chats > waiting.value.chats || next.refunds > waiting.value.refunds
    if (isMore && !isFirst) callPeople(next, () => go(at(next.chats > 0 ? '/chats' : '/refunds')))
    isFirst = false
    waiting.value = next
    if (count.value === 0) endNotice()
  }
  let heard = 0
  const ask = async () => {
    try {
      await opening
      const before = heard
      const answered = await read(api.GET('/waiting'))
      // What was heard meanwhile may be newer.
      if (heard === before) set(answered)
    } catch (error) {
      // The page itself says that somebody is signed out, or has no connection.
      if (!(error instanceof ApiError || error instanceof Cancelled)) throw error
    }
  }
  const ends = [
    onLive('waiting', (data) => {
      heard++
      set(data as Waiting)
    }),
    onLive(MISSED, ask),
    effect(() => {
      if (session.value?.workspace.id === undefined) return
      isFirst = true
      ask()
    }),
    effect(() => {
      const waits = countText(count.value)
      document.title = `${waits && `(${waits}) `}${pageTitle.value} · storewire`
    }),
    keepIcon(),
  ]
  const timer = setInterval(() => {
    if (!isLive.value && session.value) ask()
  }, ASK_MS)
  return () => {
    clearInterval(timer)
    for (const end of ends) end()
  }
}

function keepIcon(): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return () => {}
  const plain = link.href
  let svg: Promise<string> | undefined
  return effect(() => {
    const drawn = count.value
    if (drawn === 0) {
      link.href = plain
      return
    }
    svg ??= fetch(plain).then((response) => response.text())
    svg.then(
      (text) => {
        const numbered = text.trim().replace(/<\/svg>$/, numberOn(drawn))
        if (count.peek() === drawn) link.href = `data:image/svg+xml,${encodeURIComponent(numbered)}`
      },
      () => {
        // Without the server there is no icon to draw on: the next change tries again.
        svg = undefined
      },
    )
  })
}
