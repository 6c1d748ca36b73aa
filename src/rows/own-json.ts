import { objectIn } from './format.ts'
import type { JsonEntry } from './json.ts'
import type { ImportRow } from './row.ts'
import { type Twins, twinIssues } from './twins.ts'

/**
 * Objects in our own form, as the text of the file. If the first one has no `updatedAt`, the file has no times: then each object
 * without one gets the time of the import.
 *
 * @param importedAt in epoch milliseconds
 * @param twins finds objects that are in the file twice, and differ
 */
export async function* ownJsonRows(
  entries: AsyncIterable<JsonEntry>,
  importedAt: number,
  twins: Twins,
): AsyncGenerator<ImportRow> {
  let isDated: boolean | undefined
  for await (const { text, place } of entries) {
    const object = objectIn(text)
    if (!object) {
      yield { place, text, issues: [{ path: [], message: isJson(text) ? 'must be an object' : 'is not valid JSON' }] }
      continue
    }
    isDated ??= 'updatedAt' in object
    const whole = isDated || 'updatedAt' in object ? text : withTime(text, importedAt)
    yield { place, text: whole, issues: twinIssues(twins, object, text) }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The text of the object stays as it is: parsing would lose digits of numbers. */
function withTime(text: string, updatedAt: number): string {
  const inner = text.slice(1)
  return `{"updatedAt":${updatedAt}${inner.trimStart().startsWith('}') ? '' : ','}${inner}`
}
