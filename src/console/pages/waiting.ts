import { computed, effect, signal } from '@preact/signals'
import { ApiError, api, Cancelled, read } from './api.ts'
import type { Waiting } from './api-types.ts'
import { isLive, MISSED, onLive, opening } from './live.ts'
import { isSoundOn } from './preferences.ts'
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
/** A red dot on the icon of the page, in its own coordinates. */
const DOT = '<circle cx="25" cy="7" r="7" fill="#d92d20" stroke="#fff" stroke-width="2"/></svg>'

/** Shows what waits for people in the tab's title and icon, and by a sound if something new waits. @returns what ends that */
export function keepWaiting(): () => void {
  let isFirst = true
  const set = (next: Waiting) => {
    const isMore = next.chats > waiting.value.chats || next.refunds > waiting.value.refunds
    if (isMore && !isFirst && isSoundOn.value) playSound()
    isFirst = false
    waiting.value = next
  }
  const ask = async () => {
    try {
      await opening
      set(await read(api.GET('/waiting')))
    } catch (error) {
      // The page itself says that somebody is signed out, or has no connection.
      if (!(error instanceof ApiError || error instanceof Cancelled)) throw error
    }
  }
  const ends = [
    onLive('waiting', (data) => set(data as Waiting)),
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
  let dotted: Promise<string> | undefined
  const draw = async () => {
    const svg = await (await fetch(plain)).text()
    return `data:image/svg+xml,${encodeURIComponent(svg.trim().replace(/<\/svg>$/, DOT))}`
  }
  const isWaiting = computed(() => count.value > 0)
  return effect(() => {
    if (!isWaiting.value) {
      link.href = plain
      return
    }
    dotted ??= draw()
    dotted.then(
      (href) => {
        if (isWaiting.peek()) link.href = href
      },
      () => {
        // Without the server there is no icon to draw on: the next change tries again.
        dotted = undefined
      },
    )
  })
}

/** Two short tones, made by the browser: nothing is loaded. */
const TONES = [880, 1_320]
const TONE_S = 0.12
const VOLUME = 0.08

let audio: AudioContext | undefined

/** Plays two tones. A browser plays nothing before the first click or key in the tab. */
function playSound(): void {
  if (!navigator.userActivation.hasBeenActive) return
  audio ??= new AudioContext()
  const { currentTime, destination } = audio
  TONES.forEach((frequency, index) => {
    if (!audio) return
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    const start = currentTime + index * TONE_S
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(VOLUME, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_S)
    tone.connect(volume).connect(destination)
    tone.start(start)
    tone.stop(start + TONE_S)
  })
}
