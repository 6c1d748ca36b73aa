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
