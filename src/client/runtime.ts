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

const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when the signal is aborted, with one listener for each signal: Node.js warns about more than ten listeners, and an import
 * may have more simultaneous requests.
 *
 * @returns a function that stops listening
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {}
  let callbacks = callbacksOf.get(signal)
  if (!callbacks) {
    const all = new Set<() => void>()
    signal.addEventListener('abort', () => {
      for (const each of all) each()
    })
    callbacksOf.set(signal, all)
    callbacks = all
  }
  callbacks.add(callback)
  return () => void callbacks.delete(callback)
}
