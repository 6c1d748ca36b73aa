/** Numbers by key, such as connections by network. Keys with the number 0 take no memory. */
export interface Counts {
  get(key: string): number
  /** Changes a number by `by`. */
  add(key: string, by: number): void
  /** The key with the highest number; undefined if there is none. */
  highest(): string | undefined
}

export function createCounts(): Counts {
  const counts = new Map<string, number>()
  const get = (key: string) => counts.get(key) ?? 0
  return {
    get,
    add: (key, by) => {
      const count = get(key) + by
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    },
    highest: () => {
      let found: string | undefined
      for (const [key, count] of counts) if (found === undefined || count > get(found)) found = key
      return found
    },
  }
}
