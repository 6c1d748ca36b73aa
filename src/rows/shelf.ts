/**
 * What is kept of a file while it is read: where the objects are whose rows are apart, and the rows that wait for the others of their
 * object.
 */
export interface Shelf {
  /** Notes that rows of an object begin, in the first reading. @param run counts the places where rows of an object begin */
  note(key: string, run: number): void
  /** The last place with rows of an object; undefined if all its rows are together. */
  lastRunOf(key: string): number | undefined
  /** The number of objects whose rows are apart. */
  apart(): number
  /** The number of objects. */
  size(): number
  /** Keeps rows of an object for later. @param rows as text */
  put(key: string, rows: string): void
  /** The kept rows of an object, the oldest first. They are kept no longer. */
  take(key: string): string[]
}

/** A shelf for files that fit into memory. */
export function memoryShelf(): Shelf {
  const runs = new Map<string, number>()
  const apart = new Set<string>()
  const kept = new Map<string, string[]>()
  return {
    note: (key, run) => {
      if (runs.has(key)) apart.add(key)
      runs.set(key, run)
    },
    lastRunOf: (key) => (apart.has(key) ? runs.get(key) : undefined),
    apart: () => apart.size,
    size: () => runs.size,
    put: (key, rows) => {
      const before = kept.get(key)
      if (before) before.push(rows)
      else kept.set(key, [rows])
    },
    take: (key) => {
      const rows = kept.get(key) ?? []
      kept.delete(key)
      return rows
    },
  }
}
