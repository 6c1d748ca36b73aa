import { computed, signal } from '@preact/signals'
import type { Waiting } from './api-types.ts'
import { base } from './base.ts'
import { isSoundOn, store, stored } from './preferences.ts'
import { session } from './session.ts'
import { en } from './texts/en.ts'

/*
 * What calls people when a chat or refund begins to wait: two tones, and the browser's own notification. Both are chosen by one person in
 * one browser. Nothing is sent to the servers of browser vendors, so both need an open tab.
 */

const NAME = 'notifications'

/** The members who have asked for notifications in this browser. */
const asked = signal(stored(NAME)?.split(' ') ?? [])

const isAllowed = signal(hasNotifications() && Notification.permission === 'granted')

/** Whether the person who is signed in gets notifications. */
export const areNoticesOn = computed(() => isAllowed.value && asked.value.includes(session.value?.member.id ?? ''))

/** Browsers have notifications only for pages that came over https, or from the same machine. */
export function hasNotifications(): boolean {
  return 'Notification' in globalThis
}

/** Asks the browser for notifications, which it may ask the person for. @returns whether there will be any */
export async function switchNotices(isOn: boolean): Promise<boolean> {
  const id = session.value?.member.id ?? ''
  if (isOn) isAllowed.value = (await Notification.requestPermission()) === 'granted'
  const others = asked.value.filter((one) => one !== id)
  asked.value = isOn && isAllowed.value ? [...others, id] : others
  store(NAME, asked.value.join(' '))
  return areNoticesOn.value
}

/** Whether something is to be heard or seen of a tab that nobody looks at. */
export const callsPeople = computed(() => isSoundOn.value || areNoticesOn.value)

let shown: Notification | undefined

/** Calls people: more waits than before. @param waiting what waits now @param onChosen called when the person chooses the notification */
export function callPeople(waiting: Waiting, onChosen: () => void): void {
  if (isSoundOn.value) playSound()
  // Who looks at the console sees it there.
  if (areNoticesOn.value && !document.hasFocus()) showNotice(waiting, onChosen)
}

/** Nothing waits any more: a notification of it is no longer true. */
export function endNotice(): void {
  shown?.close()
  shown = undefined
}

/** No names and no texts: others may look at the screen. */
function showNotice({ chats, refunds }: Waiting, onChosen: () => void): void {
  endNotice()
  // Other tabs show the same: a notification with the same tag replaces it without another sound.
  const tag = `storewire ${base} ${chats} ${refunds}`
  shown = new Notification(en.menu.notice(chats, refunds), { body: session.value?.workspace.name ?? '', tag })
  shown.onclick = () => {
    window.focus()
    endNotice()
    onChosen()
  }
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
