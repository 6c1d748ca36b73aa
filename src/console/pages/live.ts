import { effect, signal } from '@preact/signals'
import { base } from './base.ts'
import { callsPeople } from './notices.ts'
import { session } from './session.ts'

/** Whether the server tells this tab what happens. */
export const isLive = signal(false)

/** Ends once the first stream of a workspace is open, or cannot be had soon: a page that reads after it misses nothing. */
export let opening = Promise.resolve()

const stream = new EventTarget()

/** Calls `hear` for each event of a name, with its data, until the returned function is called. */
export function onLive(name: string, hear: (data: unknown) => void): () => void {
  const listener = (event: Event) => hear((event as CustomEvent).detail)
  names.add(name)
  source?.addEventListener(name, forward)
  stream.addEventListener(name, listener)
  return () => stream.removeEventListener(name, listener)
}

/** The event after which everything that is shown is read again. */
export const MISSED = 'missed'

const names = new Set<string>([MISSED])
let source: EventSource | undefined
const RETRY_MS = 5_000
/** How long pages wait for the stream before they read without it: a proxy may hold it back. */
const WITHOUT_MS = 1_000
/**
 * A tab that nobody sees gives its stream back: over http/1.1 a browser has six connections to a server for all its tabs. If people are to
 * be called, one of these tabs keeps it.
 */
const HIDDEN_MS = 30_000

function forward(event: MessageEvent): void {
  stream.dispatchEvent(new CustomEvent(event.type, { detail: JSON.parse(event.data) }))
}

/** Calls `begin` when no other tab of this browser is in turn. @returns ends the turn, or the wait for it */
function inTurn(begin: () => void): () => void {
  const waiting = new AbortController()
  const turn = Promise.withResolvers<void>()
  navigator.locks
    ?.request(`storewire ${base}`, { signal: waiting.signal }, () => {
      begin()
      return turn.promise
    })
    .catch(() => {
      // The wait was ended.
    })
  return () => {
    waiting.abort()
    turn.resolve()
  }
}

/** One stream for the tab, as long as somebody is signed in; the workspace is a part of the session. */
export function keepLive(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether pages may have read before the stream that opens next. */
  let isBehind = false
  const workspace = () => session.value?.workspace.id
  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
    isLive.value = false
  }
  let goOn = () => {}
  const open = () => {
    const opened = new EventSource(`${base}/api/events`)
    source = opened
    for (const name of names) opened.addEventListener(name, forward)
    opened.onopen = () => {
      isLive.value = true
      // Nothing is sent again of what happened while there was no stream.
      if (isBehind) stream.dispatchEvent(new CustomEvent(MISSED))
      goOn()
    }
    opened.onerror = () => {
      isLive.value = false
      goOn()
      // The browser tries again by itself, but not after a response such as a 401 or a 429.
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS)
    }
  }
  const stop = effect(() => {
    const id = workspace()
    close()
    if (id === undefined) return
    isBehind = false
    opening = new Promise((resolve) => {
      goOn = () => {
        isBehind = true
        resolve()
      }
      setTimeout(goOn, WITHOUT_MS)
    })
    open()
  })
  let hidden: ReturnType<typeof setTimeout> | undefined
  let leaveTurn = () => {}
  const giveBack = () => {
    close()
    if (callsPeople.value) leaveTurn = inTurn(openIfNeeded)
  }
  const openIfNeeded = () => {
    if (!source && workspace() !== undefined) open()
  }
  const onVisibility = () => {
    clearTimeout(hidden)
    leaveTurn()
    if (document.hidden) hidden = setTimeout(giveBack, HIDDEN_MS)
    else openIfNeeded()
  }
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    stop()
    close()
    clearTimeout(hidden)
    leaveTurn()
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
