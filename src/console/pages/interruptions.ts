import { effect, signal } from '@preact/signals'
import { base } from './base.ts'

/** Whether the last call did not reach the server. Actions are disabled then. */
export const isOffline = signal(false)

const RETRY_MS = 2_000

/** While the server can't be reached, asks every two seconds whether it is back. @returns what ends that */
export function keepTrying(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    fetch(`${base}/api/state`).then(
      () => {
        isOffline.value = false
      },
      () => {
        timer = setTimeout(ask, RETRY_MS)
      },
    )
  }
  const stop = effect(() => {
    clearTimeout(timer)
    if (isOffline.value) timer = setTimeout(ask, RETRY_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** What a call waits for, and what to do with the answer: true sends it again. */
interface Asked {
  kind: 'sign-in' | 'password'
  answer: (isDone: boolean) => void
}

/** The dialog that is open over the page; null: no call waits. */
export const asked = signal<Asked | null>(null)

let waiting: Promise<boolean> | undefined

/** Opens one dialog for all calls that need it at the same time. @returns whether the person did what it asks for */
function ask(kind: Asked['kind']): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    asked.value = { kind, answer: resolve }
  }).finally(() => {
    asked.value = null
    waiting = undefined
  })
  return waiting
}

export const signInAgain = () => ask('sign-in')
export const passwordAgain = () => ask('password')
