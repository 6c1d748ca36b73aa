/**
 * Lets one tab of a browser at a time hold the stream of events: browsers open only a few connections to a host. Without Web Locks, which
 * need https, it is the tab that is shown.
 *
 * @param signal ends holding and waiting
 */
export function holdStream(name: string, onChange: (isHeld: boolean) => void, signal: AbortSignal): void {
  const held = () => {
    onChange(true)
    return new Promise<unknown>((resolve) => signal.addEventListener('abort', resolve))
  }
  const follow = () => onChange(!document.hidden)
  // It rejects if the signal ends the wait.
  if (navigator.locks) navigator.locks.request(name, { signal }, held).catch(() => {})
  else {
    document.addEventListener('visibilitychange', follow, { signal })
    follow()
  }
}
