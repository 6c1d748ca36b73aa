import { JsonText } from '../lib/json.ts'
import type { ShownObject } from '../objects/find/read.ts'

/** A value of `custom` that is short enough for an answer. */
const LONGEST = 200

/** The entries of `custom` that the shop shows. Objects and lists in it, and `custom` of lines and variants, stay hidden. */
export function visibleCustom({ custom }: ShownObject, names: readonly string[]): Record<string, string> {
  if (names.length === 0 || !(custom instanceof JsonText)) return {}
  const entries = JSON.parse(custom.text) as Record<string, unknown>
  const shown = names.flatMap((name) => {
    const value = Object.hasOwn(entries, name) ? entries[name] : undefined
    const isShort = typeof value === 'string' ? value !== '' && value.length <= LONGEST : true
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isPlain && isShort ? [[name, String(value)]] : []
  })
  return Object.fromEntries(shown)
}
