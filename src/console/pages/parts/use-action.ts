import { useRef, useState } from 'preact/hooks'
import { ApiError, Cancelled } from '../api.ts'

export interface Action<Args extends unknown[]> {
  run: (...args: Args) => Promise<void>
  isBusy: boolean
  error: ApiError | null
}

/** A call that a person asks for: it runs once at a time, and its error is kept until the next one. */
export function useAction<Args extends unknown[]>(work: (...args: Args) => Promise<unknown>): Action<Args> {
  const [state, setState] = useState<{ isBusy: boolean; error: ApiError | null }>({ isBusy: false, error: null })
  const running = useRef(false)
  const run = async (...args: Args) => {
    // The state is drawn later than a second click may come.
    if (running.current) return
    running.current = true
    setState({ isBusy: true, error: null })
    try {
      await work(...args)
      setState({ isBusy: false, error: null })
    } catch (error) {
      setState({ isBusy: false, error: error instanceof ApiError ? error : null })
      if (!(error instanceof ApiError || error instanceof Cancelled)) throw error
    } finally {
      running.current = false
    }
  }
  return { run, ...state }
}

/** A key that nobody guesses. Over http browsers have no `randomUUID`. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
