/** Some of the fields of `T`, at every depth. Lists are replaced as a whole. */
export type Changes<T> = { [K in keyof T]?: T[K] extends readonly unknown[] ? T[K] : Changes<T[K]> }

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is stored, with changes over it. */
export function merged<T>(stored: T, changes: Changes<T>): T {
  if (!(isFields(stored) && isFields(changes))) return changes as T
  const all: Record<string, unknown> = { ...stored }
  for (const [name, value] of Object.entries(changes)) all[name] = merged(all[name], value as Changes<unknown>)
  return all as T
}

/** Those of some changes that differ from what is stored. */
export function differing<T>(stored: T, changes: Changes<T>): Changes<T> {
  const all: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(changes)) {
    const before = (stored as Record<string, unknown>)[name]
    if (isFields(before) && isFields(value)) {
      const inner = differing(before, value as Changes<typeof before>)
      if (Object.keys(inner).length > 0) all[name] = inner
    } else if (JSON.stringify(value) !== JSON.stringify(before)) all[name] = value
  }
  return all as Changes<T>
}
