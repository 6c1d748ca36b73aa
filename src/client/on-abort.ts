const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when the signal is aborted, with one listener for each signal: Node.js warns where there are more than ten, and an
 * import may have more requests under way than that.
 *
 * @returns how to be called back no longer
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
