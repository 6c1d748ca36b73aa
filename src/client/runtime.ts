import { onAbort } from './on-abort.ts'

/** Time, chance and the network, as the client library uses them; tests bring their own. */
export interface Runtime {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Epoch milliseconds. */
  now(): number
  /** At least 0 and less than 1. */
  random(): number
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** How long one attempt may take, from the first byte sent to the last one received. */
  attemptTimeoutMs: number
}

export const platform: Runtime = {
  fetch: (url, init) => fetch(url, init),
  now: Date.now,
  random: Math.random,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const timer = setTimeout(() => {
        listenNoMore()
        resolve()
      }, ms)
      const listenNoMore = onAbort(signal, () => {
        clearTimeout(timer)
        reject(signal?.reason)
      })
    }),
  attemptTimeoutMs: 30_000,
}
