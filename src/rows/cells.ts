/** What a cell of a table is read as. */
export const cellKinds = ['text', 'integer', 'boolean', 'time', 'texts', 'list', 'object'] as const
export type CellKind = (typeof cellKinds)[number]

const INTEGER = /^(-?)0*(\d+)$/
const BOOLEANS: Record<string, string> = {
  true: 'true',
  yes: 'true',
  1: 'true',
  false: 'false',
  no: 'false',
  0: 'false',
}

/** The JSON text for a cell of a table, or what is wrong with it. The server checks whether the value fits its field. */
export function jsonOf(cell: string, kind: CellKind): { json: string } | { problem: string } {
  if (kind === 'text') return { json: JSON.stringify(cell) }
  if (kind === 'integer') {
    return INTEGER.test(cell)
      ? { json: withoutZeros(cell) }
      : { problem: 'must be a whole number, such as 3900; amounts are in minor units' }
  }
  if (kind === 'boolean') {
    const json = BOOLEANS[cell.toLowerCase()]
    return json === undefined ? { problem: 'must be true or false' } : { json }
  }
  if (kind === 'time') return { json: INTEGER.test(cell) ? withoutZeros(cell) : JSON.stringify(cell) }
  if (kind === 'object') return parsed(cell, isObject, 'a JSON object')
  if (kind === 'list' || cell.trim().startsWith('[')) return parsed(cell, Array.isArray, 'a JSON array')
  return { json: JSON.stringify(textsIn(cell)) }
}

/** Texts in one cell are separated by commas. */
function textsIn(cell: string): string[] {
  return cell
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** Programs that write columns of a fixed width add leading zeros, which are invalid in JSON. */
function withoutZeros(integer: string): string {
  return integer.replace(INTEGER, '$1$2')
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsed(cell: string, fits: (value: unknown) => boolean, what: string): { json: string } | { problem: string } {
  try {
    if (fits(JSON.parse(cell))) return { json: cell }
  } catch {
    // Reported below, like JSON of another type.
  }
  return { problem: `must be ${what}` }
}
