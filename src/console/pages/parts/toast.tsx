import { signal } from '@preact/signals'

const SHOWN_MS = 6_000
const text = signal('')
let timer: ReturnType<typeof setTimeout> | undefined

/** Reports for some seconds that something was done. */
export function toast(message: string): void {
  text.value = message
  clearTimeout(timer)
  timer = setTimeout(() => {
    text.value = ''
  }, SHOWN_MS)
}

/** Where reports appear. It is always there: readers of the screen hear what changes in it. */
export function Toasts() {
  return (
    <div class="toasts" role="status">
      {text.value && <p>{text.value}</p>}
    </div>
  )
}
