/** A text that outlives a page change. */
interface Kept {
  get(): string | null
  set(text: string | null): void
}

/**
 * @param area `localStorage` for all tabs, `sessionStorage` for this one. Where the browser blocks it, the text lives as long as the page.
 */
export function keptIn(area: 'localStorage' | 'sessionStorage', name: string): Kept {
  let here: string | null = null
  const tryStorage = (use: (storage: Storage) => string | null) => {
    try {
      here = use(window[area])
    } catch {
      // Blocked, or full.
    }
    return here
  }
  return {
    get: () => tryStorage((storage) => storage.getItem(name)),
    set(text) {
      here = text
      tryStorage((storage) => {
        if (text === null) storage.removeItem(name)
        else storage.setItem(name, text)
        return text
      })
    },
  }
}

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
