import { isObject, Problem } from '../../lib/schema.ts'
import type { Kind } from '../../objects/kinds.ts'

const INTEGER = /^(-?)0*(\d+)$/
const BOOLEANS: Record<string, string> = {
  true: 'true',
  yes: 'true',
  1: 'true',
  false: 'false',
  no: 'false',
  0: 'false',
}

/** The JSON text that a cell of a CSV file stands for, or why it stands for none. Whether the value fits its field is for the server to say. */
export function jsonOf(cell: string, kind: Kind): string | Problem {
  if (kind === 'text') return JSON.stringify(cell)
  if (kind === 'integer') {
    return INTEGER.test(cell)
      ? withoutZeros(cell)
      : new Problem('must be a whole number, such as 3900; amounts are in minor units')
  }
  if (kind === 'boolean') return BOOLEANS[cell.toLowerCase()] ?? new Problem('must be true or false')
  if (kind === 'time') return INTEGER.test(cell) ? withoutZeros(cell) : JSON.stringify(cell)
  if (typeof kind === 'object' && 'each' in kind) {
    if (kind.each !== 'text' || cell.trim().startsWith('[')) return parsed(cell, Array.isArray, 'a JSON array')
    return JSON.stringify(
      cell
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    )
  }
  return parsed(cell, isObject, 'a JSON object')
}

/** Programs that write columns of a fixed width fill them up with zeros, which JSON does not take. */
function withoutZeros(integer: string): string {
  return integer.replace(INTEGER, '$1$2')
}

function parsed(cell: string, fits: (value: unknown) => boolean, what: string): string | Problem {
  try {
    if (fits(JSON.parse(cell))) return cell
  } catch {
    // Told below, like any other value that is none.
  }
  return new Problem(`must be ${what}`)
}
