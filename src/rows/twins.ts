import type { JsonObject } from './json-object.ts'
import type { RowIssue } from './row.ts'

/**
 * Notes an object by its key.
 *
 * @param print of its text
 * @returns whether an earlier object with this key has another print
 */
export type Twins = (key: string, print: string) => boolean

/** For files that fit into memory. */
export function memoryTwins(): Twins {
  const prints = new Map<string, string>()
  return (key, print) => {
    const before = prints.get(key)
    if (before === undefined) prints.set(key, print)
    return before !== undefined && before !== print
  }
}

/** The server would keep the first of two objects with one id and one age, and drop the other one without a word. */
export function twinIssues(twins: Twins, { id, updatedAt }: JsonObject, text: string): RowIssue[] {
  if (id === undefined || !twins(`${id}\n${updatedAt ?? ''}`, printOf(text))) return []
  const message = 'has the id and the time of an object before it, and differs: make one object of the two'
  return [{ path: ['id'], message }]
}

/** Two numbers of 32 bits and the length: enough to see that two texts differ. */
function printOf(text: string): string {
  let [one, two] = [0x811c9dc5, 0x9e3779b9]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 0x01000193)
    two = Math.imul(two ^ code, 0x85ebca6b) + index
  }
  return `${one >>> 0}.${two >>> 0}.${text.length}`
}
