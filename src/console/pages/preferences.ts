import { effect, signal } from '@preact/signals'

/** The browser's storage; undefined where it is blocked, so that choices last as long as the page. */
const storage = (() => {
  try {
    return localStorage
  } catch {
    return undefined
  }
})()

/** What one person likes in one browser. Nothing secret is stored there. */
export const stored = (name: string) => storage?.getItem(`storewire.${name}`)
export const store = (name: string, value: string) => storage?.setItem(`storewire.${name}`, value)

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const theme = signal<Theme>(themes.find((one) => one === stored('theme')) ?? 'system')
effect(() => {
  document.documentElement.dataset.theme = theme.value
  store('theme', theme.value)
})

/** Whether single letters are shortcuts; who speaks to the browser may not want that. */
export const areLettersOn = signal(stored('letters') !== 'off')
effect(() => store('letters', areLettersOn.value ? 'on' : 'off'))

/** Whether tones are to be heard when another chat or refund waits. */
export const isSoundOn = signal(stored('sound') === 'on')
effect(() => store('sound', isSoundOn.value ? 'on' : 'off'))

/** The workspaces whose set-up this person has hidden. */
export const hiddenSetups = signal((stored('setup') ?? '').split(' ').filter(Boolean))
effect(() => store('setup', hiddenSetups.value.join(' ')))

export function hideSetup(workspaceId: string): void {
  hiddenSetups.value = [...hiddenSetups.value, workspaceId]
}

export function showSetup(workspaceId: string): void {
  hiddenSetups.value = hiddenSetups.value.filter((id) => id !== workspaceId)
}
