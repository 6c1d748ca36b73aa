/** Of what is kept for a publishable key, and of what tabs share. */
export function nameOf(key: string): string {
  return `storewire:${key}`
}

/** A text that outlives a page change. */
export interface Kept {
  get(): string | null
  set(text: string | null): void
}

/**
 * @param area `localStorage` for all tabs, `sessionStorage` for this one. Where the browser blocks it, the text lives as long as the page.
 */
export function keptIn(area: 'localStorage' | 'sessionStorage', key: string): Kept {
  const name = nameOf(key)
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
